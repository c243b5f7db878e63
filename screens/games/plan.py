"""A table before it exists: who sits where, who begins, which variants, and what is already laid out.

A plan is kept as a draft after every tap, one per game, so that nothing is lost on the way to the first move.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any
from uuid import UUID, uuid4

from scoring import BOXES, GAMES, Box, InvalidOptions, Message, box_of
from screens.games import FACES
from screens.games.parts import read_strings
from screens.theme import PLAYER_COLOURS
from screens.words.messages import name_of
from screens.words.people import Person, is_nameless, tidy

WAYS = ("book", "random", "fingers")

LONGEST_NAME = 400
LOOKED_THROUGH = 300
"""How many earlier sessions are searched for the group's last variants."""
OFFERED_GROUPS = 2
MOST_ELDERS = 60
"""How many people somebody is known to be younger than; the oldest knowledge goes first."""

NOTHING_LAID: Mapping[str, Any] = {"removed": (), "start": {}, "clans": {}, "piles": ()}
"""Every draft has had all of these from the beginning, whatever its game lays out."""


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
    laid: Mapping[str, Any] = field(default_factory=dict)
    """What the game lays out, as far as it is known; the game's own folder fills it in and reads it."""
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
    def box(self) -> Box:
        return box_of({"game": self.game, "options": self.options or {}})

    @property
    def missing(self) -> int:
        return max(0, self.box.fewest - self.count)

    @property
    def is_full(self) -> bool:
        return self.count >= self.box.most

    @property
    def teams(self) -> tuple[tuple[Person, ...], ...]:
        """Those who play together, in the games and the numbers in which anybody does."""
        sides = self.box.sides(self.count)
        return tuple(tuple(self.people[seat] for seat in side) for side in sides if len(side) > 1)

    @property
    def starting_seat(self) -> int | None:
        return self.ids.index(self.starter) if self.starter in self.ids else None

    def person(self, player_id: str) -> Person:
        return self.people[self.ids.index(player_id)]


# -- Keeping it -------------------------------------------------------------------------------------------


def draft_key(game: str) -> str:
    return f"table {game}"


def as_json(plan: Plan) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name, value in asdict(plan).items():
        kept |= {**NOTHING_LAID, **value} if name == "laid" else {name: value}
    return {**kept, "ticks": sorted(plan.ticks)}


def read_plan(game: str, value: object) -> Plan:
    """The plan in a draft; whatever makes no sense in it is as if it had never been entered."""
    given = value if isinstance(value, dict) else {}
    people = _read_people(game, given.get("people"))
    ids = {person.id for person in people}
    laid = {name: read(given.get(name)) for name, read in FACES[game].setup.LAID.items()}
    return Plan(
        game=game,
        people=people,
        starter=next((one for one in ids if one == given.get("starter")), ""),
        way=given["way"] if given.get("way") in WAYS else "book",
        options=given["options"] if isinstance(given.get("options"), dict) else None,
        laid={name: value for name, value in laid.items() if value},
        ticks=frozenset(read_strings(given.get("ticks"))),
        typed=given["typed"] if isinstance(given.get("typed"), str) else "",
    )


def tells_all(plan: Plan, draft: object) -> bool:
    """Whether nothing in the draft had to be left out."""
    kept = json.loads(json.dumps(as_json(plan)))
    return isinstance(draft, dict) and all(kept[name] == draft[name] for name in kept.keys() & draft.keys())


def _read_people(game: str, value: object) -> tuple[Person, ...]:
    people: list[Person] = []
    for item in value if isinstance(value, list) else []:
        fields: list[Any] = (
            [item.get(name) for name in ("id", "name", "colour")] if isinstance(item, dict) else []
        )
        if all(isinstance(one, str) for one in fields) and fields and _is_id(fields[0]) and tidy(fields[1]):
            person = Person(*fields)
            if person.id not in [other.id for other in people] and len(people) < BOXES[game].most:
                people.append(replace(person, colour=_free_colour(people, person.colour)))
    return tuple(people)


