"""Plays to and from BG Stats: `.bgsplay` files, and a link that hands over one play."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from math import prod
from typing import Any, Final
from urllib.parse import quote as url_quote
from uuid import NAMESPACE_URL, uuid5

from history.document import (
    EARLIEST_YEAR,
    LARGEST_TOTAL,
    LATEST_YEAR,
    LONGEST_PLAY,
    InvalidDocument,
    is_number,
    is_uuid,
    mend_text,
    read_player,
    read_session,
)
from history.entry import PLAYER, SESSION, Entry, Parsed, Refused
from history.outcome import outcome_of
from scoring import BOXES, box_of
from scoring.core import Refusal, quote

SOURCE: Final = "Tableside"
LINK: Final = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_IN_LINK: Final = 500
"""Letters of a name or a note; a link is no place for more."""

# -- Out --------------------------------------------------------------------------------------------------


def export_bgstats(
    sessions: Iterable[Mapping[str, Any]],
    names: Mapping[str, str] | None = None,
    same_player: Callable[[str], str] = str,
) -> bytes:
    """A `.bgsplay` file of the finished sessions.

    `names` are today's names by player id, `same_player` says which profile stands for a profile.
    """
    writer = _Writer(names or {}, same_player)
    for session in sessions:
        if session["finished"] is not None and session["result"] is not None:
            writer.add(session)
    return json.dumps(writer.root(), ensure_ascii=False, indent=1).encode()


class _Writer:
    """Numbers the players, places and games as plays refer to them."""

    def __init__(self, names: Mapping[str, str], same_player: Callable[[str], str]) -> None:
        self.names = names
        self.same_player = same_player
        self.players: dict[str, dict[str, Any]] = {}
        self.locations: dict[str, dict[str, Any]] = {}
        self.games: dict[str, dict[str, Any]] = {}
        self.plays: list[dict[str, Any]] = []

    def root(self) -> dict[str, Any]:
        return {
            "about": SOURCE,
            "players": list(self.players.values()),
            "locations": list(self.locations.values()),
            "games": list(self.games.values()),
            "plays": self.plays,
            "userInfo": {"meRefId": 0},
        }

    def add(self, session: Mapping[str, Any]) -> None:
        result = session["result"]
        game = box_of(session).key
        seats = len(session["players"])
        sides = BOXES[game].sides(seats)
        team_of = {seat: str(number) for number, side in enumerate(sides, 1) for seat in side}
        pairs = len(sides) < seats
        outcome = outcome_of(session)
        changed = _utc(session["finished"])
        play: dict[str, Any] = {
            "uuid": session["id"],
            "modificationDate": changed,
            "entryDate": changed,
            "playDate": _utc(session["started"]),
            "usesTeams": pairs,
            "durationMin": _minutes(session["seconds"]),
            "ignored": False,
            "manualWinner": not outcome.is_scored or outcome.winners != _top_seats(outcome.totals),
            "rounds": 0,
            "locationRefId": self._location(session["place"], changed),
            "gameRefId": self._game(game, changed),
            "board": _board(session),
            "scoringSetting": 0,
            "rating": 0,
            "playImages": [],
            "bggId": 0,
            "playerScores": [
                {
                    "score": _score(result, outcome.totals[seat], seat),
                    "winner": seat in outcome.winners,
                    "newPlayer": False,
                    "startPlayer": seat == session["starter"],
                    "playerRefId": self._player(player, changed),
                    "role": "",
                    "teamRole": "",
                    "rank": outcome.ranks[seat] or 0,
                    "seatOrder": seat + 1,
                    "team": team_of[seat] if pairs else "",
                }
                for seat, player in enumerate(session["players"])
            ],
        }
        if session["note"]:
            play["comments"] = session["note"]
        self.plays.append(play)

    def _player(self, player: Mapping[str, Any], changed: str) -> int:
        person = self.same_player(player["id"])
        known = self.players.setdefault(
            person,
            {
                "uuid": person,
                "id": len(self.players) + 1,
                "name": self.names.get(person, player["name"]),
                "isAnonymous": False,
                "modificationDate": changed,
                "bggUsername": "",
            },
        )
        return int(known["id"])

    def _location(self, place: str, changed: str) -> int:
        if not place:
            return 0
        known = self.locations.setdefault(
            place,
            {
                "uuid": _derive("location", place),
                "id": len(self.locations) + 1,
                "name": place,
                "modificationDate": changed,
            },
        )
        return int(known["id"])

    def _game(self, game: str, changed: str) -> int:
        fewest, most = BOXES[game].fewest, BOXES[game].most
        known = self.games.setdefault(
            game,
            {
                "uuid": _derive("game", game),
                "id": len(self.games) + 1,
                "name": BOXES[game].name,
                "modificationDate": changed,
                "cooperative": False,
                "highestWins": True,
                "noPoints": False,
                "usesTeams": False,
                "urlThumb": "",
                "urlImage": "",
                "bggName": BOXES[game].name if BOXES[game].bgg else "",
                "bggYear": 0,
                "designers": "",
                "isBaseGame": True,
                "isExpansion": False,
                "rating": 0,
                "minPlayerCount": fewest,
                "maxPlayerCount": most,
                "minPlayTime": 0,
                "maxPlayTime": 0,
                "minAge": 0,
                **({"bggId": BOXES[game].bgg} if BOXES[game].bgg else {}),
            },
        )
        return int(known["id"])


def create_play_link(session: Mapping[str, Any], names: Mapping[str, str] | None = None) -> str:
    """The address that opens BG Stats with this play filled in."""
    outcome = outcome_of(session)
    box = box_of(session)
    game = box.key
    players = []
    for seat, player in enumerate(session["players"]):
        row: dict[str, Any] = {
            "name": _shorten((names or {}).get(player["id"], player["name"])),
            "sourcePlayerId": player["id"],
            "startPlayer": seat == session["starter"],
            "role": "",
            "winner": seat in outcome.winners,
        }
        if outcome.is_ranked:
            row["rank"] = outcome.ranks[seat]
        if outcome.is_scored:
            row["score"] = outcome.totals[seat]
        players.append(row)
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": session["id"],
        "playDate": _utc(session["started"]),
        "durationMin": _minutes(session["seconds"]),
        "board": _shorten(_board(session)),
        "comments": _shorten(session["note"]),
        "location": _shorten(session["place"]),
        "game": {
            "name": BOXES[game].name,
            "sourceGameId": game,
            **({"bggId": box.bgg} if box.bgg else {}),
            "highestWins": not box.least_wins,
            "noPoints": False,
        },
        "players": players,
    }
    return LINK + url_quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _shorten(text: str) -> str:
    return text if len(text) <= LONGEST_IN_LINK else text[: LONGEST_IN_LINK - 1] + "…"


def _utc(moment: str) -> str:
    return datetime.fromisoformat(moment).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")


def _minutes(seconds: float) -> int:
    return round(seconds / 60)


def _derive(kind: str, name: str) -> str:
    """The same id for the same thing, on every phone and at every time."""
    return str(uuid5(NAMESPACE_URL, f"{SOURCE}/{kind}/{name}"))


def _top_seats(totals: Sequence[Any]) -> tuple[int, ...]:
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def _board(session: Mapping[str, Any]) -> str:
    for board, (option, value) in BOXES[session["game"]].boards.items():
        if session["options"].get(option) == value:
            return board
    told = session.get("board")
    return told if isinstance(told, str) else ""


def _score(result: Mapping[str, Any], total: float | None, seat: int) -> str:
    """The total with its breakdown, such as 21+15-3, as far as it is known and adds up."""
    for told in (_terms(result.get("lines"), seat), _told(result.get("scores"), seat)):
        if told and (total is None or _evaluates_to(told, total)):
            return told
    return "" if total is None else str(total)


def _terms(lines: object, seat: int) -> str:
    own = lines[seat] if isinstance(lines, list) else None
    points = [line.get("points") for line in own if isinstance(line, dict)] if isinstance(own, list) else []
    terms = [f"{point:+}" for point in points if type(point) is int and point]
    return "".join(terms).removeprefix("+")


def _told(scores: object, seat: int) -> str:
    told = scores[seat] if isinstance(scores, list) and seat < len(scores) else ""
    return told if isinstance(told, str) else ""


def _evaluates_to(expression: str, total: float) -> bool:
    try:
        return evaluate(expression) == total
    except Refusal:
        return False


# -- In ---------------------------------------------------------------------------------------------------


def read_bgstats(root: Mapping[str, Any]) -> Parsed:
    """The plays of our four games, with their players. Every other play is refused with a reason."""
    parsed = Parsed()
    plays = root["plays"]
    if not isinstance(plays, list):
        raise InvalidDocument("document.not_a_list", field="plays")
    reader = _Reader(root)
    players: dict[str, Entry] = {}
    for number, play in enumerate(plays):
        try:
            session = reader.session(play)
            profiles = [read_player({"id": seat["id"], "name": seat["name"]}) for seat in session["players"]]
        except Refusal as refusal:
            parsed.refused.append(Refused(f"plays.{number}", refusal.reason))
            continue
        for profile in profiles:
            players.setdefault(profile["id"], Entry(PLAYER, profile))
        parsed.documents.append(Entry(SESSION, session))
    parsed.documents.extend(players.values())
    return parsed


class _Reader:
    """Looks up what a play refers to."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self.players = _by_id(root.get("players"))
        self.locations = _by_id(root.get("locations"))
        self.games = _by_id(root.get("games"))

    def session(self, play: object) -> dict[str, Any]:
        if not isinstance(play, dict):
            raise InvalidDocument("document.not_an_object", field="plays")
        game = _find_game(_refer(self.games, play.get("gameRefId"), "gameRefId"))
        scores = play.get("playerScores")
        if not isinstance(scores, list) or not all(isinstance(score, dict) for score in scores):
            raise InvalidDocument("document.not_a_list", field="playerScores")
        seats = _in_seat_order(scores)
        started = _read_date(play.get("playDate"))
        seconds = 60 * _read_minutes(play.get("durationMin"))
        location = play.get("locationRefId")
        place = _refer(self.locations, location, "locationRefId").get("name") if location else ""
        board = play.get("board") or ""
        variant = BOXES[game].boards.get(board.strip().casefold()) if isinstance(board, str) else None
        return read_session(
            {
                "id": _identity(play, "play"),
                "game": game,
                "started": started.isoformat(),
                "finished": (started + timedelta(seconds=seconds)).isoformat(),
                "seconds": seconds,
                "players": [self._player(seat) for seat in seats],
                "starter": next((seat for seat, row in enumerate(seats) if _flag(row, "startPlayer")), None),
                "options": {variant[0]: variant[1]} if variant else {},
                "result": _read_result(seats),
                "place": place or "",
                "note": play.get("comments") or "",
                **({"board": board} if board and not variant else {}),
            }
        )

    def _player(self, row: Mapping[str, Any]) -> dict[str, Any]:
        player = _refer(self.players, row.get("playerRefId"), "playerRefId")
        return {"id": _identity(player, "player"), "name": player.get("name")}


