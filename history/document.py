"""What a session and a player look like as documents, and the gate through which every document comes in.

A document is plain JSON. Whatever comes in, from the app, from disk or from a stranger, is either copied into
its normal form or refused with a message key; the normal form passes through the gate unchanged. Fields that
are not known here are kept, because a newer version on another phone may have written them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, date, datetime
from math import isfinite
from typing import Any, Final, NoReturn, TypeGuard

from scoring import BLANK, BOXES
from scoring.core import Refusal, quote

GAME_KEYS: Final[tuple[str, ...]] = tuple(BOXES)

LARGEST_FILE: Final = 64 * 1024 * 1024
"""Bytes; ten thousand sessions with every move tracked fit in."""
MOST_VALUES: Final = 8_000_000
"""Values in one file: brackets cost a file one byte each, but the memory of a phone sixty."""
LARGEST_DOCUMENT: Final = 1_000_000
"""Values and letters in one document."""
DEEPEST: Final = 24
"""Lists and objects inside one another, in one document."""
DEEPEST_FILE: Final = DEEPEST + 4
LONGEST_NAME: Final = 10_000
LONGEST_DEVICE: Final = 64
LONGEST_NOTE: Final = 100_000
MOST_PLAYERS: Final = 12
LARGEST_INTEGER: Final = 2**53
LARGEST_TOTAL: Final = 1_000_000_000
LONGEST_PLAY: Final = 366 * 24 * 60 * 60
EARLIEST_YEAR: Final = 1900
LATEST_YEAR: Final = 2999
FIRST_SAVED: Final = int(datetime(2020, 1, 1, tzinfo=UTC).timestamp())
LAST_SAVED: Final = int(datetime(LATEST_YEAR, 1, 1, tzinfo=UTC).timestamp())
"""Nothing was saved before there was this app; a phone that says so has the wrong date."""

_HASH = re.compile("[0-9a-f]{64}")
_UUID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")

_DEVICE_LETTERS: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

_EMPTY_SESSION: Final[dict[str, Any]] = {
    "id": None,
    "game": None,
    "started": None,
    "finished": None,
    "seconds": 0,
    "players": None,
    "starter": None,
    "options": {},
    "moves": [],
    "sheet": None,
    "result": None,
    "place": "",
    "note": "",
}

_EMPTY_PLAYER: Final[dict[str, Any]] = {
    "id": None,
    "name": None,
    "colour": "",
    "archived": False,
    "merged_into": None,
}


class InvalidDocument(Refusal):
    """A file or a document that is not what it should be."""


# -- Bytes to JSON ----------------------------------------------------------------------------------------


def load_json(data: bytes, largest: int = LARGEST_FILE) -> object:
    """The JSON value in these bytes; too large, too deep, ambiguous or not finite is refused."""
    if len(data) > largest:
        raise InvalidDocument("document.file_too_large", largest=largest)
    if data.count(b",") + data.count(b"[") + data.count(b"{") > MOST_VALUES:
        raise InvalidDocument("document.too_many_values", most=MOST_VALUES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise InvalidDocument("document.not_utf8", position=problem.start) from None
    try:
        value = _DECODER.decode(text)
    except InvalidDocument:
        raise
    except json.JSONDecodeError as problem:
        raise InvalidDocument("document.not_json", position=problem.pos) from None
    except ValueError:  # more digits than Python is willing to turn into an integer
        raise InvalidDocument("document.number_too_large", value="") from None
    except RecursionError:
        raise InvalidDocument("document.too_deep", deepest=DEEPEST_FILE) from None
    _refuse_depth(value, DEEPEST_FILE)
    return value


def _unambiguous(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise InvalidDocument("document.field_twice", field=quote(mend_text(max(names, key=names.count))))
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise InvalidDocument("document.not_a_number", value=name)


def _read_float(digits: str) -> float:
    number = float(digits)
    if not isfinite(number):
        raise InvalidDocument("document.number_too_large", value=quote(digits))
    return number


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_unambiguous,
    parse_constant=_refuse_constant,
    parse_float=_read_float,
)


def _refuse_depth(value: object, deepest: int) -> None:
    layer = [value]
    for _ in range(deepest + 1):
        layer = [
            item
            for container in layer
            if isinstance(container, dict | list)
            for item in (container.values() if isinstance(container, dict) else container)
            if isinstance(item, dict | list)
        ]
        if not layer:
            return
    raise InvalidDocument("document.too_deep", deepest=deepest)


# -- JSON to a plain copy ---------------------------------------------------------------------------------


class _Copier:
    """Copies one document: only plain JSON comes through, and only as much as one document may hold.

    Ten thousand documents pass here while a history opens, so single values are looked at where they lie and
    only lists and objects cost a call.
    """

    __slots__ = ("left", "owned")

    def __init__(self, owned: bool) -> None:
        self.left = LARGEST_DOCUMENT
        self.owned = owned

    def object(self, value: dict[Any, Any], depth: int) -> dict[str, Any]:
        try:
            names = "".join(value)
        except TypeError:
            raise InvalidDocument("document.field_name") from None
        if not (names.isascii() or _is_storable(names)):
            raise InvalidDocument("document.field_name")
        self._enter(len(names) + len(value), depth)
        letters = 0
        copied = value if self.owned else value.copy()
        for name, item in value.items():
            kind = type(item)
            if kind is str:
                letters += len(item)
                if not item.isascii():
                    copied[name] = mend_text(item)
            elif kind is not int or not -LARGEST_INTEGER <= item <= LARGEST_INTEGER:
                copied[name] = self._other(item, kind, depth)
        self._spend(letters)
        return copied

    def _list(self, value: list[Any] | tuple[Any, ...], depth: int) -> list[Any]:
        self._enter(len(value), depth)
        letters = 0
        copied = value if self.owned and isinstance(value, list) else list(value)
        for index, item in enumerate(value):
            kind = type(item)
            if kind is str:
                letters += len(item)
                if not item.isascii():
                    copied[index] = mend_text(item)
            elif kind is not int or not -LARGEST_INTEGER <= item <= LARGEST_INTEGER:
                copied[index] = self._other(item, kind, depth)
        self._spend(letters)
        return copied

    def _other(self, value: Any, kind: type, depth: int) -> Any:
        if kind is dict:
            return self.object(value, depth + 1) if value else {}
        if kind is list or kind is tuple:
            return self._list(value, depth + 1)
        if value is None or kind is bool:
            return value
        if kind is float:
            if isfinite(value):
                return value
            raise InvalidDocument("document.not_a_number", value=str(value))
        if kind is int:
            raise InvalidDocument("document.number_too_large", value="")
        raise InvalidDocument("document.not_plain", kind=quote(value))

    def _enter(self, amount: int, depth: int) -> None:
        if depth > DEEPEST:
            raise InvalidDocument("document.too_deep", deepest=DEEPEST)
        self._spend(amount)

    def _spend(self, amount: int) -> None:
        self.left -= amount
        if self.left < 0:
            raise InvalidDocument("document.too_large", largest=LARGEST_DOCUMENT)


def mend_text(text: str) -> str:
    """The text as it can be stored: halves of a split character are joined, or marked where one is lost."""
    return (
        text
        if _is_storable(text)
        else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    )


def _is_storable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


# -- Sessions ---------------------------------------------------------------------------------------------


def read_session(value: object, *, owned: bool = False) -> dict[str, Any]:
    """The session in its normal form: a copy that shares nothing with the value. Raises InvalidDocument.

    `owned` says that nobody else holds the value, because it has just been parsed: then it is not copied,
    which is twice as fast, and it is of no more use to the caller.
    """
    if not isinstance(value, dict):
        raise InvalidDocument("document.not_an_object", field="session")
    session = _Copier(owned).object({**_EMPTY_SESSION, **value}, 1)
    session["id"] = _uuid(session["id"], "id")
    game = session["game"]
    if not isinstance(game, str) or game not in (*GAME_KEYS, *BLANK):
        raise InvalidDocument("document.game", value=quote(game), choices=list(GAME_KEYS))
    session["started"] = _moment(session["started"], "started")
    if session["finished"] is not None:
        session["finished"] = _moment(session["finished"], "finished")
    _check_time(session["seconds"], "seconds", LONGEST_PLAY)
    seats = _check_seats(session["players"])
    starter = session["starter"]
    if starter is not None and (type(starter) is not int or not 0 <= starter < seats):
        raise InvalidDocument("document.starter", players=seats)
    _object(session["options"], "options")
    _check_moves(session["moves"])
    if session["sheet"] is not None:
        _object(session["sheet"], "sheet")
    if session["result"] is not None:
        _check_result(_object(session["result"], "result"), seats)
    _check_text(session["place"], "place", LONGEST_NAME)
    _check_text(session["note"], "note", LONGEST_NOTE)
    return session


def _check_seats(players: object) -> int:
    if not isinstance(players, list):
        raise InvalidDocument("document.not_a_list", field="players")
    if not 1 <= len(players) <= MOST_PLAYERS:
        raise InvalidDocument("document.player_count", fewest=1, most=MOST_PLAYERS)
    for player in players:
        if not isinstance(player, dict):
            raise InvalidDocument("document.not_an_object", field="players")
        player["id"] = _uuid(player.get("id"), "players.id")
        _check_text(player.get("name"), "players.name", LONGEST_NAME)
    return len(players)


def _check_moves(moves: object) -> None:
    if not isinstance(moves, list):
        raise InvalidDocument("document.not_a_list", field="moves")
    for move in moves:
        if not isinstance(move, dict):
            raise InvalidDocument("document.not_an_object", field="moves")
        if not isinstance(move.get("move"), str):
            raise InvalidDocument("document.not_text", field="moves.move")
        if "at" in move:
            _check_time(move["at"], "moves.at", LONGEST_PLAY)


def _check_result(result: dict[str, Any], seats: int) -> None:
    for name in ("totals", "ranks", "lines", "joker_gain"):
        if name in result and (not isinstance(result[name], list) or len(result[name]) != seats):
            raise InvalidDocument("document.one_per_player", field=f"result.{name}", players=seats)
    for total in result.get("totals", ()):
        if not is_number(total) or not -LARGEST_TOTAL <= total <= LARGEST_TOTAL:
            raise InvalidDocument("document.total", largest=LARGEST_TOTAL)
    for rank in result.get("ranks", ()):
        if type(rank) is not int or not 1 <= rank <= seats:
            raise InvalidDocument("document.rank", players=seats)
    winners = result.get("winners", [])
    if not isinstance(winners, list) or any(
        type(seat) is not int or not 0 <= seat < seats for seat in winners
    ):
        raise InvalidDocument("document.winners", players=seats)
    if len(set(winners)) != len(winners):
        raise InvalidDocument("document.winner_twice")


# -- What a session may say besides -----------------------------------------------------------------------
#
# These fields are optional, and an old version keeps them unread. So they are not checked on the way in:
# whatever makes no sense in them is as if it had never been said.


def tags_of(session: Mapping[str, Any]) -> tuple[str, ...]:
    """`tags`: words of somebody's own, each of them once."""
    return tuple(dict.fromkeys(tag for tag in _texts(session.get("tags")) if tag.strip()))


