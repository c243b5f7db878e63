"""Sharing a session by touch: what others get of it, read back by readers that are not ours."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest
from kivy.core.image import Image
from kivy.core.window import Window
from pyzbar.pyzbar import ZBarSymbol, decode

import phone.files
from history import History
from history.live import LiveTable, new_session
from phone.files import HomeFiles
from phone.sharing import FileSharing
from scoring import GAMES
from screens.games import FACES
from screens.result.picture import WIDTH, Box, Text, lay_out, paint
from screens.result.share import ShareSheet, as_text, story
from screens.stored import Settings
from screens.theme import LIGHT, Rgba
from screens.widgets.text import natural_size
from tests.screens.cupboards import SESSIONS, fill, session
from tests.screens.driver import Driver
from tests.screens.tables import STARTED, play_out
from tests.screens.test_count import coloretto_sheet, pearls_sheet
from tests.screens.test_result import LONG_NAMES, finished
from tests.screens.walker import LOOKS, Look, complaints, dressed, pseudo_language, untranslated

Launch = Callable[..., Driver]
WIDE_NAMES = ("W" * 16, *LONG_NAMES[1:5], "M" * 16)


def sit_at_desk(ui: Driver, home: Path) -> Path:
    """Files go to this home; the folder where they will lie."""
    home.mkdir(exist_ok=True)
    ui.app.sharing = FileSharing(HomeFiles(home))
    return home / "Tableside"


def opened(ui: Driver, session_id: str) -> ShareSheet:
    sheet = ShareSheet(session=session_id)
    sheet.open()
    ui.settle()
    return sheet


def counted(
    ui: Driver, game: str, sheet: dict[str, Any], names: tuple[str, ...] = LONG_NAMES, **fields: Any
) -> dict[str, Any]:
    players = len(sheet["seats"]) if "seats" in sheet else fields.pop("players")
    seats = [{"id": str(UUID(int=seat + 1)), "name": names[seat]} for seat in range(players)]
    document = new_session(game, seats, 0, fields.pop("options", {}), STARTED) | fields
    ui.app.history.save(document)
    live = LiveTable(document, ui.app.save_session)
    live.finish(sheet, STARTED)
    return dict(live.document)


# -- To another Tableside, and to BG Stats -----------------------------------------------------------------


def test_every_way_to_share_from_the_result_page(ui: Driver, tmp_path: Path) -> None:
    folder = sit_at_desk(ui, tmp_path / "home")
    page = finished(ui, "pearls", pearls_sheet(Random(2), 3))
    shared = page.document
    ui.tap(name="share")
    for offer in ("Picture", "Text", "Tableside file", "File for BG Stats"):
        ui.tap(offer)
        assert ui.sees(f"Saved as {folder}"), offer
    ui.tap("Picture")
    name = "Pearls 2026-11-18"
    assert sorted(file.name for file in folder.iterdir()) == [
        f"{name} (2).png",
        *(f"{name}.{ending}" for ending in ("bgsplay", "json", "png", "txt")),
    ]
    assert (folder / f"{name}.txt").read_text("utf-8") == as_text(story(shared, ui.app.history))

    with History.open(tmp_path / "other phone") as other:
        assert other.merge(folder / f"{name}.json").added == 1
        assert other.get(shared["id"]) == ui.app.history.get(shared["id"])
    check_bgsplay(json.loads((folder / f"{name}.bgsplay").read_text("utf-8")), shared)
    picture = Image(str(folder / f"{name}.png"))
    assert picture.width == WIDTH <= picture.height

    assert ui.back(), "the back key closes the sheet"
    assert ui.screen == "result"
    assert not ui.root.overlays


@pytest.mark.parametrize(("theme", "size", "players"), [("light", (412, 915), 3), ("dark", (320, 640), 6)])
def test_zbar_reads_the_link_from_the_screen(
    launch: Launch, tmp_path: Path, theme: str, size: tuple[int, int], players: int
) -> None:
    ui = launch(size=size, settings=Settings(language="en", theme=theme, reduced_motion=True))
    folder = sit_at_desk(ui, tmp_path / "home")
    document = counted(
        ui, "pearls", pearls_sheet(Random(3), players), place="Liège, chez «Ada»", note="50 % + 1"
    )
    opened(ui, document["id"])
    ui.tap("QR code for BG Stats")
    [link] = codes_on_screen(ui, tmp_path)
    assert link == ui.app.history.play_link(document["id"])
    play = check_link(link)
    result = document["result"]
    assert play["sourcePlayId"] == document["id"]
    assert play["location"] == "Liège, chez «Ada»"
    assert play["comments"] == "50 % + 1"
    assert [player["score"] for player in play["players"]] == result["totals"]
    assert [player["rank"] for player in play["players"]] == result["ranks"]
    assert [seat for seat, player in enumerate(play["players"]) if player["winner"]] == result["winners"]

    ui.tap(name="close code")
    ui.tap("QR code for BG Stats")
    ui.tap("File for BG Stats")
    assert ui.sees("Saved as")
    assert [file.suffix for file in folder.iterdir()] == [".bgsplay"]


def codes_on_screen(ui: Driver, folder: Path) -> list[str]:
    """What a reader of QR codes sees in the window as it is painted, in grey."""
    ui.settle()
    ui.look()
    path = Window.screenshot(name=str(folder / "screen.png"))
    picture = Image(path, keep_data=True).image._data[0]
    step = len(picture.data) // (picture.width * picture.height)
    grey = bytes(picture.data[0::step])
    found = decode((grey, picture.width, picture.height), symbols=[ZBarSymbol.QRCODE])
    assert all(code.orientation == "UP" for code in found)
    return [code.data.decode() for code in found]


def fits(value: Any, shape: Any) -> bool:
    """Whether a JSON value has this shape: a type, or the types of an object's or a list's members."""
    if isinstance(shape, dict):
        needed = {name for name in shape if not name.endswith("?")}
        known = {name.removesuffix("?"): inner for name, inner in shape.items()}
        return (
            type(value) is dict
            and needed <= value.keys() <= known.keys()
            and all(fits(inner, known[name]) for name, inner in value.items())
        )
    if isinstance(shape, list):
        return type(value) is list and all(fits(inner, shape[0]) for inner in value)
    return type(value) is shape


LINKED_PLAY = {
    "sourceName": str,
    "sourcePlayId": str,
    "playDate": str,
    "durationMin": int,
    "board": str,
    "comments": str,
    "location": str,
    "game": {"name": str, "sourceGameId": str, "bggId?": int, "highestWins": bool, "noPoints": bool},
    "players": [
        {
            "name": str,
            "sourcePlayerId": str,
            "startPlayer": bool,
            "rank?": int,
            "role": str,
            "score?": int,
            "winner": bool,
        }
    ],
}


def check_link(link: str) -> dict[str, Any]:
    """The link as BG Stats describes it, checked without our own code; the play in it."""
    parts = urlsplit(link)
    assert (parts.scheme, parts.netloc, parts.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    query = parse_qs(parts.query, strict_parsing=True)
    assert list(query) == ["data"]
    play: dict[str, Any] = json.loads(query["data"][0])
    assert fits(play, LINKED_PLAY), play
    assert play["playDate"] == f"{STARTED:%Y-%m-%d %H:%M:%S}", "in UTC"
    assert sum(player["startPlayer"] for player in play["players"]) == 1
    assert any(player["winner"] for player in play["players"])
    return play


FILED = {
    "players": "uuid id name isAnonymous modificationDate bggUsername",
    "locations": "uuid id name modificationDate",
    "games": "uuid id name modificationDate cooperative highestWins noPoints usesTeams urlThumb urlImage "
    "bggName bggYear designers isBaseGame isExpansion rating minPlayerCount maxPlayerCount minPlayTime "
    "maxPlayTime minAge",
    "plays": "uuid modificationDate entryDate playDate usesTeams durationMin ignored manualWinner rounds "
    "locationRefId gameRefId board scoringSetting rating playImages bggId playerScores",
}
SCORED = "score winner newPlayer startPlayer playerRefId role teamRole rank seatOrder team"


def check_bgsplay(root: dict[str, Any], shared: dict[str, Any]) -> None:
    assert root.keys() == {"about", "userInfo", *FILED}
    assert "meRefId" in root["userInfo"]
    for kind, fields in FILED.items():
        for entry in root[kind]:
            assert set(fields.split()) <= entry.keys(), kind
    [play] = root["plays"]
    assert play["uuid"] == shared["id"]
    assert play["gameRefId"] in [game["id"] for game in root["games"]]
    names = {player["id"]: player["name"] for player in root["players"]}
    for seat, score in enumerate(play["playerScores"]):
        assert score.keys() == set(SCORED.split())
        assert names[score["playerRefId"]] == shared["players"][seat]["name"]
        assert isinstance(score["score"], str)
        assert (
            sum(int(term) for term in score["score"].replace("-", "+-").split("+") if term)
            == (shared["result"]["totals"][seat])
        )


# -- What cannot be shared ---------------------------------------------------------------------------------


def test_a_game_that_goes_on_offers_what_there_is_and_says_why(ui: Driver, tmp_path: Path) -> None:
    folder = sit_at_desk(ui, tmp_path / "home")
    fill(ui.app.history)
    running = SESSIONS[0]
    opened(ui, running["id"])
    assert [row.text for row in ui.all("PressRow")] == ["Text", "Tableside file"]
    assert ui.sees("you can have them once the session has been counted")
    ui.tap("Text")
    ui.tap("Tableside file")
    assert (folder / "Pearls 2026-11-18.txt").read_text("utf-8").splitlines() == [
        "Pearls · 18 November 2026",
        "Ada, Bo and Cleo",
        "Ada to play · round 1",
    ]
    with History.open(tmp_path / "other phone") as other:
        other.merge(folder / "Pearls 2026-11-18.json")
        assert other.get(running["id"]) == ui.app.history.get(running["id"])


def test_trouble_becomes_a_sentence_and_nothing_changes(
    ui: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = sit_at_desk(ui, tmp_path / "home")
    note = "äöü" * 200
    document = counted(ui, "coloretto", coloretto_sheet(Random(4), 3), note=note)
    before = ui.app.history.get(document["id"])
    opened(ui, document["id"])

    ui.tap("QR code for BG Stats")
    assert ui.sees("too long for a QR code")
    assert len(ui.root.overlays) == 1

    def full(_content: Any, target: Any) -> None:
        target.write(b"half")
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(phone.files.shutil, "copyfileobj", full)
        for offer in ("Picture", "Text", "Tableside file", "File for BG Stats"):
            ui.root.overlays[-1].outcome = ""
            ui.tap(offer)
            assert ui.sees("There is no room left on this device."), offer
    assert list(folder.iterdir()) == []

    with monkeypatch.context() as patch:
        patch.setattr("screens.result.share.tempfile.tempdir", str(tmp_path / "nowhere"))
        ui.tap("Picture")
        assert ui.sees("This device did not allow sharing.")
    ui.tap("Picture")
    assert ui.sees("Saved as")
    assert not ui.sees("did not let")
    assert ui.app.history.get(document["id"]) == before

    ui.app.history.delete(document["id"])
    ui.tap("Tableside file")
    assert ui.sees("This session is no longer in the history.")
    ui.back()
    opened(ui, document["id"])
    assert ui.sees("This session is no longer in the history.")
    assert not ui.all("PressRow")


class Phone:
    """A device whose own share sheet takes over, or refuses."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, str]] = []
        self.answer: OSError | None = None

    def share_text(self, text: str, title: str, done: Callable[[Any], None]) -> None:
        self.taken.append(("text/plain", title))
        done(self.answer)

    def share_file(self, path: Path, kind: str, title: str, done: Callable[[Any], None]) -> None:
        assert path.stat().st_size
        self.taken.append((kind, path.name))
        done(self.answer)


