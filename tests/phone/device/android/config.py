"""What the recipe of python-for-android writes for the bootstrap of SDL 2."""

BOOTSTRAP = "sdl2"
IS_SDL2 = 1
JAVA_NAMESPACE = "org.kivy.android"
JNI_NAMESPACE = "org/kivy/android"
ACTIVITY_CLASS_NAME = "org.kivy.android.PythonActivity"
ACTIVITY_CLASS_NAMESPACE = "org/kivy/android/PythonActivity"