def photos_of(session: Mapping[str, Any]) -> tuple[str, ...]:
    """`photos`: each by the hash of its content, which is also its name beside the journal."""
    return tuple(dict.fromkeys(name for name in _texts(session.get("photos")) if _HASH.fullmatch(name)))


def is_guest(player: Mapping[str, Any]) -> bool:
    """`guest` on a seat: nobody has said who sat there. It is gone as soon as somebody does."""
    return player.get("guest") is True


def _texts(value: object) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


# -- Players ----------------------------------------------------------------------------------------------


def read_player(value: object, *, owned: bool = False) -> dict[str, Any]:
    """The profile in its normal form, copied unless `owned`, as with sessions. Raises InvalidDocument.

    `colour` is whatever the screens call their colours, `archived` hides the profile from the pickers, and
    `merged_into` is the id of the profile that stands for this one, or null.
    """
    if not isinstance(value, dict):
        raise InvalidDocument("document.not_an_object", field="player")
    player = _Copier(owned).object({**_EMPTY_PLAYER, **value}, 1)
    player["id"] = _uuid(player["id"], "id")
    _check_text(player["name"], "name", LONGEST_NAME)
    _check_text(player["colour"], "colour", LONGEST_NAME)
    if not isinstance(player["archived"], bool):
        raise InvalidDocument("document.not_a_yes_or_no", field="archived")
    if player["merged_into"] is not None:
        player["merged_into"] = _uuid(player["merged_into"], "merged_into")
        if player["merged_into"] == player["id"]:
            raise InvalidDocument("document.merged_into_itself")
    return player


