"""The device around phone/ in the JVM: what is asked of it, and what it answers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from jnius import PythonJavaClass, autoclass, java_method

from phone.java import java_string

RESULT_OK, RESULT_CANCELED = -1, 0
TYPES = {"systemBars": 7, "ime": 8, "displayCutout": 128}
PACKAGE = "org.example.tableside"

Recorder = autoclass("recording.Recorder")
Stage = autoclass("org.kivy.android.Stage")


class Call(NamedTuple):
    method: str
    """With its class: where the recorder found it."""
    descriptor: str
    given: tuple[Any, ...]
    kinds: tuple[str, ...]
    """The classes of what arrived in Java."""
    thread: str
    on: Any


class Deciding(PythonJavaClass):
    __javainterfaces__ = ("recording/Recorder$Answer",)
    __javacontext__ = "app"

    def __init__(self, decide: Callable[..., Any]) -> None:
        super().__init__()
        self.decide = decide
        self.kept: list[Any] = []
        """Java would find nothing where Python has already let go."""

    @java_method("(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;")
    def to(self, on: Any, given: list[Any]) -> Any:
        self.kept.append(self.decide(on, *given))
        return self.kept[-1]


class Device:
    """Forgets everything between two tests; documents are files of a folder, addressed by their names."""

    def __init__(self, folder: Path) -> None:
        self.cache, self.documents = folder / "cache", folder / "documents"
        self.cache.mkdir()
        self.documents.mkdir()
        self._deciding: list[Deciding] = []
        self._services: dict[str, Any] = {}
        Recorder.forget()
        self.switch_on(36)
        self.answers("android.content.ContextWrapper.getPackageName", PACKAGE)
        self.answers("android.content.ContextWrapper.getCacheDir", autoclass("java.io.File")(str(self.cache)))
        self.decides("android.app.Activity.getSystemService", lambda _on, asked: self._services.get(asked))
        self.has_service("input_method", "android.view.inputmethod.InputMethodManager")
        resolver = autoclass("android.content.ContentResolver")(None)
        self.answers("android.content.ContextWrapper.getContentResolver", resolver)
        self.decides("android.content.ContentResolver.openFileDescriptor", self._open)
        self.decides("android.content.ContentResolver.query", self._query)
        self.answers("android.content.Intent.createChooser", autoclass("android.content.Intent")())
        self.answers("androidx.core.content.FileProvider.getUriForFile", address("content://shared"))

    def switch_on(self, version: int) -> None:
        Stage.start(version)

    # -- What it answers -----------------------------------------------------------------------------------

    def answers(self, method: str, value: Any) -> None:
        Recorder.answer(method, java_string(value) if isinstance(value, str) else value)

    def says(self, method: str, value: bool | int) -> None:
        kind = "java.lang.Boolean" if isinstance(value, bool) else "java.lang.Integer"
        self.answers(method, autoclass(kind)(value))

    def decides(self, method: str, decide: Callable[..., Any]) -> None:
        self._deciding.append(Deciding(decide))
        Recorder.decide(method, self._deciding[-1])

    def refuses(self, method: str, exception: str = "android.content.ActivityNotFoundException") -> None:
        Recorder.answer(method, autoclass(exception)())

    def keeps_files_in(self, folder: Path) -> None:
        self.answers("android.content.ContextWrapper.getFilesDir", autoclass("java.io.File")(str(folder)))

    def has_screen(self, density: float, width: int, height: int) -> None:
        self.answers("android.app.Activity.getWindowManager", Stage.windows(density, width, height))

    def has_bars(self, left: int, top: int, right: int, bottom: int) -> None:
        self.answers("android.app.Activity.getWindow", autoclass("android.view.Window")(None))
        self.answers("android.view.Window.getDecorView", autoclass("android.view.View")(None))
        self.answers("android.view.View.getRootWindowInsets", autoclass("android.view.WindowInsets")(None))
        for name, bit in TYPES.items():
            self.says(f"android.view.WindowInsets$Type.{name}", bit)
        self.answers("android.view.WindowInsets.getInsets", Stage.insets(left, top, right, bottom))

    def wishes(self, *languages: str, night: bool = False, text_scale: float = 1.0) -> None:
        Stage.languages(",".join(languages))
        configuration = Stage.configuration(0x21 if night else 0x11, text_scale)
        self.answers("android.content.res.Resources.getConfiguration", configuration)
        resources = autoclass("android.content.res.Resources")(None, None, None)
        self.answers("android.view.ContextThemeWrapper.getResources", resources)

    def has_service(self, name: str, kind: str) -> Any:
        """What getSystemService answers under this name."""
        self._services[name] = autoclass(kind)()
        return self._services[name]

    def listens_by_touch(self, surface: bool = True) -> None:
        """Somebody has switched TalkBack on."""
        self.has_service("accessibility", "android.view.accessibility.AccessibilityManager")
        for asked in ("isEnabled", "isTouchExplorationEnabled"):
            self.says(f"android.view.accessibility.AccessibilityManager.{asked}", True)
        Stage.show_surface(surface)

    def works_at_once(self) -> None:
        """What is meant for the thread of the user interface is done right away."""
        Stage.at_once()

    def provider(self) -> Any:
        """What Android asks about the things on the surface."""
        return Stage.provider()

    def _open(self, _resolver: Any, uri: Any, mode: str, *_more: Any) -> Any:
        flags = os.O_RDONLY if mode == "r" else os.O_WRONLY | os.O_TRUNC | os.O_CREAT
        with suppress(FileNotFoundError):
            return autoclass("org.kivy.android.Stage$Descriptor")(
                os.open(self.documents / name_of(uri), flags)
            )
        return None

    def _query(self, _resolver: Any, uri: Any, *_more: Any) -> Any:
        self.says("android.database.AbstractCursor.moveToFirst", True)
        self.answers("android.database.MatrixCursor.getString", name_of(uri))
        return autoclass("android.database.MatrixCursor")(["_display_name"])

    # -- What happens to it --------------------------------------------------------------------------------

    def chooses(self, number: int, document: str | None) -> None:
        """The person points at a document, or goes back."""
        intent = autoclass("android.content.Intent")()
        self.answers("android.content.Intent.getData", address(document) if document else None)
        Stage.answer(number, RESULT_OK if document else RESULT_CANCELED, intent if document else None)

    @property
    def keyboard(self) -> int:
        """The kind of input that is asked for."""
        return int(autoclass("org.kivy.android.PythonActivity").keyboardInputType)

    # -- What was asked of it ------------------------------------------------------------------------------

    def calls(self, *names: str) -> list[Call]:
        """Of these methods, or of all."""
        return [call for call in self._calls() if not names or call.method.rpartition(".")[2] in names]

    def _calls(self) -> Iterator[Call]:
        for call in Recorder.calls():
            method, _, descriptor = call.method.partition("(")
            yield Call(
                method, f"({descriptor}", tuple(call.given), tuple(call.kinds()), call.thread, call.self
            )


def address(text: str) -> Any:
    return autoclass("org.kivy.android.Stage$Address")(text)


def name_of(uri: Any) -> str:
    return str(uri.toString()).rpartition("/")[2]
