package android.content.res;

import android.os.LocaleList;

public final class Configuration {
    public int colorMode;
    public int fontWeightAdjustment;
    public LocaleList getLocales() { throw new RuntimeException("Stub!"); }
}
