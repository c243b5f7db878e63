"""The gate: what passes comes out in its normal form, everything else is refused with a message key."""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from history.document import (
    DEEPEST,
    DEEPEST_FILE,
    LARGEST_DOCUMENT,
    MOST_VALUES,
    InvalidDocument,
    is_uuid,
    load_json,
    read_period,
    read_player,
    read_session,
    wall_clock,
)
from scoring.core import Refusal
from tests.history.factories import make_live_session, make_player, make_players, make_sessions
from tests.history.hostile import any_json, spoiled

ID = "0b5c1f5e-93a1-4f0e-8a55-1f5a3c1d2e3f"
ADA = "11111111-1111-4111-8111-111111111111"
BO = "22222222-2222-4222-8222-222222222222"


def session(**changes: Any) -> dict[str, Any]:
    return {
        "id": ID,
        "game": "pearls",
        "started": "2026-10-23T19:16:58+02:00",
        "players": [{"id": ADA, "name": "Ada"}, {"id": BO, "name": "Bo"}],
        **changes,
    }


def refusal(read: Any, value: object) -> str:
    with pytest.raises(InvalidDocument) as caught:
        read(value)
    assert isinstance(caught.value, Refusal)
    json.dumps(dict(caught.value.reason.args), allow_nan=False, ensure_ascii=False).encode()
    return caught.value.key


# -- Sessions ---------------------------------------------------------------------------------------------


def test_what_is_missing_gets_its_default() -> None:
    assert read_session(session()) == {
        "id": ID,
        "game": "pearls",
        "started": "2026-10-23T19:16:58+02:00",
        "finished": None,
        "seconds": 0,
        "players": [{"id": ADA, "name": "Ada"}, {"id": BO, "name": "Bo"}],
        "starter": None,
        "options": {},
        "moves": [],
        "sheet": None,
        "result": None,
        "place": "",
        "note": "",
    }


def test_defaults_are_not_shared_between_sessions() -> None:
    first, second = read_session(session()), read_session(session())
    first["moves"].append({"move": "pass"})
    first["options"]["all_cards"] = True
    assert second["moves"] == []
    assert second["options"] == {}
    assert read_session(session())["moves"] == []


def test_the_copy_shares_nothing_with_the_original() -> None:
    original = session(moves=[{"move": "take", "cards": [1]}], options={"side": {"a": 1}})
    copied = read_session(original)
    original["moves"][0]["cards"].append(2)
    original["options"]["side"]["a"] = 2
    original["players"][0]["name"] = "Eva"
    assert copied["moves"] == [{"move": "take", "cards": [1]}]
    assert copied["options"] == {"side": {"a": 1}}
    assert copied["players"][0]["name"] == "Ada"


def test_every_made_session_is_already_in_its_normal_form() -> None:
    people = make_players()
    made = [*make_sessions(200, players=people), make_live_session(Random(5), people, 40)]
    for one in made:
        assert read_session(one) == one
        assert read_session(one, owned=True) == one
    for person in people:
        assert read_player(person) == person


def test_ids_and_moments_are_written_in_one_way() -> None:
    read = read_session(session(id=ID.upper(), started="20261023T171658Z", finished="2026-10-23 20:00+02"))
    assert read["id"] == ID
    assert read["started"] == "2026-10-23T17:16:58+00:00"
    assert read["finished"] == "2026-10-23T20:00:00+02:00"


def test_unknown_fields_are_kept() -> None:
    read = read_session(session(weather={"rain": [1, 2.5, None, True]}, result={"glory": "much"}))
    assert read["weather"] == {"rain": [1, 2.5, None, True]}
    assert read["result"] == {"glory": "much"}


def test_tuples_become_lists() -> None:
    assert read_session(session(options={"farms": ((0, 3), (1, 1))}))["options"] == {
        "farms": [[0, 3], [1, 1]]
    }


@pytest.mark.parametrize(
    "name",
    [
        "",
        "<b>Ada</b>",
        "[color=ff0000]Bo[/color]",
        "\x00\x07\x1b[31m",
        "👩‍👩‍👧",
        "عَدَى",
        "../../etc",
        "A" * 10_000,
    ],
)
def test_names_are_kept_as_they_were_typed(name: str) -> None:
    read = read_session(session(players=[{"id": ADA, "name": name}], place=name, note=name))
    assert (read["players"][0]["name"], read["place"], read["note"]) == (name, name, name)
    assert read_player({"id": ADA, "name": name})["name"] == name


