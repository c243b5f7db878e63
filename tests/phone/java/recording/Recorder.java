package recording;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What every method of the framework does here: it remembers that it was called, and answers what it was told to. */
public final class Recorder {
    /** Something that decides when it is asked. */
    public interface Answer {
        Object to(Object self, Object[] given);
    }

    public static final class Call {
        /** Class, method and descriptor: the overload that was picked. */
        public final String method;
        public final Object self;
        public final Object[] given;
        public final String thread;
        /** Of Android, as it was then. */
        public final int version;

        Call(String method, Object self, Object[] given) {
            this.method = method;
            this.self = self;
            this.given = given;
            this.thread = Thread.currentThread().getName();
            this.version = Recorder.version;
        }

        /** The kinds of what arrived, as Java sees them. */
        public String[] kinds() {
            String[] kinds = new String[given.length];
            for (int i = 0; i < kinds.length; i++) kinds[i] = given[i] == null ? "null" : given[i].getClass().getName();
            return kinds;
        }
    }

    public static int version;
    private static final List<Call> calls = new ArrayList<>();
    private static final Map<String, Object> answers = new HashMap<>();

    public static Object call(String method, Object self, Object[] given) {
        Object answer;
        synchronized (calls) {
            calls.add(new Call(method, self, given));
            answer = answers.get(method);
            if (answer == null) answer = answers.get(method.substring(0, method.indexOf('(')));
        }
        if (answer instanceof RuntimeException) throw (RuntimeException) answer;
        return answer instanceof Answer ? ((Answer) answer).to(self, given) : answer;
    }

    public static Call[] calls() {
        synchronized (calls) {
            return calls.toArray(new Call[0]);
        }
    }

    public static void forget() {
        synchronized (calls) {
            calls.clear();
            answers.clear();
        }
    }

    /** Under the name of a method, with or without its descriptor; an exception is thrown. */
    public static void answer(String method, Object value) {
        synchronized (calls) {
            answers.put(method, value);
        }
    }

    public static void decide(String method, Answer answer) {
        answer(method, answer);
    }

    public static boolean to_Z(Object o) { return o != null && (o instanceof Boolean ? (Boolean) o : ((Number) o).intValue() != 0); }
    public static int to_I(Object o) { return o == null ? 0 : ((Number) o).intValue(); }
    public static long to_J(Object o) { return o == null ? 0 : ((Number) o).longValue(); }
    public static float to_F(Object o) { return o == null ? 0 : ((Number) o).floatValue(); }
    public static double to_D(Object o) { return o == null ? 0 : ((Number) o).doubleValue(); }
    public static short to_S(Object o) { return o == null ? 0 : ((Number) o).shortValue(); }
    public static byte to_B(Object o) { return o == null ? 0 : ((Number) o).byteValue(); }
    public static char to_C(Object o) { return o == null ? 0 : (Character) o; }
}
