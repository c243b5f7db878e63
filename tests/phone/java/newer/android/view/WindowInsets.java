package android.view;

import android.graphics.Insets;

public final class WindowInsets {
    public Insets getInsets(int typeMask) { throw new RuntimeException("Stub!"); }
    public boolean isVisible(int typeMask) { throw new RuntimeException("Stub!"); }

    public static final class Type {
        public static int displayCutout() { throw new RuntimeException("Stub!"); }
        public static int ime() { throw new RuntimeException("Stub!"); }
        public static int systemBars() { throw new RuntimeException("Stub!"); }
    }
}
