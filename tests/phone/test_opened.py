"""A file by its name on the command line."""

from __future__ import annotations

from pathlib import Path

from phone.opened import NamedFile


def test_the_first_name_is_the_file_and_options_are_none() -> None:
    found: list[tuple[object, bool]] = []
    NamedFile(["--size=3", "backup.json", "other.json"]).listen(
        lambda path, private: found.append((path, private))
    )
    NamedFile(["-v"]).listen(lambda path, private: found.append((path, private)))
    assert found == [(Path("backup.json"), False)]
