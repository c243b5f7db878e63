package android.view;

public abstract class Window {
    public WindowInsetsController getInsetsController() { throw new RuntimeException("Stub!"); }
}