def test_where_the_device_takes_over_the_sheet_goes_away(ui: Driver) -> None:
    ui.app.sharing = device = Phone()
    document = counted(ui, "coloretto", coloretto_sheet(Random(4), 3))
    for offer in ("Picture", "Text", "Tableside file", "File for BG Stats"):
        opened(ui, document["id"])
        ui.tap(offer)
        assert not ui.root.overlays
    name = "Coloretto 2026-11-18"
    assert device.taken == [
        ("image/png", f"{name}.png"),
        ("text/plain", name),
        ("application/json", f"{name}.json"),
        ("application/octet-stream", f"{name}.bgsplay"),
    ]
    device.answer = OSError("no app for this")
    opened(ui, document["id"])
    ui.tap("Text")
    assert ui.sees("This device did not allow sharing.")


def test_a_play_from_elsewhere_is_told_as_far_as_it_is_known(ui: Driver) -> None:
    """Only winners, only points, or lines and reasons that make no sense."""
    names = ("Ada", "Bo", "Cleo")
    nonsense: tuple[dict[str, Any], ...] = (
        {"winners": [1]},
        {"totals": [3, 9, 9.5]},
        {"totals": [3, 9, 4], "ranks": [3, 1, 2], "lines": [[{"part": 1}], "x", None], "reasons": "because"},
        {
            "totals": [3, 9, 4],
            "lines": [[{"part": "hand", "points": 99}]] * 3,
            "reasons": [{"key": "no.such"}] * 3,
        },
        {"totals": [3, 9, 4], "reasons": [{"key": "pearls.rank.shared", "args": {}}] * 3},
    )
    told = []
    for number, result in enumerate(nonsense):
        document = session("pearls", names, f"2026-11-0{number + 1}", (1, 2, 3), result=result)
        ui.app.history.save(document)
        found = story(ui.app.history.get(document["id"]), ui.app.history)
        assert found is not None
        assert paint(lay_out(found)).size[0] == WIDTH
        assert not found.reasons
        told.append(as_text(found).splitlines()[1:])
    assert told[0] == ["Bo wins", "1. Bo", "2. Ada", "2. Cleo"]
    assert told[1] == ["Cleo wins", "1. Cleo – 9.5", "2. Bo – 9", "3. Ada – 3"]
    assert told[2] == told[3] == told[4] == ["Bo wins", "1. Bo – 9", "2. Cleo – 4", "3. Ada – 3"]
    nothing = session("pearls", names, "2026-11-10", (1, 2, 3), result={})
    found = story(nothing, ui.app.history)
    assert found is not None
    assert paint(lay_out(found)).size[0] == WIDTH
    assert as_text(found).splitlines()[1:] == ["No winner is noted.", "Ada", "Bo", "Cleo"]
    assert story({**nothing, "result": None}, ui.app.history) is None


