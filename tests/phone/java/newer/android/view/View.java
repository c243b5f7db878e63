package android.view;

public class View {
    public static final int SYSTEM_UI_FLAG_LIGHT_NAVIGATION_BAR = 16;
}
