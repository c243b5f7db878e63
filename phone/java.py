"""Java, reached through pyjnius: what all of Android's services need, and where pyjnius must be told more."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any

from kivy.clock import Clock


def autoclass(name: str) -> Any:
    from jnius import autoclass  # noqa: PLC0415 - exists on Android only

    return autoclass(name)


def cast(name: str, thing: Any) -> Any:
    from jnius import cast  # noqa: PLC0415 - exists on Android only

    return cast(name, thing)


def android_activity() -> Any:
    return autoclass("org.kivy.android.PythonActivity").mActivity


def android_version() -> int:
    return int(autoclass("android.os.Build$VERSION").SDK_INT)


def java_string(text: str) -> Any:
    """A text with all its letters, for methods of which there are several.

    Left to itself pyjnius makes an array of char of it, which fits other methods than a text does, and keeps
    only half of every emoji.
    """
    return autoclass("java.lang.String")(text, signature="(Ljava/lang/String;)V")


def char_sequence(text: str) -> Any:
    return cast("java.lang.CharSequence", java_string(text))


def in_the_background(work: Callable[[], Any], done: Callable[[Any], None]) -> None:
    """On a thread of its own, which lets go of Java at its end; what came of it is told on the main one."""

    def run() -> None:
        try:
            outcome = work()
        except Exception as trouble:
            outcome = as_oserror(trouble)
        finally:
            let_go_of_java()
        Clock.schedule_once(lambda _passed: done(outcome))

    Thread(target=run, daemon=True).start()


def let_go_of_java() -> None:
    """A thread that has spoken to Java and ends without this takes the whole app with it."""
    try:
        from jnius import detach  # noqa: PLC0415 - exists on Android only
    except ImportError:
        return
    detach()


def as_oserror(trouble: Exception) -> OSError:
    return trouble if isinstance(trouble, OSError) else OSError(str(trouble))