# -- In words, and as a picture ----------------------------------------------------------------------------


def test_the_text_names_places_points_and_tie_breaks(ui: Driver) -> None:
    sheet = {"seats": [{"points": points} for points in (31, 28, 31)]}
    document = counted(ui, "perfect_numbers", sheet, ("Ada", "Bo", "Cleo"))
    ui.app.history.save_player({"id": document["players"][2]["id"], "name": "Cleopatra", "colour": "sky"})
    told = story(document, ui.app.history)
    assert told is not None
    assert as_text(told).splitlines() == [
        "Perfect Numbers · 18 November 2026",
        "Ada and Cleopatra share the win",
        "1. Ada – 31",
        "1. Cleopatra – 31",
        "3. Bo – 28",
        "Ada and Cleopatra: 31 points, place shared",
    ]
    assert told.standings[1].colours == ("sky",)


def pictured(ui: Driver) -> list[dict[str, Any]]:
    """The hard ones: six wide names, a tie, losses, teams, and nothing at all."""
    losses = coloretto_sheet(Random(5), 5)
    losses["seats"][4] = {
        "cards": dict.fromkeys(losses["seats"][4]["cards"], 1),
        "jokers": 0,
        "golden": 0,
        "plus2": 0,
    }
    tie = pearls_sheet(Random(3), 2)
    tie["seats"][1] = tie["seats"][0]
    lagoon = play_out("perladora", 4, 1, True)
    return [
        counted(ui, "pearls", pearls_sheet(Random(3), 6), WIDE_NAMES),
        counted(ui, "pearls", tie, WIDE_NAMES),
        counted(ui, "coloretto", losses, WIDE_NAMES),
        counted(
            ui,
            "perladora",
            GAMES["perladora"].sheet(lagoon.table),
            WIDE_NAMES,
            players=4,
            options=lagoon.options,
        ),
        counted(ui, "perfect_numbers", {"seats": [{"points": 0}] * 3}, WIDE_NAMES),
    ]


