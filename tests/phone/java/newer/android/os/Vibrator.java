package android.os;

import android.media.AudioAttributes;

public abstract class Vibrator {
    public void vibrate(VibrationEffect vibe) { throw new RuntimeException("Stub!"); }
    public void vibrate(VibrationEffect vibe, AudioAttributes attributes) { throw new RuntimeException("Stub!"); }
}
