package recording;

import java.io.File;
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Makes of android.jar, whose methods all throw "Stub!", one whose methods ask the Recorder.
 *
 * <p>Members and classes that came later are taken from a folder of class files; what the jar has itself it keeps.
 * Abstract classes become classes that can be made, and so do those without a public constructor.
 * No class keeps a finalizer: the collector would ask it, whenever it comes by, and not what is checked.
 *
 * <p>Unstub ANDROID_JAR FOLDER_OF_NEWER_CLASSES RESULT
 */
public final class Unstub {
    public static void main(String[] given) throws Exception {
        Map<String, byte[]> old = new TreeMap<>(), newer = new TreeMap<>();
        try (ZipFile jar = new ZipFile(given[0])) {
            for (Enumeration<? extends ZipEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                String name = entry.getName();
                boolean ofJava = name.startsWith("java/") || name.startsWith("javax/") || name.startsWith("org/w3c/") || name.startsWith("org/xml/");
                if (name.endsWith(".class") && !ofJava) old.put(name, jar.getInputStream(entry).readAllBytes());
            }
        }
        collect(new File(given[1]), "", newer);
        try (ZipOutputStream result = new ZipOutputStream(new FileOutputStream(given[2]))) {
            Set<String> names = new HashSet<>(old.keySet());
            names.addAll(newer.keySet());
            for (String name : names) {
                result.putNextEntry(new ZipEntry(name));
                result.write(answering(old.get(name), newer.get(name)));
            }
        }
    }

    private static void collect(File folder, String path, Map<String, byte[]> found) throws Exception {
        for (File file : folder.listFiles()) {
            String name = path + file.getName();
            if (file.isDirectory()) collect(file, name + "/", found);
            else found.put(name, Files.readAllBytes(file.toPath()));
        }
    }

