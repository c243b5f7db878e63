package android.view.accessibility;

public class AccessibilityNodeInfo {
    public void setHeading(boolean isHeading) { throw new RuntimeException("Stub!"); }
}