def _by_id(rows: object) -> dict[Any, dict[str, Any]]:
    """By the number that a file uses within itself; rows that cannot be referred to are of no use."""
    if not isinstance(rows, list):
        return {}
    return {row["id"]: row for row in rows if isinstance(row, dict) and type(row.get("id")) is int}


def _refer(rows: Mapping[Any, dict[str, Any]], number: object, field: str) -> dict[str, Any]:
    if type(number) is not int or number not in rows:
        raise InvalidDocument("document.reference", field=field)
    return rows[number]


def _identity(row: Mapping[str, Any], kind: str) -> str:
    """Its uuid; or one made from whatever it is called by, so that it is the same at every import."""
    if is_uuid(row.get("uuid")):
        return str(row["uuid"]).lower()
    for name in (row.get("uuid"), row.get("name")):
        if isinstance(name, str) and name:
            return _derive(kind, mend_text(name))
    return _derive(kind, json.dumps(row, sort_keys=True))


def _find_game(row: Mapping[str, Any]) -> str:
    number = row.get("bggId")
    for game, box in BOXES.items():
        if type(number) is int and number == box.bgg:
            return game
    for name in (row.get("name"), row.get("bggName")):
        if isinstance(name, str) and (found := _game_called(name)):
            return found
    raise InvalidDocument("document.other_game", name=_quote(row.get("name")))


