"""A table before it exists: who sits where, who begins, which variants, and what is already laid out.

A plan is kept as a draft after every tap, one per game, so that nothing is lost on the way to the first move.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any
from uuid import UUID, uuid4

from scoring import GAMES, InvalidOptions, Message
from screens.theme import PLAYER_COLOURS

YOUNGEST_BEGINS = frozenset({"pearls", "perladora"})
"""The other rulebooks leave it to the players."""
WAYS = ("book", "random", "fingers")

NUMBER_CARD = ("colour", "number", "row")

LONGEST_NAME = 400
LOOKED_THROUGH = 300
"""How many earlier sessions are searched for the group's last variants."""
OFFERED_GROUPS = 2
MOST_ELDERS = 60
"""How many people somebody is known to be younger than; the oldest knowledge goes first."""

OPTIONS_OF_A_GROUP = {
    "pearls": ("all_cards",),
    "coloretto": ("side",),
    "perfect_numbers": ("three_rows", "lower_on_other"),
    "perladora": ("advanced", "look_at_own"),
}
OPTIONS_OF_THE_BOX = {"perfect_numbers": ("deck",), "perladora": ("farms",)}
"""They belong to the cards and the board at home, whoever plays."""


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Plan:
    game: str
    people: tuple[Person, ...] = ()
    starter: str = ""
    """The id of whoever begins."""
    way: str = "book"
    """How the starter is found: by the rulebook, at random, or with all fingers on the glass."""
    options: Mapping[str, Any] | None = None
    """None until somebody changes one: then those of the last time hold."""
    removed: tuple[str, ...] = ()
    """Coloretto: the colours to put back, as far as they are chosen."""
    start: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Start cards by player id, as far as they are noted: colours in Coloretto; in Perfect Numbers a colour
    and a number, and for a joker the row that it joins."""
    clans: Mapping[str, str] = field(default_factory=dict)
    """Perladöra: by player id, as far as they are dealt."""
    piles: tuple[int, ...] = ()
    """Perladöra: the pearls on the farms, or nothing."""
    ticks: frozenset[str] = frozenset()
    typed: str = ""
    """A name that is still being typed."""

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(person.id for person in self.people)

    @property
    def count(self) -> int:
        return len(self.people)

    @property
    def missing(self) -> int:
        return max(0, GAMES[self.game].fewest - self.count)

    @property
    def is_full(self) -> bool:
        return self.count >= GAMES[self.game].most

    @property
    def teams(self) -> tuple[tuple[Person, Person], ...]:
        """Opposite seats play together in Perladöra with four."""
        if self.game != "perladora" or self.count != 4:
            return ()
        return (self.people[0], self.people[2]), (self.people[1], self.people[3])

    @property
    def starting_seat(self) -> int | None:
        return self.ids.index(self.starter) if self.starter in self.ids else None

    def person(self, player_id: str) -> Person:
        return self.people[self.ids.index(player_id)]


# -- Keeping it -------------------------------------------------------------------------------------------


def as_json(plan: Plan) -> dict[str, Any]:
    return {**asdict(plan), "ticks": sorted(plan.ticks)}


def read_plan(game: str, value: object) -> Plan:
    """The plan in a draft; whatever makes no sense in it is as if it had never been entered."""
    given = value if isinstance(value, dict) else {}
    people = _read_people(game, given.get("people"))
    ids = {person.id for person in people}
    piles = given.get("piles")
    return Plan(
        game=game,
        people=people,
        starter=given["starter"] if given.get("starter") in ids else "",
        way=given["way"] if given.get("way") in WAYS else "book",
        options=given["options"] if isinstance(given.get("options"), dict) else None,
        removed=tuple(_strings(given.get("removed"))),
        start={player: tuple(_strings(cards)) for player, cards in _items(given.get("start"))},
        clans={player: clan for player, clan in _items(given.get("clans")) if isinstance(clan, str)},
        piles=tuple(piles) if isinstance(piles, list) and all(type(pile) is int for pile in piles) else (),
        ticks=frozenset(_strings(given.get("ticks"))),
        typed=given["typed"] if isinstance(given.get("typed"), str) else "",
    )


def _read_people(game: str, value: object) -> tuple[Person, ...]:
    people: list[Person] = []
    for item in value if isinstance(value, list) else []:
        fields: list[Any] = (
            [item.get(name) for name in ("id", "name", "colour")] if isinstance(item, dict) else []
        )
        if all(isinstance(one, str) for one in fields) and fields and _is_id(fields[0]) and tidy(fields[1]):
            person = Person(*fields)
            if person.id not in [other.id for other in people] and len(people) < GAMES[game].most:
                people.append(replace(person, colour=_free_colour(people, person.colour)))
    return tuple(people)


def _is_id(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


def _items(value: object) -> Iterable[tuple[str, Any]]:
    return value.items() if isinstance(value, dict) else ()


def _strings(value: object) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


# -- People -----------------------------------------------------------------------------------------------


def tidy(name: str) -> str:
    return " ".join(name.split())


def alike(one: str, other: str) -> bool:
    return tidy(one).casefold() == tidy(other).casefold()


def new_person(name: str) -> Person:
    return Person(str(uuid4()), name, "")


def _free_colour(people: Sequence[Person], wished: str) -> str:
    taken = [person.colour for person in people]
    return next(
        colour for colour in (wished, *PLAYER_COLOURS) if colour in PLAYER_COLOURS and colour not in taken
    )


def seated(plan: Plan, person: Person, at: int | None = None) -> Plan:
    """With one more at the table, who keeps their colour if nobody has it yet."""
    people = list(plan.people)
    people.insert(
        len(people) if at is None else at, replace(person, colour=_free_colour(people, person.colour))
    )
    return replace(plan, people=tuple(people))


def stood_up(plan: Plan, player_id: str) -> Plan:
    people = tuple(person for person in plan.people if person.id != player_id)
    return replace(plan, people=people, starter="" if plan.starter == player_id else plan.starter)


def moved(plan: Plan, player_id: str, seat: int) -> Plan:
    person = plan.person(player_id)
    people = [other for other in plan.people if other.id != player_id]
    people.insert(max(0, min(len(people), seat)), person)
    return replace(plan, people=tuple(people))


def coloured(plan: Plan, player_id: str, colour: str) -> Plan:
    """Whoever had this colour gets the other one in return."""
    former = plan.person(player_id).colour

    def paint(person: Person) -> Person:
        if person.id == player_id:
            return replace(person, colour=colour)
        return replace(person, colour=former) if person.colour == colour else person

    return replace(plan, people=tuple(paint(person) for person in plan.people))


def named_anew(plan: Plan, names: Mapping[str, str], same: Mapping[str, str]) -> Plan:
    """With today's names and profiles: somebody may have been renamed or merged since."""
    people: list[Person] = []
    for person in plan.people:
        current = same.get(person.id, person.id)
        if current not in [other.id for other in people]:
            people.append(replace(person, id=current, name=names.get(current, person.name)))
    starter = same.get(plan.starter, plan.starter)
    return replace(plan, people=tuple(people), starter=starter)