# -- Devices ----------------------------------------------------------------------------------------------


def is_device(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) <= LONGEST_DEVICE and _DEVICE_LETTERS.issuperset(value)


def read_device(value: object, *, owned: bool = False) -> dict[str, Any]:
    """A device by the name that its owner gave it, in its normal form. Raises InvalidDocument."""
    if not isinstance(value, dict):
        raise InvalidDocument("document.not_an_object", field="device")
    device = _Copier(owned).object({"id": None, "name": "", **value}, 1)
    if not (device["id"] and is_device(device["id"])):
        raise InvalidDocument("document.device")
    _check_text(device["name"], "name", LONGEST_NAME)
    return device


# -- Games of one's own -----------------------------------------------------------------------------------


def read_game(value: object, *, owned: bool = False) -> dict[str, Any]:
    """An own game in its normal form, copied unless `owned`, as with sessions. Raises InvalidDocument.

    What its rules say is checked where they are played: a newer version may have written them.
    """
    if not isinstance(value, dict):
        raise InvalidDocument("document.not_an_object", field="game")
    game = _Copier(owned).object({"id": None, "rules": None, **value}, 1)
    game["id"] = _uuid(game["id"], "id")
    rules = _object(game["rules"], "rules")
    _check_text(rules.get("name"), "name", LONGEST_NAME)
    return game


