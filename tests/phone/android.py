"""An Android that remembers what was asked of it, for the services that reach the device through pyjnius."""

# ruff: noqa: N802 - Java's spelling

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

PACKAGE = "org.example.tableside"
RESULT_OK, RESULT_CANCELED = -1, 0


class Intent:
    ACTION_OPEN_DOCUMENT = "open"
    ACTION_CREATE_DOCUMENT = "create"
    ACTION_SEND = "send"
    CATEGORY_OPENABLE = "openable"
    EXTRA_TITLE, EXTRA_TEXT, EXTRA_STREAM, EXTRA_SUBJECT = "title", "text", "stream", "subject"
    FLAG_GRANT_READ_URI_PERMISSION = 1

    def __init__(self, action: str) -> None:
        self.action = action
        self.kind = ""
        self.categories: list[str] = []
        self.extras: dict[str, Any] = {}
        self.flags = 0
        self.chosen_by: str | None = None

    def setType(self, kind: str) -> None:
        self.kind = kind

    def addCategory(self, category: str) -> None:
        self.categories.append(category)

    def putExtra(self, name: str, value: Any) -> None:
        self.extras[name] = value

    def addFlags(self, flags: int) -> None:
        self.flags |= flags

    @staticmethod
    def createChooser(intent: Intent, title: str) -> Intent:
        intent.chosen_by = title
        return intent


class Android:
    """Documents are files of this folder, addressed by their names."""

    def __init__(self, folder: Path) -> None:
        self.documents = folder / "documents"
        self.cache = folder / "cache"
        self.private = folder / "private"
        for place in (self.documents, self.cache, self.private):
            place.mkdir()
        self.listeners: list[Callable[[int, int, Any], None]] = []
        self.asked: list[tuple[Intent, int]] = []
        self.started: list[Intent] = []
        self.opened: list[tuple[str, str]] = []
        self.deleted: list[str] = []
        self.authorities: list[str] = []
        self.broken: Exception | None = None

    def answer(self, number: int, document: str | None) -> None:
        """The person chooses a document, or goes back."""
        data = SimpleNamespace(getData=lambda: document) if document else None
        for listener in self.listeners:
            listener(number, RESULT_OK if document else RESULT_CANCELED, data)

    def install(self, patch: pytest.MonkeyPatch) -> None:
        jnius, android = ModuleType("jnius"), ModuleType("android")
        jnius.__dict__.update(autoclass=self._autoclass, cast=lambda _kind, value: value)
        android.__dict__["activity"] = SimpleNamespace(bind=self._bind)
        patch.setitem(sys.modules, "jnius", jnius)
        patch.setitem(sys.modules, "android", android)
        patch.setattr(tempfile, "tempdir", str(self.private))

    def _bind(self, on_activity_result: Callable[[int, int, Any], None]) -> None:
        self.listeners.append(on_activity_result)

    def _autoclass(self, name: str) -> Any:
        if self.broken is not None:
            raise self.broken
        return {
            "android.content.Intent": Intent,
            "org.kivy.android.PythonActivity": SimpleNamespace(mActivity=self),
            "android.provider.OpenableColumns": SimpleNamespace(DISPLAY_NAME="_display_name"),
            "android.provider.DocumentsContract": SimpleNamespace(
                deleteDocument=lambda _resolver, uri: self.deleted.append(uri)
            ),
            "androidx.core.content.FileProvider": SimpleNamespace(getUriForFile=self._content_address),
            "java.io.File": str,
            "java.lang.String": str,
        }[name]

    def _content_address(self, _activity: Any, authority: str, file: str) -> str:
        self.authorities.append(authority)
        return f"content://{authority}/{Path(file).relative_to(self.cache)}"

    # -- The activity and its resolver, in Java's spelling ---------------------------------------------------

    def getContentResolver(self) -> Android:
        return self

    def getCacheDir(self) -> Any:
        return SimpleNamespace(getAbsolutePath=lambda: str(self.cache))

    def getPackageName(self) -> str:
        return PACKAGE

    def startActivityForResult(self, intent: Intent, number: int) -> None:
        self.asked.append((intent, number))

    def startActivity(self, intent: Intent) -> None:
        self.started.append(intent)

    def openFileDescriptor(self, uri: str, mode: str) -> Any:
        self.opened.append((uri, mode))
        flags = os.O_RDONLY if mode == "r" else os.O_WRONLY | os.O_TRUNC | os.O_CREAT
        descriptor = os.open(self.documents / uri, flags)
        return SimpleNamespace(detachFd=lambda: descriptor)

    def query(self, uri: str, columns: list[str], *_unused: None) -> Any:
        assert columns == ["_display_name"]
        return SimpleNamespace(moveToFirst=lambda: True, getString=lambda _column: uri, close=lambda: None)