# -- Who is youngest --------------------------------------------------------------------------------------

Elders = Mapping[str, Sequence[str]]
"""By player id, the ids of people who are known to be older."""


def youngest(ids: Sequence[str], elders: Elders) -> str:
    """Who is known to be younger than all the others here, or nobody."""
    if len(ids) < 2:
        return ""
    for player in ids:
        if set(ids) - {player} <= set(elders.get(player, ())):
            return player
    return ""


def learn_youngest(player: str, ids: Sequence[str], elders: Elders) -> dict[str, list[str]]:
    others = [other for other in ids if other != player]
    learnt = {
        name: [one for one in older if not (name in others and one == player)]
        for name, older in elders.items()
    }
    known = [one for one in learnt.get(player, []) if one not in others]
    learnt[player] = [*known, *others][-MOST_ELDERS:]
    return learnt


def read_elders(value: object) -> dict[str, list[str]]:
    return {player: _strings(older) for player, older in _items(value)}


# -- Earlier tables ---------------------------------------------------------------------------------------


def earlier_groups(game: str, history: Any) -> list[tuple[Person, ...]]:
    """The groups that played last and would fit: first the one that played this game, then the others."""
    groups: list[tuple[Person, ...]] = []
    profiles = {profile["id"]: profile for profile in history.players(archived=False)}
    for session in (*history.sessions(game=game)[:1], *history.sessions()[:LOOKED_THROUGH]):
        ids = [history.same_player(player["id"]) for player in session["players"]]
        fits = GAMES[game].fewest <= len(ids) <= GAMES[game].most
        known = all(player in profiles for player in ids) and len(set(ids)) == len(ids)
        if fits and known and set(ids) not in [{person.id for person in group} for group in groups]:
            groups.append(
                tuple(Person(player, profiles[player]["name"], profiles[player]["colour"]) for player in ids)
            )
        if len(groups) == OFFERED_GROUPS:
            break
    return groups


