"""What the walks rely on."""

from __future__ import annotations

from screens.translator import _
from tests.screens import walker
from tests.screens.driver import Driver


def test_brackets_stay_around_every_word_whichever_language_is_chosen_meanwhile(ui: Driver) -> None:
    with walker.pseudo_language(ui):
        ui.app.choose(language="fr")
        assert _("Settings") == "⟦Settings⟧"
    assert _("Settings") == "Réglages"
