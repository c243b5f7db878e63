package androidx.core.content;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.content.Context;
import android.database.Cursor;
import android.net.Uri;
import java.io.File;

/** Of a library that travels with the app. */
public class FileProvider extends ContentProvider {
    public static Uri getUriForFile(Context context, String authority, File file) { throw new RuntimeException("Stub!"); }
    public static Uri getUriForFile(Context context, String authority, File file, String displayName) { throw new RuntimeException("Stub!"); }
    public boolean onCreate() { throw new RuntimeException("Stub!"); }
    public Cursor query(Uri uri, String[] projection, String selection, String[] arguments, String order) { throw new RuntimeException("Stub!"); }
    public String getType(Uri uri) { throw new RuntimeException("Stub!"); }
    public Uri insert(Uri uri, ContentValues values) { throw new RuntimeException("Stub!"); }
    public int update(Uri uri, ContentValues values, String selection, String[] arguments) { throw new RuntimeException("Stub!"); }
    public int delete(Uri uri, String selection, String[] arguments) { throw new RuntimeException("Stub!"); }
}
