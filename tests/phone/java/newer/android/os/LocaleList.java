package android.os;

import java.util.Locale;

public final class LocaleList {
    public LocaleList(Locale... list) { throw new RuntimeException("Stub!"); }
    public Locale get(int index) { throw new RuntimeException("Stub!"); }
    public int size() { throw new RuntimeException("Stub!"); }
}