    private static byte[] answering(byte[] old, byte[] newer) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        Set<String> had = new HashSet<>();
        byte[] first = old == null ? newer : old;
        new ClassReader(first).accept(new Rewriter(writer, had, canBeMade(first)) {
            @Override
            public void visitEnd() {
                if (old != null && newer != null) new ClassReader(newer).accept(new Addition(this, had), ClassReader.SKIP_DEBUG);
                super.visitEnd();
            }
        }, ClassReader.SKIP_DEBUG);
        return writer.toByteArray();
    }

    private static boolean canBeMade(byte[] code) {
        boolean[] found = {false};
        new ClassReader(code).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String kind, String generic, String[] thrown) {
                found[0] |= name.equals("<init>") && (access & Opcodes.ACC_PUBLIC) != 0;
                return null;
            }
        }, ClassReader.SKIP_CODE);
        return found[0];
    }

    /** What only the newer class has. */
    private static final class Addition extends ClassVisitor {
        private final Set<String> had;

        Addition(ClassVisitor into, Set<String> had) {
            super(Opcodes.ASM9, into);
            this.had = had;
        }

        @Override
        public void visit(int version, int access, String name, String generic, String above, String[] interfaces) {}

        @Override
        public void visitSource(String file, String debug) {}

        @Override
        public void visitNestHost(String host) {}

        @Override
        public void visitNestMember(String member) {}

        @Override
        public void visitInnerClass(String name, String outer, String inner, int access) {
            if (!had.contains("class " + name)) super.visitInnerClass(name, outer, inner, access);
        }

        @Override
        public void visitEnd() {}

        @Override
        public FieldVisitor visitField(int access, String name, String kind, String generic, Object value) {
            return had.contains(name) ? null : super.visitField(access, name, kind, generic, value);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String kind, String generic, String[] thrown) {
            if (name.startsWith("<") || had.contains(name + kind)) return null;
            return super.visitMethod(access, name, kind, generic, thrown);
        }
    }

    private static class Rewriter extends ClassVisitor {
        private final Set<String> had;
        private final boolean canBeMade;
        private String name;
        private boolean isInterface;

        Rewriter(ClassVisitor into, Set<String> had, boolean canBeMade) {
            super(Opcodes.ASM9, into);
            this.had = had;
            this.canBeMade = canBeMade;
        }

        @Override
        public void visit(int version, int access, String name, String generic, String above, String[] interfaces) {
            this.name = name;
            isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
            super.visit(Opcodes.V1_5, isInterface ? access : access & ~Opcodes.ACC_ABSTRACT, name, generic, above, interfaces);
        }

        @Override
        public void visitNestHost(String host) {}

        @Override
        public void visitNestMember(String member) {}

        @Override
        public void visitInnerClass(String name, String outer, String inner, int access) {
            had.add("class " + name);
            super.visitInnerClass(name, outer, inner, isInterface ? access : access & ~Opcodes.ACC_ABSTRACT);
        }

        @Override
        public FieldVisitor visitField(int access, String field, String kind, String generic, Object value) {
            had.add(field);
            boolean versionOfThisDevice = name.equals("android/os/Build$VERSION") && field.equals("SDK_INT");
            return super.visitField(versionOfThisDevice ? access & ~Opcodes.ACC_FINAL : access, field, kind, generic, value);
        }

        @Override
        public MethodVisitor visitMethod(int access, String method, String kind, String generic, String[] thrown) {
            had.add(method + kind);
            if (method.equals("finalize") && kind.equals("()V")) return null;
            boolean bodiless = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0;
            if (isInterface && bodiless) return super.visitMethod(access, method, kind, generic, thrown);
            int open = access & ~(Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE);
            if (method.equals("<init>") && !canBeMade)
                open = open & ~(Opcodes.ACC_PRIVATE | Opcodes.ACC_PROTECTED) | Opcodes.ACC_PUBLIC;
            MethodVisitor body = super.visitMethod(open, method, kind, generic, thrown);
            if (bodiless) {
                body.visitCode();
                ask(body, open, name, method, kind);
                body.visitMaxs(0, 0);
                body.visitEnd();
                return null;
            }
            return new Body(body, open, name, method, kind);
        }
    }

    /** Up to the exception that a stub throws, which is where the Recorder is asked instead. */
    private static final class Body extends MethodVisitor {
        private final MethodVisitor into;
        private final int access;
        private final String owner;
        private final String method;
        private final String kind;
        private boolean done;

        Body(MethodVisitor into, int access, String owner, String method, String kind) {
            super(Opcodes.ASM9, into);
            this.into = into;
            this.access = access;
            this.owner = owner;
            this.method = method;
            this.kind = kind;
        }

        @Override
        public void visitTypeInsn(int code, String type) {
            if (!done && code == Opcodes.NEW && type.equals("java/lang/RuntimeException")) {
                done = true;
                ask(into, access, owner, method, kind);
            }
            if (!done) super.visitTypeInsn(code, type);
        }

        @Override
        public void visitInsn(int code) {
            if (!done) super.visitInsn(code);
        }

        @Override
        public void visitLdcInsn(Object value) {
            if (!done) super.visitLdcInsn(value);
        }

        @Override
        public void visitMethodInsn(int code, String type, String name, String descriptor, boolean ofInterface) {
            if (!done) super.visitMethodInsn(code, type, name, descriptor, ofInterface);
        }

        @Override
        public void visitFrame(int type, int locals, Object[] local, int stack, Object[] values) {}

        @Override
        public void visitLineNumber(int line, Label start) {}
    }

    private static void ask(MethodVisitor body, int access, String owner, String method, String kind) {
        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
        Type[] given = Type.getArgumentTypes(kind);
        body.visitLdcInsn(owner.replace('/', '.') + "." + method + kind);
        if (isStatic) body.visitInsn(Opcodes.ACONST_NULL);
        else body.visitVarInsn(Opcodes.ALOAD, 0);
        body.visitIntInsn(Opcodes.SIPUSH, given.length);
        body.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
        int slot = isStatic ? 0 : 1;
        for (int i = 0; i < given.length; i++) {
            body.visitInsn(Opcodes.DUP);
            body.visitIntInsn(Opcodes.SIPUSH, i);
            body.visitVarInsn(given[i].getOpcode(Opcodes.ILOAD), slot);
            box(body, given[i]);
            body.visitInsn(Opcodes.AASTORE);
            slot += given[i].getSize();
        }
        body.visitMethodInsn(Opcodes.INVOKESTATIC, "recording/Recorder", "call", "(Ljava/lang/String;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;", false);
        Type answer = Type.getReturnType(kind);
        if (answer.getSort() == Type.VOID) {
            body.visitInsn(Opcodes.POP);
        } else if (answer.getSort() >= Type.ARRAY) {
            body.visitTypeInsn(Opcodes.CHECKCAST, answer.getInternalName());
        } else {
            body.visitMethodInsn(Opcodes.INVOKESTATIC, "recording/Recorder", "to_" + kind.charAt(kind.length() - 1), "(Ljava/lang/Object;)" + answer.getDescriptor(), false);
        }
        body.visitInsn(answer.getOpcode(Opcodes.IRETURN));
    }

    private static final String[] BOXES = {null, "Boolean", "Character", "Byte", "Short", "Integer", "Float", "Long", "Double"};

    private static void box(MethodVisitor body, Type type) {
        if (type.getSort() > Type.DOUBLE) return;
        String box = "java/lang/" + BOXES[type.getSort()];
        body.visitMethodInsn(Opcodes.INVOKESTATIC, box, "valueOf", "(" + type.getDescriptor() + ")L" + box + ";", false);
    }
}
