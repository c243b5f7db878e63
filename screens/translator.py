"""Four languages, switchable while running: kv binds to `i18n._` and `i18n.n`, Python asks them each time."""

from __future__ import annotations

import gettext
from datetime import date, datetime
from pathlib import Path

from kivy.event import EventDispatcher
from kivy.properties import ObjectProperty, StringProperty

HOUSE = "tableside"
LOCALES = Path(__file__).resolve().parent.parent / "locales"
LANGUAGES = {"en": "English", "nl": "Nederlands", "fr": "Français", "de": "Deutsch"}
"""Every language under its own name, as a person looks for it."""


PLAIN = gettext.NullTranslations()


def catalogue(language: str) -> gettext.NullTranslations:
    """That of the house, and behind it that of every game that is there."""
    found = {path.stem for path in LOCALES.glob(f"{language}/LC_MESSAGES/*.mo")}
    joined = gettext.NullTranslations()
    for domain in sorted(found, key=lambda domain: (domain != HOUSE, domain)):
        joined.add_fallback(gettext.translation(domain, LOCALES, [language]))
    return joined


class Translator(EventDispatcher):
    language = StringProperty("en")
    _ = ObjectProperty(PLAIN.gettext)
    n = ObjectProperty(PLAIN.ngettext)

    def on_language(self, *_: object) -> None:
        told = catalogue(self.language)
        self.n, self._ = told.ngettext, told.gettext


i18n = Translator()


def _(sentence: str) -> str:
    return str(i18n._(sentence))


def ngettext(one: str, many: str, count: int) -> str:
    return str(i18n.n(one, many, count))


def N_(sentence: str) -> str:  # noqa: N802 - gettext's customary name: marks for extraction, translates later
    return sentence


def best_language(wished: list[str]) -> str:
    """The first wish we speak: "nl_BE" and "nl-NL" both find Dutch."""
    for wish in wished:
        if (code := wish.replace("-", "_").split("_")[0].lower()) in LANGUAGES:
            return code
    return "en"


MONTHS = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"),
    N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip
SHORT_MONTHS = (
    N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun"),
    N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec"),
)  # fmt: skip
WEEKDAYS = (
    N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday"), N_("Friday"), N_("Saturday"), N_("Sunday"),
)  # fmt: skip


DAYS_WITH_A_CAPITAL = frozenset({"en", "de"})


def day(when: datetime, today: date) -> str:
    """A day as people at a table say it: today, yesterday, a weekday, or the date."""
    ago = (today - when.date()).days
    if ago == 0:
        return _("Today")
    if ago == 1:
        return _("Yesterday")
    if 1 < ago < 7:
        return _(WEEKDAYS[when.weekday()])
    return date_told(when, today)


def day_within(when: datetime, today: date) -> str:
    """The same in the midst of a sentence, where only some languages leave a day its capital."""
    told = day(when, today)
    keeps = 1 < (today - when.date()).days < 7 and i18n.language in DAYS_WITH_A_CAPITAL
    return told if keeps else told[:1].lower() + told[1:]


def date_told(when: date, today: date | None = None) -> str:
    """A date that can follow a word: "on 3 May"; with its year unless that is today's."""
    if today and when.year == today.year:
        form = _("1 {month}") if when.day == 1 else _("{day} {month}")
    else:
        form = _("1 {month} {year}") if when.day == 1 else _("{day} {month} {year}")
    return form.format(day=when.day, month=_(MONTHS[when.month - 1]), year=when.year)


def month_told(year: int, month: int) -> str:
    return _("{month} {year}").format(month=_(MONTHS[month - 1]), year=year)


def heading(text: str) -> str:
    """With the capital that a name of a month, say, does not have in every language."""
    return text[:1].upper() + text[1:]


def headed(head: str, text: str) -> str:
    """What it is about, and what is said about it."""
    return _("{head}: {text}").format(head=head, text=text)


def percent(share: float) -> str:
    return _("{n}%").format(n=round(100 * share))


def clock(when: datetime) -> str:
    return f"{when:%H:%M}"


def duration(seconds: float) -> str:
    minutes = max(0, int(seconds)) // 60
    if minutes < 60:
        return ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)
    return _("{hours} h {minutes} min").format(hours=minutes // 60, minutes=minutes % 60)


SINGULAR_BELOW_TWO = frozenset({"fr"})
"""Where one and a half is not several."""


def several(value: float) -> int:
    """The whole number whose plural a number takes: "0.5 wins", but « 0,5 victoire »."""
    if value == int(value):
        return int(value)
    return 1 if abs(value) < 2 and i18n.language in SINGULAR_BELOW_TWO else 2


def number(value: float, places: int = 1) -> str:
    """As the language writes it: whole numbers without a fraction, long ones with their thousands apart."""
    whole, _point, fraction = f"{abs(round(value, places)):.{places}f}".partition(".")
    said = whole
    if len(whole) > 4:
        said = _("{thousands},{units}").format(thousands=whole[:-3], units=whole[-3:])
    if fraction.strip("0"):
        said = _("{whole}.{fraction}").format(whole=said, fraction=fraction.rstrip("0"))
    return f"−{said}" if round(value, places) < 0 else said
