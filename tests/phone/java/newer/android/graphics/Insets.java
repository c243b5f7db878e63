package android.graphics;

public final class Insets {
    public int left, top, right, bottom;
}
