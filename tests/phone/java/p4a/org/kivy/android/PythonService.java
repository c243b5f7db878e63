package org.kivy.android;

/** Nothing of ours runs as a service. */
public class PythonService extends android.app.Service {
    public android.os.IBinder onBind(android.content.Intent intent) { return null; }
}