def _is_id(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


# -- People -----------------------------------------------------------------------------------------------


def new_person(name: str) -> Person:
    return Person(str(uuid4()), name, "")


def _free_colour(people: Sequence[Person], wished: str) -> str:
    """Where more sit down than there are colours, they come round again."""
    taken = [person.colour for person in people]
    wishes = (colour for colour in (wished, *PLAYER_COLOURS) if colour in PLAYER_COLOURS)
    colours = list(PLAYER_COLOURS)
    return next((colour for colour in wishes if colour not in taken), colours[len(people) % len(colours)])


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
    found = value.items() if isinstance(value, dict) else ()
    return {player: list(read_strings(older)) for player, older in found}


# -- Earlier tables ---------------------------------------------------------------------------------------


def earlier_groups(game: str, history: Any) -> list[tuple[Person, ...]]:
    """The groups that played last and would fit: first the one that played this game, then the others."""
    groups: list[tuple[Person, ...]] = []
    profiles = {profile["id"]: profile for profile in history.players(archived=False)}
    for session in (*history.sessions(game=game)[:1], *history.sessions()[:LOOKED_THROUGH]):
        ids = [history.same_player(player["id"]) for player in session["players"]]
        fits = BOXES[game].fewest <= len(ids) <= BOXES[game].most
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
    box, group = BOXES[game], set(ids)
    sessions = list(history.sessions(game=game)[:LOOKED_THROUGH])
    same = [
        session
        for session in sessions
        if {history.same_player(player["id"]) for player in session["players"]} == group
    ]
    found: dict[str, Any] = {}
    for session in (same or sessions)[:1]:
        chosen = session["options"]
        found = {name: chosen[name] for name in box.of_the_group if name in chosen}
    if not same:
        found |= {name: usual[name] for name in box.of_the_group if name in usual}
    for name in box.of_the_box:
        told = [value for session in sessions if (value := last_said(session, name)) is not None]
        if told:
            found[name] = told[0]
    return found


def last_said(session: Mapping[str, Any], name: str) -> Any:
    """What a session knows of the box: as it began, or as it was corrected at the table."""
    corrected = [
        move[name] for move in session["moves"] if move["move"] == "correct" and move.get(name) is not None
    ]
    return corrected[-1] if corrected else session["options"].get(name)


@dataclass(frozen=True, slots=True)
class Habit:
    """Who plays what, where and how: offered before anybody has to say it again."""

    game: str
    people: tuple[Person, ...]
    place: str
    options: Mapping[str, Any]
    session: str
    name: str
    """Of the game."""


def habits(history: Any, game: str = "", most: int = 3) -> list[Habit]:
    """The last groups, each with the game, the place and the variants of its last time; `game` is theirs."""
    profiles = {profile["id"]: profile for profile in history.players(archived=False)}
    found: list[Habit] = []
    seen: set[tuple[str, frozenset[str]]] = set()
    for session in history.sessions(game=game or None, finished=True)[:LOOKED_THROUGH]:
        ids = [history.same_player(player["id"]) for player in session["players"]]
        key = box_of(session).key, frozenset(ids)
        if key in seen or len(key[1]) < len(ids) or not all(one in profiles for one in ids):
            continue
        box = box_of(session)
        if not box.fewest <= len(ids) <= box.most:
            continue
        seen.add(key)
        people = tuple(Person(one, profiles[one]["name"], profiles[one]["colour"]) for one in ids)
        kept = set(session["options"]) if box.blank else set(box.of_the_group)
        options = {name: value for name, value in session["options"].items() if name in kept}
        found.append(
            Habit(session["game"], people, session["place"], options, session["id"], name_of(session))
        )
        if len(found) == most:
            break
    return found


def next_plan(document: Mapping[str, Any], history: Any) -> Plan:
    """The same people once more. The youngest stays the youngest; elsewhere the next one clockwise begins,
    if anybody knows who began.

    Whoever has no name yet is left out: they can be seated by name.
    """
    game, players = document["game"], document["players"]
    known = {profile["id"]: profile for profile in history.players()}
    ids = [history.same_player(player["id"]) for player in players]
    plan = Plan(game, options=document["options"] if BOXES[game].blank else None)
    for seat, (player_id, player) in enumerate(zip(ids, players, strict=True)):
        if player_id not in plan.ids and not is_nameless(seat, player, history):
            profile = known.get(player_id, {})
            name, colour = profile.get("name", player["name"]), profile.get("colour", "")
            plan = seated(plan, Person(player_id, name, colour))
    began = document["starter"]
    first = "" if began is None else ids[(began + (not BOXES[game].youngest_begins)) % len(ids)]
    return replace(plan, starter=first if first in plan.ids else "")


# -- Options and set-up -----------------------------------------------------------------------------------


def fitting(game: str, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """As many of these options as the game accepts together."""
    kept: dict[str, Any] = {}
    for name, value in options.items():
        try:
            GAMES[game].setup(players=players, options={**kept, name: value})
        except InvalidOptions:
            continue
        kept[name] = value
    return kept


def all_options(plan: Plan, remembered: Mapping[str, Any]) -> dict[str, Any]:
    """What the table is played with: what was chosen, and what is laid out."""
    setup = FACES[plan.game].setup
    on = {name for name, value in setup.DEFAULTS.items() if value is True}
    chosen = remembered if plan.options is None else plan.options
    chosen = {name: value for name, value in chosen.items() if value not in (name in on, None)}
    return fitting(plan.game, plan.count, setup.options(chosen, plan.laid, plan.ids))


def tick_of(step: Message) -> str:
    """A step with its numbers: a tick for 56 cards says nothing about 76."""
    return f"{step.key} {json.dumps(dict(step.args), sort_keys=True)}"
