package tableside;

import android.app.Activity;
import android.os.Build;
import android.view.View;
import android.view.Window;
import android.view.WindowInsetsController;

/** The system's two bars, in the colour of the paper, with icons that can be seen on it. */
public final class Bars {
    private static final int EDGE_TO_EDGE = 35;

    private Bars() {}

    /** From any thread; a window is changed on that of the user interface alone. */
    public static void paint(Activity activity, int colour, boolean isDark) {
        activity.runOnUiThread(new Runnable() {
            @Override
            public void run() { dress(activity.getWindow(), colour, isDark); }
        });
    }

    private static void dress(Window window, int colour, boolean isDark) {
        boolean bothCanBeLight = Build.VERSION.SDK_INT >= Build.VERSION_CODES.O;
        if (Build.VERSION.SDK_INT < EDGE_TO_EDGE) {
            window.setStatusBarColor(colour);
            if (bothCanBeLight || isDark) window.setNavigationBarColor(colour);
        }
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.R) {
            WindowInsetsController controller = window.getInsetsController();
            int dark = WindowInsetsController.APPEARANCE_LIGHT_STATUS_BARS
                    | WindowInsetsController.APPEARANCE_LIGHT_NAVIGATION_BARS;
            if (controller != null) controller.setSystemBarsAppearance(isDark ? 0 : dark, dark);
            return;
        }
        View view = window.getDecorView();
        int light = View.SYSTEM_UI_FLAG_LIGHT_STATUS_BAR;
        if (bothCanBeLight) light |= View.SYSTEM_UI_FLAG_LIGHT_NAVIGATION_BAR;
        int others = view.getSystemUiVisibility() & ~light;
        view.setSystemUiVisibility(isDark ? others : others | light);
    }
}
