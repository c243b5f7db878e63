"""Own games say nothing without a sentence, and have no sentence that they never say."""

from __future__ import annotations

from screens.games import FACES
from tests.documents.test_keys import keys_of, unspoken


def test_an_own_game_says_nothing_without_a_sentence() -> None:
    keys = {key for key in keys_of("scoring/own") if key.partition(".")[0] == "own"}
    assert unspoken(keys) == []
    assert sorted(set(FACES["own"].words.SENTENCES) - keys) == []