def is_whole(text: Text) -> bool:
    """As long for its height as these letters are: nothing was cut off."""
    wide, high = natural_size(text.text, 100, "Roboto", False)
    return text.box.width / text.box.height > 0.93 * wide / high


def test_nothing_in_the_picture_overlaps_or_leaves_it(launch: Launch) -> None:
    ui = launch(settings=Settings(language="de", theme="dark", text_scale=2.0, reduced_motion=True))
    for document in pictured(ui):
        told = story(document, ui.app.history)
        assert told is not None
        layout = lay_out(told)
        page = Box(0, 0, WIDTH, layout.height)
        boxes = [text.box for text in layout.texts]
        assert all(page.holds(shape.box) for shape in layout.shapes)
        assert all(page.holds(box) for box in boxes)
        assert [pair for pair in combinations(boxes, 2) if pair[0].meets(pair[1])] == []
        assert not any(box.meets(layout.picture) for box in boxes)
        assert len(layout.cards) == len(told.standings)
        assert not any(one.meets(other) for one, other in combinations(layout.cards, 2))
        said = [text.text for text in layout.texts]
        for standing, card in zip(told.standings, layout.cards, strict=True):
            inside = [text for text in layout.texts if text.box.meets(card)]
            assert all(card.holds(text.box) for text in inside)
            assert {*standing.side.names} <= {text.text for text in inside}
            assert all(is_whole(text) for text in inside if text.text in standing.side.names)
        for names, reason in told.reasons:
            assert names in said
            assert reason in said
        pieces_of_points = any(part for standing in told.standings for part in standing.parts)
        assert len(layout.bars) == (len(layout.cards) if pieces_of_points else 0)
        for bar, card in zip(layout.bars, layout.cards, strict=False):
            pieces = [piece.box for piece in bar]
            assert all(card.holds(piece) for piece in pieces)
            assert not any(piece.meets(box) for piece in pieces for box in boxes)


