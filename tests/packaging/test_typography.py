"""Sentences are set as a printer of their language would set them, and stay right whatever fills them."""

from __future__ import annotations

import re

import pytest

from tests.packaging.sentences import everything_said, spoken

LANGUAGES = ("en", "nl", "fr", "de")
NARROW = "\u202f"
"""The narrow no-break space, which the typeface of the app does not have."""

EVERYWHERE = {
    "straight quotes": re.compile(r"[\"']"),
    "a narrow space that the typeface does not have": re.compile(NARROW),
    "three points instead of an ellipsis": re.compile(r"\.\.\."),
    "two spaces": re.compile(r"[ \u00a0]{2}"),
    "a space at an end": re.compile(r"^\s|\s$"),
    "a hyphen instead of a dash": re.compile(r"\s-\s"),
    "a space before a full stop or a comma": re.compile(r"\s[.,](?!\w)"),
}
OF_A_LANGUAGE = {
    "en": {
        "a space before a mark": re.compile(r"\s[?!:;%]"),
        "a space before the ellipsis": re.compile(r"\S\s…"),
        "foreign quotes": re.compile(r"[«»„]"),
    },
    "nl": {
        "a space before a mark": re.compile(r"\s[?!:;%]"),
        "an ellipsis that can stand alone on a line": re.compile(r"[^\u00a0]…(?!\w)"),
        "foreign quotes": re.compile(r"[«»„“”]"),
    },
    "fr": {
        "a mark that can stand alone on a line": re.compile(r"(?<!\u00a0)[?!:;%»]"),
        "a guillemet that can stand alone on a line": re.compile(r"«(?!\u00a0)"),
        "a space before the ellipsis": re.compile(r"\S\s…"),
        "quotes that are no guillemets": re.compile(r"[“”„‘]"),
    },
    "de": {
        "a space before a mark": re.compile(r"\s[?!:;]"),
        "an ellipsis that can stand alone on a line": re.compile(r"[^\u00a0]…(?!\w)"),
        "a percent sign that can stand alone on a line": re.compile(r"(?<!\u00a0)%"),
        "foreign quotes": re.compile(r"[«»”‘’]"),
        "a sentence after a colon without a capital": re.compile(
            r": (?:(?:nimm|leg|lege|tippe|wähle|füge|wirf|nutze|mach|passt|suche|zähle|gib|sag|korrigiere)\b"
            r"|[a-zäöü](?:[^.,;!?:]*\s)?(?:ist|sind|hat|haben|hatte|kann|können|darf|dürfen|muss|müssen|wird"
            r"|werden|wurde|liegt|liegen|gibt|kam|kommt|kommen|naht|zählt|zählen|gilt|geht|bleibt|bleiben|steht"
            r"|beginnt|endet|braucht|brauchen|bringt|gehört)\b)"
        ),
    },
}

PERSONS = ("name", "names", "player", "one", "two", "three", "four", "other", "last")
PERSON = r"\{(?:" + "|".join(PERSONS) + r")\}"
"""What somebody is called goes here: a woman or a man, with or without a vowel at the beginning."""
WITHOUT_AGREEMENT = {
    "en": {
        "an article that a vowel would change": re.compile(r"\b[Aa]n? \{(?:colour|card|clan|game|name)\}"),
    },
    "nl": {},
    "fr": {
        "a word that a vowel would shorten": re.compile(
            rf"\b(?:de|que|si|le|la|ce|jusque|lorsque|puisque) (?:{PERSON}|\{{(?:game|colour|clan|card)\}})",
            re.I,
        ),
        "a word that agrees with a person": re.compile(
            rf"{PERSON}[^.;:]*\b(?:est|sont|était|reste|a été)\s+"
            r"(?!déjà\b|dans\b|de\b|à\b|encore\b)(?:le |la )?"
            r"(?:\w+(?:é|i|u|is|it|ert)|dernier|premier|seul|absent)s?\b"
            rf"|\bseule? (?:reste |joue )?{PERSON}",
            re.I,
        ),
    },
    "de": {},
}
COLOUR = {
    "en": r"",
    "nl": r"kleur |[Rr]ij |× |: |^",
    "fr": r"couleur |× |:\u00a0|: |\(|^",
    "de": r"Farbe |Reihe |× |: |^",
}
"""What may stand before the name of a colour, which is never an adjective."""
SIDE = {"en": r"", "nl": r"met ", "fr": r"côté ", "de": r"Farbe "}


def faults(language: str, text: str) -> list[str]:
    rules = EVERYWHERE | OF_A_LANGUAGE[language]
    return [fault for fault, pattern in rules.items() if pattern.search(text)]


