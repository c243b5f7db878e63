"""About: the version, where the data is, and what the app is made with, under which licences."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kivy.factory import Factory
from kivy.properties import StringProperty

from screens.running import the_app
from screens.translator import N_, _
from screens.widgets.layout import Page
from screens.widgets.overlays import BottomSheet

VERSION = "0.1.0"
ASSETS = Path(__file__).resolve().parent.parent.parent / "assets"
MIT, BSD, APACHE = "MIT License", "BSD License", "Apache License 2.0"
TEXTS = {MIT: "licences/mit.txt", BSD: "licences/bsd.txt", APACHE: "ICONS-LICENCE.txt"}
APACHE_BEGINS = "Apache License\n"


def licence_text(licence: str) -> list[str]:
    """The licence in paragraphs, each on one line."""
    text = (ASSETS / TEXTS[licence]).read_text(encoding="utf-8")
    if licence == APACHE:
        text = text[text.index(APACHE_BEGINS) :]
    return [" ".join(paragraph.split()) for paragraph in text.split("\n\n") if paragraph.strip()]


@dataclass(frozen=True, slots=True)
class Part:
    """Something that the app is made with. Licences are shown as they were written, in English."""

    name: str
    purpose: str
    licence: str
    holder: str


PARTS = (
    Part("Tableside", N_("This app"), MIT, "Copyright (c) 2026 the Tableside authors"),
    Part(
        "Kivy",
        N_("Everything you see and tap"),
        MIT,
        "Copyright (c) 2010-2024 Kivy Team and other contributors",
    ),
    Part(
        "plyer",
        N_("Vibration"),
        MIT,
        "Copyright (c) 2010-2017 Kivy Team and other contributors",
    ),
    Part(
        "TinyDB",
        N_("The history"),
        MIT,
        "Copyright (C) 2013 Markus Siemens <markus@m-siemens.de>",
    ),
    Part(
        "segno",
        N_("QR codes"),
        BSD,
        "Copyright (c) 2016 - 2025, Lars Heuer. All rights reserved.",
    ),
    Part(
        "openskill",
        N_("Ratings"),
        MIT,
        "Copyright (c) 2024 Vivek Joshy",
    ),
    Part(
        "Material Design Icons",
        N_("Icons"),
        APACHE,
        "Copyright Pictogrammers and the icons' authors, among them Google",
    ),
    Part("Roboto", N_("Typeface"), APACHE, "Copyright 2011 Google Inc. All Rights Reserved."),
)


class AboutPage(Page):
    version = StringProperty(VERSION)
    place = StringProperty("")

    def refresh(self) -> None:
        self.place = str(the_app().folder)
        rows = self.ids.parts
        rows.clear_widgets()
        for part in PARTS:
            row = Factory.PressRow(
                text=part.name, secondary=f"{_(part.purpose)} · {part.licence}", icon="puzzle-outline"
            )
            row.bind(on_release=lambda _row, part=part: self.read(part))
            rows.add_widget(row)

    def read(self, part: Part) -> None:
        sheet = BottomSheet(title=part.name)
        for paragraph in (part.licence, part.holder, *licence_text(part.licence)):
            sheet.add_widget(Factory.Caption(text=paragraph))
        sheet.open()
