package android.os;

public abstract class VibrationEffect implements Parcelable {
    public static final int DEFAULT_AMPLITUDE = -1;
    public static VibrationEffect createOneShot(long milliseconds, int amplitude) { throw new RuntimeException("Stub!"); }
    public static VibrationEffect createWaveform(long[] timings, int repeat) { throw new RuntimeException("Stub!"); }
    public static VibrationEffect createWaveform(long[] timings, int[] amplitudes, int repeat) { throw new RuntimeException("Stub!"); }
    public int describeContents() { throw new RuntimeException("Stub!"); }
}