def disagreements(language: str, text: str) -> list[str]:
    found = [fault for fault, pattern in WITHOUT_AGREEMENT[language].items() if pattern.search(text)]
    for blank, before in (("{colour}", COLOUR[language]), ("{side}", SIDE[language])):
        for match in re.finditer(re.escape(blank), text):
            if before and not re.search(rf"(?:{before})$", text[: match.start()]):
                found.append(f"{blank} as an adjective")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_set_as_its_language_is(language: str) -> None:
    assert [
        (faults(language, text), text) for text in everything_said(language) if faults(language, text)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_fills_a_sentence_it_stays_right(language: str) -> None:
    wrong = [(found, text) for text in everything_said(language) if (found := disagreements(language, text))]
    assert wrong == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Writing …"),
        ("en", "{name}'s diver is on this square already."),
        ("en", "Nothing was saved ; see below."),
        ("en", "Text up to 200 %"),
        ("nl", "Er wordt al zo'n actiekaart bewaard."),
        ("nl", "Stoppen …"),
        ("nl", "Stoppen…"),
        ("nl", "De kaart „laatste ronde”"),
        ("nl", "Tik op « Klaar »."),
        ("fr", "Qui a gagné ?"),
        ("fr", "Qui a gagné?"),
        ("fr", f"Qui a gagné{NARROW}?"),
        ("fr", "La carte « dernier tour »"),
        ("fr", "La carte “dernier tour”"),
        ("fr", "L'offre est vide."),
        ("fr", "Arrêt …"),
        ("fr", "{n} %"),
        ("de", "Eine Karte ist noch auf der Hand: lege sie ab."),
        ("de", "Mit allen Karten: keine kam zurück in die Schachtel"),
        ("de", "Zug {index} passt nicht: korrigiere ihn zuerst."),
        ("de", "Wird angehalten …"),
        ("de", "Text bis {n} %"),
        ("de", "Die Karte ‚letzte Runde’"),
        ("de", "Noch {n}..."),
    ],
)
def test_a_wrongly_set_sentence_is_noticed(language: str, text: str) -> None:
    assert faults(language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "… and {n} more"),
        ("nl", "… en nog {n}"),
        ("nl", "De kaart ‘laatste ronde’ is zo’n kaart."),
        ("nl", "Wordt gelezen\u00a0…"),
        ("fr", "La carte «\u00a0dernier tour\u00a0» est-elle visible\u00a0?"),
        ("fr", "… et {n} de plus"),
        ("de", "Die Karten liegen auf dem Tisch: gleich zum Wertungsbogen."),
        ("de", "Keine Reihe hat noch Platz: Nimm eine davon."),
        ("de", "Deckt {cards} Karten auf: die Auslage."),
        ("de", "Die Karte „letzte Runde“"),
    ],
)
def test_a_rightly_set_sentence_is_left_alone(language: str, text: str) -> None:
    assert faults(language, text) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "A {colour} card goes to the row of its colour."),
        ("nl", "Een kaart in {colour} gaat naar de rij van die kleur."),
        ("nl", "Alle plaatsen zijn bezet, en geen ervan is {colour}."),
        ("nl", "Leg alle {cards} {colour} kaarten terug."),
        ("fr", "Plongeur {n} de {name}"),
        ("fr", "Il ne reste que {name}."),
        ("fr", "Une carte en {colour} va dans la rangée de sa couleur."),
        ("fr", "{name} est le dernier de la manche."),
        ("fr", "{name} est archivé."),
        ("fr", "{names} sont partis."),
        ("fr", "Seul reste {name}."),
        ("de", "Eine Karte in {colour} kommt in die Reihe ihrer Farbe."),
        ("de", "{name} hat keinen Platz für {colour}."),
        ("de", "Gebt allen eine Übersichtskarte; Seite, die oben liegt: {side}."),
    ],
)
def test_a_sentence_that_a_word_can_spoil_is_noticed(language: str, text: str) -> None:
    assert disagreements(language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Cards in {colour} go to the row of that colour."),
        ("nl", "Een kaart met de kleur {colour} gaat naar de rij van die kleur."),
        ("nl", "{cards} × {colour}"),
        ("fr", "Profil\u00a0: {name}"),
        ("fr", "{name} est dans les archives."),
        ("fr", "De {low} à {high}"),
        ("fr", "Une carte de couleur {colour}"),
        ("de", "Neue Reihe: {colour}"),
    ],
)
def test_a_sentence_that_nothing_spoils_is_left_alone(language: str, text: str) -> None:
    assert disagreements(language, text) == []


SURELY_SEVERAL = frozenset(
    {
        "below", "best", "bonus", "clans", "colours", "columns", "deck", "display", "divers", "each", "farms",
        "fewest", "in_play", "least", "limit", "limits", "market", "most", "necklaces", "needed", "piles",
        "places", "players", "plus", "pontoons", "rows", "squares", "total",
    }
)  # fmt: skip
"""Numbers that the rules of a game fix, and none of them at one."""
SEVERAL_HERE = frozenset(
    {
        ("cards", "cards"), ("counted", "cards"), ("counted", "divers"), ("counted", "necklaces"),
        ("counted", "reinforcements"), ("n", "cards"), ("n", "marks"), ("n", "sessions"),
        ("pearls", "pearls"),
    }
)  # fmt: skip
"""Numbers that are told only when they are too many, or of a pile that the rules fix."""
COUNTED = re.compile(r"\{(\w+)\} (?:(?!and|of|in|to|has|is|does)[\w-]+ )?([a-z]{3,}s)\b")
NO_THINGS = frozenset(
    {"does", "has", "closes", "makes", "brings", "begins", "wins", "passes", "takes", "turns", "lays"}
)


def test_what_can_be_counted_can_be_one() -> None:
    """A blank before a word in the plural has a sentence of its own for a single thing."""
    uncounted = {
        (blank, things): said.english[0]
        for said in spoken("en")
        if len(said.english) == 1
        for blank, things in COUNTED.findall(said.english[0])
        if things not in NO_THINGS and blank not in SURELY_SEVERAL
        if blank not in (*PERSONS, "colour", "field") and (blank, things) not in SEVERAL_HERE
    }
    assert uncounted == {}
    assert COUNTED.findall("{n} more points"), "or nothing would ever be found"
