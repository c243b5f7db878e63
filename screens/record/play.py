"""A play as the log book has it: what can be said of it afterwards, whether the phone ever saw it or not.

A play that was tracked or counted keeps its moves and its sheet; of any other one the editor changes
everything. What it cannot make sense of stays as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta, tzinfo
from typing import Any
from uuid import uuid4

from history.document import LARGEST_TOTAL, MOST_PLAYERS, is_guest, is_number, tags_of
from history.outcome import outcome_of
from scoring import BOXES
from scoring.core import competition_ranks, first_places
from screens.games.plan import LOOKED_THROUGH, fitting
from screens.words.people import Person

Document = Mapping[str, Any]
LONGEST_MINUTES = 9_999
SHARED = "shared"
"""Whoever has most of the points, and nobody is said to have won the tie."""


@dataclass(frozen=True, slots=True)
class Play:
    session: str
    game: str
    day: str
    """As in ISO 8601."""
    time: str
    """Hours and minutes."""
    minutes: int = 0
    """Nought where nobody knows."""
    place: str = ""
    people: tuple[Person, ...] = ()
    """Clockwise."""
    guests: frozenset[str] = frozenset()
    """Those of whom nobody has said who they are, by id."""
    starter: str = ""
    """The id of whoever began; empty where nobody knows."""
    points: tuple[float | None, ...] = ()
    """Seat by seat; partners have the same."""
    won: str = SHARED
    """Where the points do not say it: the id of somebody on the winning side."""
    options: Mapping[str, Any] | None = None
    note: str = ""
    tags: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(person.id for person in self.people)

    @property
    def sides(self) -> list[tuple[int, ...]]:
        """Those who have their points together."""
        return BOXES[self.game].sides(len(self.people))

    @property
    def is_enough(self) -> bool:
        box = BOXES[self.game]
        return box.fewest <= len(self.people) <= box.most

    @property
    def is_scored(self) -> bool:
        return bool(self.points) and None not in self.points

    @property
    def leaders(self) -> list[tuple[int, ...]]:
        """The sides of which one may have won: all of them while points are missing."""
        if not self.is_scored:
            return self.sides
        most = max(point for point in self.points if point is not None)
        return [side for side in self.sides if self.points[side[0]] == most]


# -- Reading ----------------------------------------------------------------------------------------------


def read_play(session: Document, profiles: Mapping[str, Mapping[str, Any]]) -> Play:
    started = datetime.fromisoformat(session["started"])
    outcome, seats = outcome_of(session), session["players"]
    people = tuple(
        Person(player["id"], player["name"], profiles.get(player["id"], {}).get("colour", ""))
        for player in seats
    )
    play = Play(
        session=session["id"],
        game=session["game"],
        day=started.date().isoformat(),
        time=f"{started:%H:%M}",
        minutes=whole_minutes(session["seconds"]),
        place=session["place"],
        people=people,
        guests=frozenset(player["id"] for player in seats if is_guest(player)),
        starter="" if session["starter"] is None else people[session["starter"]].id,
        points=outcome.totals,
        options=dict(session["options"]),
        note=session["note"],
        tags=tags_of(session),
    )
    winning = {side for side in play.sides if set(side) & set(outcome.winners)}
    if len(winning) == 1 and (not play.is_scored or len(play.leaders) > 1):
        return replace(play, won=people[min(winning)[0]].id)
    return play


def whole_minutes(seconds: float) -> int:
    """As every page tells them."""
    return int(seconds) // 60


def is_bound(session: Document | None) -> bool:
    """Its points and its seats hang on what was tracked or counted."""
    return session is not None and bool(session["moves"] or session["sheet"])


# -- Changing ---------------------------------------------------------------------------------------------


def with_person(play: Play, person: Person) -> Play:
    return replace(play, people=(*play.people, person), points=(*play.points, None))


def put_on_seat(play: Play, seat: int, person: Person) -> Play:
    """Somebody else was meant; the points stay on the seat."""
    former = play.people[seat].id
    people = [*play.people[:seat], person, *play.people[seat + 1 :]]
    return replace(
        play,
        people=tuple(people),
        guests=play.guests - {former},
        starter=person.id if play.starter == former else play.starter,
        won=person.id if play.won == former else play.won,
    )


def without_seat(play: Play, seat: int) -> Play:
    gone = play.people[seat].id
    return replace(
        play,
        people=(*play.people[:seat], *play.people[seat + 1 :]),
        points=(*play.points[:seat], *play.points[seat + 1 :]),
        starter="" if play.starter == gone else play.starter,
        won=SHARED if play.won == gone else play.won,
    )


def with_points(play: Play, seat: int, points: float | None) -> Play:
    """Partners have theirs together."""
    side = next(side for side in play.sides if seat in side)
    return replace(
        play, points=tuple(points if at in side else other for at, other in enumerate(play.points))
    )


# -- Writing ----------------------------------------------------------------------------------------------


def new_play(game: str, now: datetime, day: str = "") -> Play:
    return Play(str(uuid4()), game, day or now.date().isoformat(), f"{now:%H:%M}")


def as_session(play: Play, before: Document | None, zone: tzinfo | None) -> dict[str, Any]:
    """The document; `before` is what it was, of which everything else is kept. `zone` is for a new one."""
    bound = is_bound(before)
    started = datetime.fromisoformat(f"{play.day}T{play.time}:00").replace(tzinfo=zone)
    session: dict[str, Any] = dict(before or {})
    seconds: float = 60 * play.minutes
    finished = started + timedelta(seconds=seconds)
    if before is not None:
        was = datetime.fromisoformat(before["started"])
        started = started.replace(tzinfo=was.tzinfo)
        if f"{was:%H:%M}" == play.time and was.date().isoformat() == play.day:
            started = was
        if whole_minutes(before["seconds"]) == play.minutes:
            seconds = before["seconds"]
        ended = datetime.fromisoformat(before["finished"] or before["started"])
        if bound or seconds == before["seconds"]:
            finished = max(started, ended + (started - was))
        else:
            finished = started + timedelta(seconds=seconds)
    session |= {
        "id": play.session,
        "game": play.game,
        "started": started.isoformat(),
        "finished": finished.isoformat(),
        "seconds": seconds,
        "players": _seats(play, before),
        "place": play.place.strip(),
        "note": play.note.strip(),
    }
    session = _with_tags(session, play.tags)
    if bound:
        if before is not None and not before["moves"]:
            session["starter"] = _starting_seat(play)
        return session
    told = None if before is None else read_play(before, {})
    chosen = play.options or {}
    return {
        **session,
        "starter": _starting_seat(play),
        "options": chosen
        if BOXES[play.game].blank or (told and told.options == chosen)
        else fitting(play.game, len(play.people), chosen),
        "moves": [],
        "sheet": None,
        "result": before["result"] if before and told and _ends_alike(told, play) else _result(play),
    }


def _ends_alike(one: Play, other: Play) -> bool:
    """What an import says beyond the points stays with them."""
    winners = [play.ids.index(play.won) if play.won in play.ids else -1 for play in (one, other)]
    return one.points == other.points and winners[0] == winners[1]


def _seats(play: Play, before: Document | None) -> list[dict[str, Any]]:
    """Whoever sits where they sat keeps what else is known of the seat."""
    known = {} if before is None else {player["id"]: player for player in before["players"]}
    seats = []
    for person in play.people:
        seat = {**known.get(person.id, {}), "id": person.id, "name": person.name}
        if person.id in play.guests:
            seat["guest"] = True
        else:
            seat.pop("guest", None)
        seats.append(seat)
    return seats


def _with_tags(session: dict[str, Any], tags: Sequence[str]) -> dict[str, Any]:
    if tags:
        session["tags"] = list(tags)
    else:
        session.pop("tags", None)
    return session


def _starting_seat(play: Play) -> int | None:
    return play.ids.index(play.starter) if play.starter in play.ids else None


def _result(play: Play) -> dict[str, Any] | None:
    """The points where all of them are known, otherwise the winner alone, otherwise nothing."""
    winning = next((side for side in play.leaders if play.won in [play.ids[seat] for seat in side]), ())
    if not play.is_scored:
        return {"winners": list(winning)} if winning else None
    points = [
        play.points[next(side for side in play.sides if seat in side)[0]] for seat in range(len(play.people))
    ]
    ranks = competition_ranks([(points[seat], seat in winning) for seat in range(len(points))])
    return {"totals": points, "ranks": ranks, "winners": first_places(ranks)}


# -- A draft ----------------------------------------------------------------------------------------------


def as_json(play: Play) -> dict[str, Any]:
    return {**asdict(play), "guests": sorted(play.guests)}


def read_draft(value: object) -> Play | None:
    """What was being entered; nothing where that makes no sense, in whatever part."""
    if not isinstance(value, dict):
        return None
    try:
        people = tuple(Person(**person) for person in value["people"])
        made = Play(
            **{
                **value,
                "people": people,
                "points": tuple(value["points"]),
                "guests": frozenset(value["guests"]),
                "tags": tuple(value["tags"]),
            }
        )
        datetime.fromisoformat(f"{made.day}T{made.time}:00")
    except (KeyError, TypeError, ValueError):
        return None
    fits = made.game in BOXES and len(made.points) == len(people) <= MOST_PLAYERS
    return made if fits and all(_is_points(point) for point in made.points) else None


def _is_points(value: object) -> bool:
    return value is None or (is_number(value) and abs(value) <= LARGEST_TOTAL)


# -- What comes back --------------------------------------------------------------------------------------


def places(history: Any, most: int = 8) -> list[str]:
    """Where one has played, the last place first."""
    found: dict[str, str] = {}
    for session in history.sessions()[:LOOKED_THROUGH]:
        if place := session["place"].strip():
            found.setdefault(place.casefold(), place)
    return list(found.values())[:most]


def known_tags(history: Any, most: int = 12) -> list[str]:
    found: dict[str, None] = {}
    for session in history.sessions()[:LOOKED_THROUGH]:
        found |= dict.fromkeys(tags_of(session))
    return list(found)[:most]
