"""What the documents point at is there: files, pictures, headings, switches and make targets."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
LINK = re.compile(
    r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)|(?:src|href)=\"([^\"]+)\"|^\[[^\]]+\]:\s*(\S+)", re.M
)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//")
CODE = re.compile(r"^(?:```.*?^```|(?: {4}|\t).*?$)|`[^`\n]*`", re.M | re.S)
SWITCH = re.compile(r"TABLESIDE_[A-Z0-9_]+")
MADE = re.compile(r"(?:`|^ {4}|^\t|&& )(?:[A-Z_]+=\S+ )*make((?: +[A-Za-z_]+=\S+| +[a-z][a-z-]*)+)", re.M)
NOT_OURS = {".venv", "build", "bin", ".buildozer", ".hypothesis", ".pytest_cache"}


@cache
def tracked() -> frozenset[str]:
    """Every file that git knows; none in an unpacked archive, or where there is no git."""
    if not (ROOT / ".git").exists():
        return frozenset()
    try:
        run = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return frozenset()
    return frozenset(run.stdout.split("\0")) - {""}


def files() -> Iterator[Path]:
    """All that belongs to the project."""
    if tracked():
        yield from (ROOT / name for name in sorted(tracked()) if (ROOT / name).is_file())
        return
    for path in sorted(ROOT.rglob("*")):
        if path.is_file() and not NOT_OURS & set(path.relative_to(ROOT).parts):
            yield path


def documents() -> list[Path]:
    return [path for path in files() if path.suffix == ".md"]


def links(text: str) -> list[str]:
    """Where it points within the project; code shows links and makes none."""
    found = ("".join(parts) for parts in LINK.findall(CODE.sub("", text)))
    return [link for link in found if not ELSEWHERE.match(link)]


def headings(text: str) -> set[str]:
    """As they are linked to: small letters, with a hyphen for a space."""
    titles = re.findall(r"^#+ +(.+?) *#*$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def is_there(path: Path, known: frozenset[str]) -> bool:
    """A file or a folder of the project; where git is, one that git knows."""
    if not path.exists() or not path.is_relative_to(ROOT):
        return False
    name = path.relative_to(ROOT).as_posix()
    return not known or name in known or any(file.startswith(f"{name}/") for file in known)


def leads_somewhere(document: Path, text: str, link: str, known: frozenset[str]) -> bool:
    name, _hash, heading = link.partition("#")
    target = (document.parent / name).resolve()
    if name and not is_there(target, known):
        return False
    return not heading or heading in headings(target.read_text("utf-8") if name else text)


def broken(document: Path, text: str, known: frozenset[str]) -> list[str]:
    return [link for link in links(text) if not leads_somewhere(document, text, link, known)]


def targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    return {name for names in re.findall(r"^([a-z][a-z ]*):(?!=)", makefile, re.M) for name in names.split()}


def made(text: str) -> set[str]:
    return {word for words in MADE.findall(text) for word in words.split() if "=" not in word}


def switches(paths: list[Path]) -> set[str]:
    return {switch for path in paths for switch in SWITCH.findall(path.read_text("utf-8"))}


def code() -> list[Path]:
    """All that might read a switch, but not this: it speaks of some that do not exist."""
    return [
        path
        for path in files()
        if path.suffix in {".py", ".sh", ".yml"} or path.name in {"Makefile", "system", "run", "lock"}
        if path != Path(__file__)
    ]


# -- The documents ----------------------------------------------------------------------------------------


def test_there_are_documents() -> None:
    assert {"README.md", "CONTRIBUTING.md", "CHANGELOG.md"} <= {path.name for path in documents()}


@pytest.mark.parametrize("document", documents(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_a_document_points_at_is_there(document: Path) -> None:
    assert broken(document, document.read_text("utf-8"), tracked()) == []


@pytest.mark.parametrize("document", documents(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_target_that_a_document_names_can_be_made(document: Path) -> None:
    assert sorted(made(document.read_text("utf-8")) - targets()) == []


def test_every_switch_that_a_document_names_is_read() -> None:
    assert sorted(switches(documents()) - switches(code())) == []


def test_every_switch_that_is_read_is_described() -> None:
    assert sorted(switches(code()) - switches([ROOT / "docs" / "testing.md"])) == []


def test_every_target_says_what_it_does() -> None:
    """Except those that only others need."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    told = set(re.findall(r"^([a-z]+):.*## .+$", makefile, re.M))
    assert targets() - told == {"help", "system", "compilers", "android"}


# -- What counts as broken --------------------------------------------------------------------------------

HERE = ROOT / "docs" / "here.md"
KNOWN = frozenset({"README.md", "docs/here.md", "docs/pictures/home.png"})


@pytest.mark.parametrize(
    "link",
    [
        "[one](../README.md)",
        "![one](pictures/home.png)",
        '![one](pictures/home.png "with a title")',
        "[a folder](pictures)",
        "[elsewhere](https://example.org/none.md)",
        "[a letter](mailto:somebody@example.org)",
        "# A title, with a comma\n[a heading](#a-title-with-a-comma)",
        "    [in code](none.md)",
        "`[in code](none.md)`",
        "```\n[in code](none.md)\n```",
    ],
)
def test_good_links(link: str) -> None:
    assert broken(HERE, link, KNOWN) == []


@pytest.mark.parametrize(
    "link",
    [
        "[gone](none.md)",
        "![gone](pictures/none.png)",
        "[there, but not git's](../LICENSE)",
        "[outside](../../elsewhere.md)",
        "[no such heading](#nowhere)",
        "[no such heading](../README.md#nowhere)",
        '<img src="none.png">',
        "[gone]: none.md",
    ],
)
def test_broken_links(link: str) -> None:
    assert len(broken(HERE, link, KNOWN)) == 1


def test_without_git_a_file_need_only_exist() -> None:
    assert broken(HERE, "[there](../LICENSE)", frozenset()) == []
    assert broken(HERE, "[gone](none.md)", frozenset()) == ["none.md"]


def test_targets_are_read_where_they_are_named() -> None:
    told = (
        "`make test`, `make requirements`\n\n    make run     # opens\n    X=1 make quick TABLESIDE_KILLS=5\n"
    )
    assert made(told) == {"test", "requirements", "run", "quick"}
    assert made("This will make everything better, and `make PYTHON=/usr/bin/python3 run` too.") == {"run"}
    assert {"run", "test", "package", "release"} <= targets()
