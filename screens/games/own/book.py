"""What may stand on a score sheet of one's own."""

from __future__ import annotations

from collections.abc import Iterator

from screens.translator import N_
from screens.words.book import Paragraph, Section, section


def chapter() -> Iterator[Section]:
    yield section(
        "scoring",
        Paragraph(N_("This game is played with a score sheet of your own.")),
        Paragraph(N_("Each line turns what you enter into points, and the count explains all of them.")),
    )