def test_halves_of_a_character_are_joined_or_marked() -> None:
    read = read_session(session(note="a\ud83d\ude00b\ud800c", place="\udc00", options={"x": ["\ud83d"]}))
    assert read["note"] == "a😀b\ufffdc"
    assert read["place"] == "\ufffd"
    assert read["options"] == {"x": ["\ufffd"]}
    assert read_session(read) == read


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"id": None}, "document.not_an_id"),
        ({"id": ID + "0"}, "document.not_an_id"),
        ({"id": ID.replace("-", "")}, "document.not_an_id"),
        ({"id": ID[:-1] + "٣"}, "document.not_an_id"),
        ({"game": "chess"}, "document.game"),
        ({"game": ["pearls"]}, "document.game"),
        ({"started": None}, "document.not_a_moment"),
        ({"started": "2026-10-23T19:16:58"}, "document.not_a_moment"),
        ({"started": "2026-13-23T19:16:58Z"}, "document.not_a_moment"),
        ({"started": "0001-01-01T00:00:00+14:00"}, "document.not_a_moment"),
        ({"started": "3000-01-01T00:00:00Z"}, "document.not_a_moment"),
        ({"finished": 5}, "document.not_a_moment"),
        ({"seconds": -1}, "document.not_a_time"),
        ({"seconds": True}, "document.not_a_time"),
        ({"seconds": 1e300}, "document.not_a_time"),
        ({"seconds": float("nan")}, "document.not_a_number"),
        ({"seconds": float("inf")}, "document.not_a_number"),
        ({"seconds": 2**53 + 1}, "document.number_too_large"),
        ({"players": {}}, "document.not_a_list"),
        ({"players": []}, "document.player_count"),
        ({"players": [{"id": ADA, "name": "Ada"}] * 13}, "document.player_count"),
        ({"players": ["Ada"]}, "document.not_an_object"),
        ({"players": [{"id": ADA}]}, "document.not_text"),
        ({"players": [{"name": "Ada"}]}, "document.not_an_id"),
        ({"players": [{"id": ADA, "name": "A" * 10_001}]}, "document.text_too_long"),
        ({"starter": 2}, "document.starter"),
        ({"starter": -1}, "document.starter"),
        ({"starter": True}, "document.starter"),
        ({"options": []}, "document.not_an_object"),
        ({"moves": {}}, "document.not_a_list"),
        ({"moves": ["take"]}, "document.not_an_object"),
        ({"moves": [{"cards": 3}]}, "document.not_text"),
        ({"moves": [{"move": "take", "at": -1}]}, "document.not_a_time"),
        ({"moves": [{"move": "take", "at": "now"}]}, "document.not_a_time"),
        ({"sheet": []}, "document.not_an_object"),
        ({"result": []}, "document.not_an_object"),
        ({"result": {"totals": [1]}}, "document.one_per_player"),
        ({"result": {"totals": 5}}, "document.one_per_player"),
        ({"result": {"lines": [[]]}}, "document.one_per_player"),
        ({"result": {"joker_gain": [1, 2, 3]}}, "document.one_per_player"),
        ({"result": {"totals": [1, None]}}, "document.total"),
        ({"result": {"totals": [1, True]}}, "document.total"),
        ({"result": {"totals": [1, 10**9 + 1]}}, "document.total"),
        ({"result": {"ranks": [1, 3]}}, "document.rank"),
        ({"result": {"ranks": [0, 1]}}, "document.rank"),
        ({"result": {"winners": [2]}}, "document.winners"),
        ({"result": {"winners": [[0]]}}, "document.winners"),
        ({"result": {"winners": 0}}, "document.winners"),
        ({"result": {"winners": [1, 1]}}, "document.winner_twice"),
        ({"place": None}, "document.not_text"),
        ({"note": "n" * 100_001}, "document.text_too_long"),
        ({"more": {1: 2}}, "document.field_name"),
        ({"more": {"\ud800": 2}}, "document.field_name"),
        ({"more": {1, 2}}, "document.not_plain"),
        ({"more": [b"bytes"]}, "document.not_plain"),
        ({"more": "x" * LARGEST_DOCUMENT}, "document.too_large"),
        ({"more": ["x" * (LARGEST_DOCUMENT // 2)] * 3}, "document.too_large"),
        ({"more": [0] * LARGEST_DOCUMENT}, "document.too_large"),
        ({"more": {"x" * LARGEST_DOCUMENT: 0}}, "document.too_large"),
    ],
)
def test_a_bad_session_is_refused(changes: dict[str, Any], key: str) -> None:
    assert refusal(read_session, session(**changes)) == key


@pytest.mark.parametrize("value", [None, [], "session", 5])
def test_only_objects_are_documents(value: object) -> None:
    assert refusal(read_session, value) == "document.not_an_object"
    assert refusal(read_player, value) == "document.not_an_object"


def nested(levels: int, kind: type) -> Any:
    value: Any = 0
    for _ in range(levels):
        value = [value] if kind is list else {"in": value}
    return value


@pytest.mark.parametrize("kind", [list, dict])
def test_depth_is_limited(kind: type) -> None:
    deepest = nested(DEEPEST - 1, kind)
    assert read_session(session(more=deepest))["more"] == deepest
    assert refusal(read_session, session(more=nested(DEEPEST, kind))) == "document.too_deep"


def test_a_document_that_just_fits_still_fits_with_its_defaults() -> None:
    room = 0
    for step in (2**power for power in range(20, -1, -1)):
        try:
            read_session(session(more="x" * (room + step)))
        except InvalidDocument:
            continue
        room += step
    full = read_session(session(more="x" * room))
    assert read_session(full) == full
    assert refusal(read_session, session(more="x" * (room + 1))) == "document.too_large"


# -- Players ----------------------------------------------------------------------------------------------


def test_a_profile_gets_its_defaults() -> None:
    assert read_player({"id": ADA.upper(), "name": "Ada", "hat": "red"}) == {
        "id": ADA,
        "name": "Ada",
        "colour": "",
        "archived": False,
        "merged_into": None,
        "hat": "red",
    }
    assert read_player({"id": ADA, "name": "Ada", "merged_into": BO.upper()})["merged_into"] == BO


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"id": 1}, "document.not_an_id"),
        ({"name": None}, "document.not_text"),
        ({"colour": 3}, "document.not_text"),
        ({"archived": 0}, "document.not_a_yes_or_no"),
        ({"merged_into": "Bo"}, "document.not_an_id"),
        ({"merged_into": ADA.upper()}, "document.merged_into_itself"),
    ],
)
def test_a_bad_profile_is_refused(changes: dict[str, Any], key: str) -> None:
    assert refusal(read_player, {"id": ADA, "name": "Ada", **changes}) == key


