"""The rulebooks' own cases, counted here and now: what should come out, and what does."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from scoring import BOXES, GAMES
from screens.games import FACES
from screens.games.parts import Example, ExpectedOutcome
from screens.translator import _, ngettext
from screens.widgets.layout import Page
from screens.widgets.surfaces import Card
from screens.words.messages import game_name
from screens.words.telling import signed


def outcome_of(game: str, example: Example) -> ExpectedOutcome:
    """What the rules of this app make of it."""
    rules = GAMES[game]
    *_earlier, table = rules.replay(example.players, example.options, 0, example.moves)
    sheet = example.sheet or rules.sheet(table)
    result = rules.score(players=example.players, options=example.options, sheet=sheet)
    return ExpectedOutcome(tuple(result.totals), tuple(result.winners), getattr(result, "lost", 0))


def told(outcome: ExpectedOutcome) -> str:
    """Points in the order of the seats, the winners', and what is lost."""
    points = " · ".join(signed(total) for total in outcome.totals)
    winners = ", ".join(str(seat + 1) for seat in outcome.winners)
    parts = [
        points,
        ngettext("seat {seats} wins", "seats {seats} win", len(outcome.winners)).format(seats=winners),
    ]
    if outcome.lost:
        parts.append(ngettext("{n} pearl lost", "{n} pearls lost", outcome.lost).format(n=outcome.lost))
    return "; ".join(parts)


class ExampleCard(Card):
    text = StringProperty("")
    expected = StringProperty("")
    found = StringProperty("")
    right = BooleanProperty(True)


class GameExamples(Card):
    """The heading above the examples of one game."""

    game = StringProperty("")
    text = StringProperty("")


class SelfCheckPage(Page):
    examples = NumericProperty(0)
    wrong = NumericProperty(0)

    def refresh(self) -> None:
        box = self.ids.examples
        box.clear_widgets()
        self.examples = self.wrong = 0
        for game in BOXES:
            heading = GameExamples(game=game, text=game_name(game))
            for example in FACES[game].examples.EXAMPLES:
                found = outcome_of(game, example)
                right = found == example.expected
                self.examples += 1
                self.wrong += not right
                heading.add_widget(
                    ExampleCard(
                        text=_(example.text), expected=told(example.expected), found=told(found), right=right
                    )
                )
            box.add_widget(heading)