def _game_called(name: str) -> str | None:
    plain = unicodedata.normalize("NFKD", name[:200].casefold())
    return _NAMES.get("".join(letter for letter in plain if letter.isalnum()))


_NAMES: Final = {name: key for key, box in BOXES.items() for name in (key.replace("_", ""), *box.also_called)}


def _quote(value: object) -> str:
    return mend_text(quote(value))


def _flag(row: Mapping[str, Any], name: str) -> bool:
    value = row.get(name, False)
    if value in (None, False, True):  # nought and one as well
        return bool(value)
    raise InvalidDocument("document.not_a_yes_or_no", field=name)


def _in_seat_order(scores: list[dict[str, Any]]) -> list[dict[str, Any]]:
    order = [row.get("seatOrder") for row in scores]
    if all(type(place) is int and place > 0 for place in order) and len(set(order)) == len(order):
        return sorted(scores, key=lambda row: int(row["seatOrder"]))
    return scores


def _read_date(value: object) -> datetime:
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            moment = None
        if moment and EARLIEST_YEAR <= moment.year < LATEST_YEAR:
            return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    raise InvalidDocument("document.not_a_moment", field="playDate", value=_quote(value))


def _read_minutes(value: object) -> float:
    if value is None:
        return 0
    if not is_number(value) or not 0 <= value * 60 <= LONGEST_PLAY:
        raise InvalidDocument("document.not_a_time", field="durationMin", longest=LONGEST_PLAY)
    return value