# -- Bytes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "document.not_json"),
        (b"{", "document.not_json"),
        (b"{} {}", "document.not_json"),
        (b"\xff\xfe{}", "document.not_utf8"),
        (b'"\xed\xa0\x80"', "document.not_utf8"),
        (b"NaN", "document.not_a_number"),
        (b"[-Infinity]", "document.not_a_number"),
        (b"[1e999]", "document.number_too_large"),
        (b"9" * 5000, "document.number_too_large"),
        (b'{"a": 1, "a": 2}', "document.field_twice"),
        (b'[{"b": {"a": 1, "\\u0061": 1}}]', "document.field_twice"),
        (b'{"\\ud800": 1, "\\ud800": 1}', "document.field_twice"),
        (b"[" * 100_000, "document.too_deep"),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, "document.too_deep"),
        (b"[" * (DEEPEST_FILE + 2) + b"]" * (DEEPEST_FILE + 2), "document.too_deep"),
        (b"[" + b"," * MOST_VALUES, "document.too_many_values"),
    ],
)
def test_bad_bytes_are_refused(data: bytes, key: str) -> None:
    assert refusal(load_json, data) == key


def test_good_bytes_are_read() -> None:
    assert load_json('\ufeff{"a": [1, -2.5, "é", null, true]}'.encode()) == {"a": [1, -2.5, "é", None, True]}
    assert load_json(b"[" * DEEPEST_FILE + b"]" * DEEPEST_FILE) is not None