def remembered_options(
    game: str, ids: Iterable[str], history: Any, usual: Mapping[str, Any]
) -> dict[str, Any]:
    """What this group last chose in this game, or else what is usual, or was last chosen in it; and the box
    at home."""
    group = set(ids)
    sessions = list(history.sessions(game=game)[:LOOKED_THROUGH])
    same = [
        session
        for session in sessions
        if {history.same_player(player["id"]) for player in session["players"]} == group
    ]
    found: dict[str, Any] = {}
    for session in (same or sessions)[:1]:
        chosen = session["options"]
        found = {name: chosen[name] for name in OPTIONS_OF_A_GROUP[game] if name in chosen}
    if not same:
        found |= {name: usual[name] for name in OPTIONS_OF_A_GROUP[game] if name in usual}
    for name in OPTIONS_OF_THE_BOX.get(game, ()):
        told = [session["options"][name] for session in sessions if session["options"].get(name) is not None]
        if told:
            found[name] = told[0]
    return found


# -- Options and set-up -----------------------------------------------------------------------------------


def fitting(game: str, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """As many of these options as the game accepts together."""
    kept: dict[str, Any] = {}
    for name, value in options.items():
        if name == "all_cards" and players > 3:
            continue
        try:
            GAMES[game].setup(players=players, options={**kept, name: value})
        except InvalidOptions:
            continue
        kept[name] = value
    return kept


def all_options(plan: Plan, remembered: Mapping[str, Any]) -> dict[str, Any]:
    """What the table is played with: the plan's choices, seat by seat where they belong to a seat."""
    chosen = dict(remembered if plan.options is None else plan.options)
    chosen = {name: value for name, value in chosen.items() if value not in (False, None)}
    if plan.removed:
        chosen["removed"] = list(plan.removed)
    if plan.people and all(plan.start.get(player) for player in plan.ids):
        chosen["start"] = [_start_cards(plan.game, plan.start[player]) for player in plan.ids]
    if chosen.get("advanced") and plan.people and all(plan.clans.get(player) for player in plan.ids):
        chosen["clans"] = [plan.clans[player] for player in plan.ids]
    if plan.piles:
        chosen["piles"] = list(plan.piles)
    return fitting(plan.game, plan.count, chosen)


def _start_cards(game: str, noted: Sequence[str]) -> list[Any]:
    return [read_number_card(card) for card in noted] if game == "perfect_numbers" else list(noted)


def note_number_card(card: Mapping[str, Any]) -> str:
    """A start card of Perfect Numbers, as a plan keeps it."""
    return " ".join(str(card[name]) for name in NUMBER_CARD if name in card)


def read_number_card(noted: str) -> dict[str, Any]:
    card: dict[str, Any] = dict(zip(NUMBER_CARD, noted.split(), strict=False))
    number = card.get("number", "")
    return card | {"number": int(number)} if number.isdecimal() else card


def tick_of(step: Message) -> str:
    """A step with its numbers: a tick for 56 cards says nothing about 76."""
    return f"{step.key} {json.dumps(dict(step.args), sort_keys=True)}"