# -- Single fields ----------------------------------------------------------------------------------------


def is_number(value: object) -> TypeGuard[int | float]:
    return type(value) is int or (type(value) is float and isfinite(value))


def is_uuid(value: object) -> bool:
    return isinstance(value, str) and _UUID.fullmatch(value.lower()) is not None


def _uuid(value: object, field: str) -> str:
    if isinstance(value, str):
        if _UUID.fullmatch(value):
            return value
        if _UUID.fullmatch(value.lower()):
            return value.lower()
    raise InvalidDocument("document.not_an_id", field=field, value=quote(value))


def _moment(value: object, field: str) -> str:
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            moment = None
        if moment and moment.tzinfo and EARLIEST_YEAR <= moment.year <= LATEST_YEAR:
            return moment.isoformat()
    raise InvalidDocument("document.not_a_moment", field=field, value=quote(value))


def _check_time(value: object, field: str, longest: int) -> None:
    if not is_number(value) or not 0 <= value <= longest:
        raise InvalidDocument("document.not_a_time", field=field, longest=longest)


def _object(value: object, field: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidDocument("document.not_an_object", field=field)
    return value


def _check_text(value: object, field: str, longest: int) -> None:
    if not isinstance(value, str):
        raise InvalidDocument("document.not_text", field=field)
    if len(value) > longest:
        raise InvalidDocument("document.text_too_long", field=field, longest=longest)


def believable(at: int) -> bool:
    """Whether something can have been saved at this time; nought, for a time that is not known, is no lie."""
    return at == 0 or FIRST_SAVED <= at <= LAST_SAVED


def tellable(at: int) -> int:
    """The time as far as a calendar goes; nought where it does not."""
    return at if 0 <= at <= LAST_SAVED else 0


# -- Periods ----------------------------------------------------------------------------------------------


def wall_clock(moment: str) -> str:
    """What the clock on the wall showed: a moment in normal form without its offset, sortable as text."""
    return moment[:26] if moment[19] == "." else moment[:19]


def read_period(since: str | None, until: str | None) -> tuple[str, str]:
    """Two texts between which a session's wall clock must lie: `low <= wall_clock(started) <= high`.

    Both ends are inclusive and are ISO dates or date-times; a date stands for its whole day. What counts is
    the clock on the wall where the session was played: an offset in `since` or `until` is ignored.
    """
    return (
        "" if since is None else _edge(since, "since", ""),
        "~" if until is None else _edge(until, "until", "U"),
    )


def _edge(value: object, field: str, rest_of_day: str) -> str:
    if isinstance(value, str):
        with suppress(ValueError):
            return date.fromisoformat(value).isoformat() + rest_of_day
        with suppress(ValueError):
            return datetime.fromisoformat(value).replace(tzinfo=None).isoformat()
    raise InvalidDocument("document.not_a_date", field=field, value=quote(value))
