package org.kivy.android;

import android.content.Intent;
import android.content.res.Configuration;
import android.graphics.Rect;
import android.os.Build;
import android.os.LocaleList;
import android.os.ParcelFileDescriptor;
import android.util.DisplayMetrics;
import android.view.Display;
import android.view.MotionEvent;
import android.view.View;
import android.view.WindowInsetsController;
import android.view.WindowManager;
import android.view.accessibility.AccessibilityEvent;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityNodeProvider;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Locale;
import recording.Recorder;

/** What a device does to an activity. */
public final class Stage {
    public static final class Descriptor extends ParcelFileDescriptor {
        private final int number;

        public Descriptor(int number) {
            super((ParcelFileDescriptor) null);
            this.number = number;
        }

        @Override
        public int detachFd() { return number; }
    }

    public static final class Address extends android.net.Uri {
        private final String text;

        public Address(String text) { this.text = text; }

        @Override
        public String toString() { return text; }

        @Override
        public boolean equals(Object other) { return other instanceof Address && ((Address) other).text.equals(text); }

        @Override
        public int hashCode() { return text.hashCode(); }
    }

    /** A process has one activity, from its start to its end. */
    public static void start(int version) {
        Build.VERSION.SDK_INT = version;
        Recorder.version = version;
        if (PythonActivity.mActivity == null) PythonActivity.mActivity = new PythonActivity();
        PythonActivity.keyboardInputType = 145;
    }

    /** Another app has answered: on the thread of the user interface. */
    public static void answer(int request, int result, Intent data) {
        onTheInterface(() -> PythonActivity.mActivity.onActivityResult(request, result, data));
    }

    /** Another app hands over something. */
    public static void handOver(Intent intent) {
        onTheInterface(() -> PythonActivity.mActivity.onNewIntent(intent));
    }

    public static void onTheInterface(Runnable work) {
        Thread thread = new Thread(work, "user interface");
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The surface that the app draws on, where what is posted is done at once. */
    public static void show_surface(boolean shown) {
        PythonActivity.draw(shown ? new android.view.SurfaceView(PythonActivity.mActivity) : null);
        Recorder.answer("android.view.View.getContext", PythonActivity.mActivity);
        at_once();
        Recorder.answer("android.view.View.getParent", new android.widget.RelativeLayout(PythonActivity.mActivity));
        for (String made : new String[] {"AccessibilityNodeInfo", "AccessibilityEvent"}) {
            boolean isEvent = made.endsWith("Event");
            Recorder.decide("android.view.accessibility." + made + ".obtain", (self, given) ->
                    isEvent ? new AccessibilityEvent() : new AccessibilityNodeInfo());
        }
        Recorder.decide("android.view.accessibility.AccessibilityRecord.getText", (self, given) -> new ArrayList<>());
        Recorder.decide("android.graphics.Rect.<init>", (self, given) -> {
            Rect made = (Rect) self, other = given.length == 1 ? (Rect) given[0] : null;
            made.left = other != null ? other.left : (Integer) given[0];
            made.top = other != null ? other.top : (Integer) given[1];
            made.right = other != null ? other.right : (Integer) given[2];
            made.bottom = other != null ? other.bottom : (Integer) given[3];
            return null;
        });
        Recorder.decide("android.graphics.Rect.contains", (self, given) -> {
            Rect box = (Rect) self;
            int x = (Integer) given[0], y = (Integer) given[1];
            return box.left <= x && x < box.right && box.top <= y && y < box.bottom;
        });
    }

    /** What is meant for the thread of the user interface. */
    public static void at_once() {
        for (String where : new String[] {"android.view.View.post", "android.app.Activity.runOnUiThread"})
            Recorder.decide(where, (self, given) -> {
                ((Runnable) given[0]).run();
                return true;
            });
    }

    /** What it will be told: the appearance and the mask. */
    public static void insets_controller() {
        int[] told = new int[2];
        WindowInsetsController controller = (appearance, mask) -> {
            told[0] = appearance;
            told[1] = mask;
        };
        Recorder.answer("android.view.Window.getInsetsController", controller);
        heard = told;
    }

    private static int[] heard;

    public static int[] heard() { return heard; }

    private static Object last(String method) {
        Object found = null;
        for (Recorder.Call call : Recorder.calls()) if (call.method.startsWith(method + "(")) found = call.given[0];
        return found;
    }

    public static AccessibilityNodeProvider provider() {
        return ((View.AccessibilityDelegate) last("android.view.View.setAccessibilityDelegate"))
                .getAccessibilityNodeProvider(PythonActivity.getSurface());
    }

    public static boolean hover(int x, int y) {
        Recorder.answer("android.view.MotionEvent.getX", (float) x);
        Recorder.answer("android.view.MotionEvent.getY", (float) y);
        Recorder.answer("android.view.MotionEvent.getAction", MotionEvent.ACTION_HOVER_MOVE);
        View.OnHoverListener listener = (View.OnHoverListener) last("android.view.View.setOnHoverListener");
        return listener.onHover(PythonActivity.getSurface(), new MotionEvent());
    }

    public static void battery(int state, int level) {
        Recorder.answer("android.content.ContextWrapper.registerReceiver", new Intent());
        Recorder.decide("android.content.Intent.getIntExtra", (self, given) -> {
            if (given[0].equals("status")) return state;
            return given[0].equals("level") ? level : 100;
        });
    }

    public static WindowManager windows(float density, int width, int height) {
        Display display = new Display();
        Recorder.decide("android.view.Display.getMetrics", (self, given) -> {
            DisplayMetrics metrics = (DisplayMetrics) given[0];
            metrics.density = metrics.scaledDensity = density;
            metrics.densityDpi = Math.round(density * DisplayMetrics.DENSITY_DEFAULT);
            metrics.widthPixels = width;
            metrics.heightPixels = height;
            return null;
        });
        return (WindowManager) Proxy.newProxyInstance(
                Stage.class.getClassLoader(), new Class<?>[] {WindowManager.class}, (proxy, method, given) -> display);
    }

    public static void languages(String tags) {
        String[] wished = tags.split(",");
        Recorder.answer("android.content.res.Configuration.getLocales", new LocaleList());
        Recorder.answer("android.os.LocaleList.size", wished.length);
        Recorder.decide("android.os.LocaleList.get", (self, given) -> Locale.forLanguageTag(wished[(Integer) given[0]]));
    }

    public static Configuration configuration(int uiMode, float fontScale) {
        Configuration made = new Configuration();
        made.uiMode = uiMode;
        made.fontScale = fontScale;
        made.densityDpi = 420;
        return made;
    }

    public static android.graphics.Insets insets(int left, int top, int right, int bottom) {
        android.graphics.Insets made = new android.graphics.Insets();
        made.left = left;
        made.top = top;
        made.right = right;
        made.bottom = bottom;
        return made;
    }
}
