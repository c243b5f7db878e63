package org.kivy.android;

import android.content.Intent;
import android.content.res.Configuration;
import android.os.Build;
import android.os.LocaleList;
import android.os.ParcelFileDescriptor;
import android.util.DisplayMetrics;
import android.view.Display;
import android.view.WindowManager;
import java.lang.reflect.Proxy;
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