def test_large_files_are_refused_before_they_are_read() -> None:
    assert load_json(b"[1, 2]", largest=6) == [1, 2]
    with pytest.raises(InvalidDocument) as caught:
        load_json(b"[1, 2] ", largest=6)
    assert caught.value.key == "document.file_too_large"


# -- Anything ---------------------------------------------------------------------------------------------

GOOD_SESSION = make_sessions(1, seed=3)[0]
GOOD_PLAYER = make_player(Random(1))


def check_reader(read: Any, value: object) -> None:
    try:
        normal = read(value)
    except InvalidDocument as refused:
        assert refused.key.startswith("document.")
        json.dumps(dict(refused.reason.args), allow_nan=False, ensure_ascii=False).encode()
        return
    assert json.loads(json.dumps(normal, allow_nan=False, ensure_ascii=False).encode()) == normal
    assert read(normal) == normal
    assert list(read(normal)) == list(normal)
    assert read(json.loads(json.dumps(normal)), owned=True) == normal


@given(any_json | spoiled(GOOD_SESSION))
@settings(max_examples=150, deadline=None)
def test_any_value_is_a_session_or_refused(value: object) -> None:
    check_reader(read_session, value)


@given(any_json | spoiled(GOOD_PLAYER))
@settings(max_examples=100, deadline=None)
def test_any_value_is_a_profile_or_refused(value: object) -> None:
    check_reader(read_player, value)


@given(st.binary(max_size=60) | any_json.map(lambda value: json.dumps(value)[:200].encode()))
@settings(max_examples=150, deadline=None)
def test_any_bytes_are_json_or_refused(data: bytes) -> None:
    try:
        value = load_json(data)
    except InvalidDocument as refused:
        assert refused.key.startswith("document.")
        json.dumps(dict(refused.reason.args), allow_nan=False, ensure_ascii=False).encode()
        return
    assert load_json(json.dumps(value, allow_nan=False).encode()) == value


def test_a_deep_file_does_not_depend_on_how_deep_the_caller_is() -> None:
    def descend(levels: int) -> str:
        return refusal(load_json, b"[" * 100_000) if not levels else descend(levels - 1)

    assert descend(sys.getrecursionlimit() // 3) == "document.too_deep"


# -- Moments and periods ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("since", "until", "inside"),
    [
        (None, None, True),
        ("2026-10-23", "2026-10-23", True),
        ("20261023", "2026-W43-5", True),
        ("2026-10-24", None, False),
        (None, "2026-10-22", False),
        ("2026-10-23T19:16:58", "2026-10-23T19:16:58", True),
        ("2026-10-23T19:16:59", None, False),
        (None, "2026-10-23T19:16:57", False),
        ("2026-10-23T19:16:58+09:00", "2026-10-23T19:16:58Z", True),
        ("2026-10-23T19:16:57.5", "2026-10-23T19:16:58.5", True),
    ],
)
def test_a_period_includes_both_ends_by_the_clock_on_the_wall(
    since: str | None, until: str | None, inside: bool
) -> None:
    low, high = read_period(since, until)
    assert (low <= wall_clock("2026-10-23T19:16:58+02:00") <= high) is inside


def test_fractions_of_a_second_are_in_order() -> None:
    assert wall_clock("2026-10-23T19:16:58.250000-11:00") == "2026-10-23T19:16:58.250000"
    low, high = read_period(None, "2026-10-23T19:16:58")
    assert not low <= wall_clock("2026-10-23T19:16:58.250000-11:00") <= high


@pytest.mark.parametrize("date", ["", "yesterday", "2026-02-30", 20261023])
def test_a_period_needs_dates(date: Any) -> None:
    assert refusal(lambda value: read_period(value, None), date) == "document.not_a_date"
    assert refusal(lambda value: read_period(None, value), date) == "document.not_a_date"


def test_uuids_are_recognised() -> None:
    assert is_uuid(ID.upper())
    assert not is_uuid(ID[:-1])
    assert not is_uuid(5)