def _read_result(seats: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What a play tells of its outcome. Scores are kept as written when that says more than their value."""
    told = [_read_score(row.get("score")) for row in seats]
    totals = [evaluate(score) if score else None for score in told]
    plain = [str(total) for total in totals]
    winners = [seat for seat, row in enumerate(seats) if _flag(row, "winner")]
    ranks = [row.get("rank") for row in seats]
    result: dict[str, Any] = {}
    if None not in totals:
        result["totals"] = totals
    if any(told) and told != plain:
        result["scores"] = told
    if all(type(rank) is int and 1 <= rank <= len(seats) for rank in ranks):
        result["ranks"] = ranks
    elif None not in totals:
        strengths: list[Any] = [(seat in winners, total) for seat, total in enumerate(totals)]
        result["ranks"] = [1 + sum(other > own for other in strengths) for own in strengths]
    if winners:
        result["winners"] = winners
    return result


def _read_score(value: object) -> str:
    if value is None:
        return ""
    if is_number(value):
        return str(value)
    if isinstance(value, str):
        return mend_text(value.strip())
    raise InvalidDocument("document.score", value=_quote(value))


# -- Scores that are sums ---------------------------------------------------------------------------------

LONGEST_EXPRESSION: Final = 1000
_TERM: Final = re.compile(
    r"(?P<signs>[-+\s]*)(?P<product>{0}(?:\s*\*\s*{0})*)\s*".format("[0-9]{1,12}(?:[.,][0-9]{1,6})?")
)


def evaluate(expression: str) -> float:
    """The value of numbers joined by plus, minus and times, such as 21+15-3. Raises InvalidDocument."""
    text = expression.replace("−", "-").replace("×", "*").strip()
    total: float = 0
    position = 0
    while position < len(text) <= LONGEST_EXPRESSION:
        term = _TERM.match(text, position)
        if not term or (position and not term["signs"].strip()):
            break
        value = prod(float(number.replace(",", ".")) for number in term["product"].split("*"))
        total += -value if term["signs"].count("-") % 2 else value
        position = term.end()
    if not text or position < len(text) or not -LARGEST_TOTAL <= total <= LARGEST_TOTAL:
        raise InvalidDocument("document.score", value=_quote(expression))
    return int(total) if total.is_integer() else total
