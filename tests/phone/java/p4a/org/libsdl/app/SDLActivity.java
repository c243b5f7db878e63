package org.libsdl.app;

import android.app.Activity;
import android.content.Context;
import android.text.InputType;
import android.view.SurfaceView;
import android.view.View;
import android.view.ViewGroup;

/** What PythonActivity uses of SDL's activity; its source is no part of python-for-android. */
public class SDLActivity extends Activity {
    public enum NativeState { INIT, RESUMED, PAUSED }

    protected static SDLActivity mSingleton;
    protected static ViewGroup mLayout;
    protected static SurfaceView mSurface;
    protected static View mTextEdit;
    protected static Thread mSDLThread;
    public static int keyboardInputType = InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_VISIBLE_PASSWORD;
    public static boolean mHasFocus;
    public static NativeState mCurrentNativeState = NativeState.INIT;

    public SDLActivity() { mSingleton = this; }

    public static void draw(SurfaceView surface) { mSurface = surface; }
    public static Context getContext() { return mSingleton; }
    public static void nativeSetenv(String name, String value) {}
    protected boolean sendCommand(int command, Object data) { return true; }
    public void loadLibraries() {}
    protected void finishLoad() {}
    public void appConfirmedActive() {}
    public static void resumeNativeThread() {}
}