def test_the_painting_shows_what_was_laid_out(ui: Driver) -> None:
    """The winner's card and every piece of every bar, as long as its points; and no window to be seen."""
    document = pictured(ui)[2]
    told = story(document, ui.app.history)
    assert told is not None
    layout = lay_out(told)
    canvas = paint(layout)
    pixels = canvas.pixels
    assert tuple(canvas.size) == (WIDTH, layout.height)
    assert set(pixels[3::4]) == {255}, "opaque: what a chat has behind it stays there"

    def at(x: float, y: float) -> tuple[int, ...]:
        row = layout.height - 1 - int(y)
        start = 4 * (row * WIDTH + int(x))
        return tuple(pixels[start : start + 3])

    def bytes_of(colour: Rgba) -> tuple[int, ...]:
        return tuple(round(255 * part) for part in colour[:3])

    def near(seen: tuple[int, ...], wanted: Rgba) -> bool:
        return max(abs(a - b) for a, b in zip(seen, bytes_of(wanted), strict=True)) <= 2

    assert near(at(2, 2), FACES["coloretto"].look.ACCENT)
    assert near(at(2, layout.height - 3), LIGHT["paper"])
    winner, *others = layout.cards
    assert not near(at(winner.x + 300, winner.y + 8), LIGHT["surface"])
    assert all(near(at(card.x + 300, card.y + 8), LIGHT["surface"]) for card in others)
    units = []
    for standing, bar in zip(told.standings, layout.bars, strict=True):
        points = [part for part in standing.parts if part]
        assert len(bar) == len(points)
        for part, piece in zip(points, bar, strict=True):
            box = piece.box
            assert near(at(box.x + box.width / 2, box.y + box.height / 2), piece.colour)
            units.append((box.width + 3) / abs(part))
    assert max(units) - min(units) < 0.01, "one scale for everybody"
    assert any(part < 0 for standing in told.standings for part in standing.parts)


# -- On the glass ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", LOOKS)
def test_the_sheet_and_the_code_are_easy_to_read_and_to_hit(
    launch: Launch, tmp_path: Path, look: Look
) -> None:
    ui = launch(**dressed(*look))
    sit_at_desk(ui, tmp_path / "home")
    document = counted(ui, "coloretto", coloretto_sheet(Random(4), 3))
    opened(ui, document["id"])
    ui.tap("Text")
    complained = list(complaints(ui))
    ui.tap("QR code for BG Stats")
    complained += complaints(ui)
    assert not complained, "\n".join(complained)


def test_every_word_is_translated(ui: Driver) -> None:
    fill(ui.app.history)
    document = counted(ui, "coloretto", coloretto_sheet(Random(4), 3))
    with pseudo_language(ui):
        for shared in (document["id"], SESSIONS[0]["id"]):
            opened(ui, shared)
            assert not list(untranslated(ui, ()))
            ui.back()
        opened(ui, document["id"])
        ui.root.overlays[-1].attempt(ui.root.overlays[-1].show_code)
        ui.settle()
        assert not list(untranslated(ui, ()))
