"""The Android package without an SDK: packed with the packers' own code, opened again, and run."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from random import Random
from typing import Any
from uuid import NAMESPACE_DNS, uuid5
from xml.etree import ElementTree

import buildozer
import pytest
from buildozer import Buildozer
from buildozer.specparser import SpecParser

from tests.packaging.link import linked
from tests.packaging.test_icons import load
from tests.packaging.test_listing import version_code
from tests.phone.jvm import NoFramework
from tests.phone.test_on_android import without
from tests.scoring.played import Played

ROOT = Path(__file__).resolve().parent.parent.parent
ANDROID = "{http://schemas.android.com/apk/res/android}"
TOOLS = "{http://schemas.android.com/tools}"

# -- What is packed ---------------------------------------------------------------------------------------

DESKTOP_ONLY = {"screens.demonstration"}
"""Reached only where there is no display, and so not packaged."""

NEVER_OPENED = {
    "LICENSE": "free software travels with its licence",
    "p4a_env_vars.txt": "read by the start of the process, before Python",
    "sitecustomize.pyc": "buildozer's: finds the packages, which here are those of this Python",
}

RECIPES_BRING = {"certifi", "chardet", "filetype", "idna", "requests", "six", "urllib3"}
"""What the recipes of Kivy and pyjnius ask for by themselves."""

WITHOUT_A_DESKTOP = {"chardet": "5.2.0", "six": "1.17.0"}
"""Pure as well, and not installed here: no recipe of a desktop asks for them."""

PURE_AS_WELL = {
    "openskill==6.2.0": "7c9cf8447181a5402793afe9230058ae1091ceb7fc0364b9ab3eb51e9eac1ac9",
}
"""Of which a desktop gets a compiled wheel, and the phone, for which there is none, the pure one."""
COMPILED = re.compile(r"[0-9a-f]+__mypyc\..+")
"""What lies beside such a wheel's own folder."""

P4A = ("2026.5.9", "58d21141f17c889bf8585f5665921d72028f8831")
"""The release of python-for-android that is installed here, and the commit that it was made of."""

PACKAGES_ON_THE_PHONE = {"kivy", "openskill", "plyer", "segno", "tinydb"} | RECIPES_BRING
OF_THIS_PYTHON = {"_distutils_hack"}
"""Comes with any Python that has setuptools, before the app."""

ROUNDS_OF_POINTS = {
    "tableside": 1,
    "name": "Points",
    "players": [2, 4],
    "ask": {"Points": "points"},
    "score": [{"name": "Points", "sum": "Points"}],
    "rounds": True,
}

# -- What needs which permission --------------------------------------------------------------------------

PLYER = {"vibrator": "android.permission.VIBRATE", "tts": None, "battery": None}

JAVA: dict[str, str | None] = {
    "android.content.Intent": None,
    "android.content.res.Configuration": None,
    "android.net.Uri": None,
    "android.os.Build$VERSION": None,
    "android.graphics.Rect": None,
    "android.os.Build$VERSION_CODES": None,
    "android.os.Parcelable": None,
    "android.text.InputType": None,
    "android.provider.DocumentsContract": None,
    "android.provider.DocumentsContract$Document": None,
    "android.provider.OpenableColumns": None,
    "android.view.WindowInsets$Type": None,
    "androidx.core.content.FileProvider": None,
    "java.io.File": None,
    "java.lang.CharSequence": None,
    "java.lang.String": None,
    "java.util.Locale": None,
    "org.kivy.android.PythonActivity": None,
    "tableside.Bars": None,
    "tableside.SpokenScreen": None,
    "android.speech.tts.TextToSpeech": None,
}
"""Every class that is reached through pyjnius, and the permission that it takes."""


@dataclass(frozen=True)
class Packed:
    distribution: Path
    app: Path
    """The files of the app as they lie on the phone."""
    command: list[str]
    version: str

    @property
    def files(self) -> set[str]:
        return {path.relative_to(self.app).as_posix() for path in self.app.rglob("*") if path.is_file()}

    @property
    def manifest(self) -> ElementTree.Element:
        return ElementTree.parse(self.distribution / "src" / "main" / "AndroidManifest.xml").getroot()

    @property
    def application(self) -> ElementTree.Element:
        application = self.manifest.find("application")
        assert application is not None
        return application

    def resource(self, path: str) -> Path:
        return self.distribution / "src" / "main" / "res" / path


def pack(workshop: Path, mode: str) -> Packed:
    (workshop / "home").mkdir()
    environment = {
        **os.environ,
        "HOME": str(workshop / "home"),
        "BUILDOZER_BUILD_DIR": str(workshop / "build"),
        "BUILDOZER_BIN_DIR": str(workshop / "bin"),
    }
    command = [sys.executable, "-m", "tests.packaging.pack", str(workshop), mode]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (workshop / "report.json").exists(), run.stdout + run.stderr
    report = json.loads((workshop / "report.json").read_text("utf-8"))
    distribution_folder, app = Path(report["distribution"]), workshop / "app"
    with tarfile.open(distribution_folder / "src" / "main" / "assets" / "private.tar") as archive:
        archive.extractall(app, filter="data")
    return Packed(distribution_folder, app, report["command"], report["version"])


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Packed:
    return pack(tmp_path_factory.mktemp("debug"), "debug")


@pytest.fixture(scope="module")
def spec() -> SpecParser:
    parser = SpecParser()
    parser.read(str(ROOT / "buildozer.spec"), "utf-8")
    return parser


# -- The spec ---------------------------------------------------------------------------------------------


def test_buildozer_finds_nothing_wrong_with_the_spec(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    Buildozer(filename="buildozer.spec").check_configuration_tokens()
    assert "deprecated" not in capsys.readouterr().out

    spoiled = tmp_path / "buildozer.spec"
    spoiled.write_text(
        (ROOT / "buildozer.spec").read_text("utf-8").replace("orientation = ", "orientation = x")
    )
    with pytest.raises(SystemExit):
        Buildozer(filename=str(spoiled))


def test_every_setting_is_one_that_buildozer_knows(spec: SpecParser) -> None:
    template = Path(buildozer.__file__).with_name("default.spec").read_text("utf-8")
    known = set(re.findall(r"^#? ?([a-z][\w.-]*) *=", template, re.MULTILINE))
    assert {"title", "p4a.hook", "android.backup_rules"} <= known
    for section in spec.sections():
        assert set(spec.options(section)) <= known


def test_every_file_that_the_spec_names_exists(spec: SpecParser) -> None:
    named = [
        "version.filename",
        "icon.filename",
        "icon.adaptive_foreground.filename",
        "icon.adaptive_background.filename",
        "presplash.filename",
        "android.extra_manifest_xml",
        "android.extra_manifest_application_arguments",
        "android.backup_rules",
        "android.res_xml",
        "p4a.hook",
    ]
    paths = [path for name in named for path in spec.getlist("app", name)]
    assert [path for path in paths if not (ROOT / path).is_file()] == []


def test_the_platform_is_what_the_shops_ask_for(spec: SpecParser) -> None:
    from pythonforandroid.recommendations import RECOMMENDED_NDK_VERSION

    wanted = {
        "android.api": "36",
        "android.minapi": "24",
        "android.ndk": RECOMMENDED_NDK_VERSION,
        "android.archs": "arm64-v8a,armeabi-v7a",
        "android.debug_artifact": "apk",
        "android.release_artifact": "aab",
        "p4a.bootstrap": "sdl2",
    }
    assert {name: spec.get("app", name) for name in wanted} == wanted
    assert int(re.sub(r"\D", "", RECOMMENDED_NDK_VERSION)) >= 28, "older ones do not align to 16 KB pages"
    assert (distribution("python-for-android").version, spec.get("app", "p4a.commit")) == P4A


def git(folder: Path, *command: str) -> str:
    settings = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=master"]
    run = subprocess.run(["git", *settings, *command], cwd=folder, capture_output=True, text=True, check=True)
    return run.stdout.strip()


def test_python_for_android_is_fetched_once(
    spec: SpecParser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With buildozer's own code, from a repository here that has moved on since the release."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("VIRTUAL_ENV", sys.prefix)
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    git(theirs, "init")
    (theirs / "setup.py").write_text("install_reqs = ['pip']\n", "utf-8")
    git(theirs, "add", ".")
    git(theirs, "commit", "-m", "A release")
    released = git(theirs, "rev-parse", "HEAD")
    git(theirs, "tag", "v2026.05.09")
    git(theirs, "commit", "--allow-empty", "-m", "Something newer")
    ours = (ROOT / "buildozer.spec").read_text("utf-8").replace(spec.get("app", "p4a.commit"), released)
    ours = ours.replace("[app]", f"[app]\np4a.url = {theirs}", 1)
    (tmp_path / "buildozer.spec").write_text(ours, "utf-8")
    buildozer = Buildozer(filename=str(tmp_path / "buildozer.spec"), target="android")
    buildozer.target._install_p4a()
    fetched = Path(buildozer.target.p4a_dir)
    (fetched / "from the first build").touch()
    buildozer.target._install_p4a()
    assert (fetched / "from the first build").exists()
    assert git(fetched, "rev-parse", "HEAD") == released


def test_every_place_tells_the_same_version(packed: Packed) -> None:
    from screens.settings.about import VERSION

    assert packed.version == packed.manifest.get(f"{ANDROID}versionName") == VERSION
    code = packed.manifest.get(f"{ANDROID}versionCode", "")
    assert code == version_code(), "the changelogs of the listing bear another number"
    assert int(code) < 2_100_000_000, "Google Play takes no more"


# -- Requirements -----------------------------------------------------------------------------------------


def pins(lines: list[str]) -> dict[str, str]:
    return dict(line.strip().split("==") for line in lines if line.strip())


@pytest.fixture(scope="module")
def resolved(spec: SpecParser, tmp_path_factory: pytest.TempPathFactory) -> tuple[set[str], set[str], Any]:
    """What python-for-android builds by a recipe, and what it leaves to pip."""
    from pythonforandroid.bootstrap import Bootstrap
    from pythonforandroid.build import Context
    from pythonforandroid.graph import get_recipe_order_and_bootstrap

    context = Context()
    context.setup_dirs(str(tmp_path_factory.mktemp("p4a")))
    names = list(pins(spec.getlist("app", "requirements")))
    bootstrap = Bootstrap.get_bootstrap(spec.get("app", "p4a.bootstrap"), context)
    recipes, pure, _bootstrap = get_recipe_order_and_bootstrap(context, names, bootstrap)
    return set(recipes), set(pure), context


def is_pure_wheel(name: str, version: str) -> bool:
    """Offline: the wheel that is installed here says what it is."""
    if f"{name}=={version}" in PURE_AS_WELL:
        return PURE_AS_WELL[f"{name}=={version}"] in hashes_of(name)
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return False
    wheel = found.read_text("WHEEL") or ""
    tags = re.findall(r"^Tag: (\S+)$", wheel, re.MULTILINE)
    return found.version == version and "py3-none-any" in tags and "Root-Is-Purelib: true" in wheel


def hashes_of(name: str) -> set[str]:
    """Of all files of this package that may be installed."""
    pins = (ROOT / "requirements" / "app.txt").read_text("utf-8")
    (pin,) = re.findall(rf"^{name}==.*(?:\n    .*)+", pins, re.MULTILINE)
    return set(re.findall(r"sha256:([0-9a-f]{64})", pin))


def test_every_requirement_is_a_recipe_or_a_pure_wheel(
    spec: SpecParser, resolved: tuple[set[str], set[str], Any]
) -> None:
    from pythonforandroid.recipe import Recipe

    recipes, pure, context = resolved
    wanted = pins(spec.getlist("app", "requirements"))
    for name, version in wanted.items():
        if name in recipes:
            assert Recipe.get_recipe(name, context).version == version, name
        elif name not in WITHOUT_A_DESKTOP:
            assert is_pure_wheel(name, version), name
    assert pure == wanted.keys() - recipes >= RECIPES_BRING, "what is not pinned is another one tomorrow"
    assert {"python3", "hostpython3", "kivy", "sdl2", "pyjnius", "android"} <= recipes


def test_a_name_that_nobody_knows_is_noticed() -> None:
    assert not is_pure_wheel("tinydbb", "4.9.0")
    assert not is_pure_wheel("tinydb", "4.8.2")
    assert not is_pure_wheel("kivy", distribution("kivy").version), "Kivy is compiled"


def test_phone_and_desktop_run_the_same_packages(spec: SpecParser) -> None:
    phone = pins(spec.getlist("app", "requirements"))
    assert phone.pop("python3") == phone.pop("hostpython3")
    locked = (ROOT / "requirements" / "app.txt").read_text("utf-8")
    for name in RECIPES_BRING:
        version = phone.pop(name)
        assert version == WITHOUT_A_DESKTOP.get(name) or f"{name}=={version} " in locked, name
    assert phone == pins((ROOT / "requirements" / "app.in").read_text("utf-8").splitlines())


# -- The manifest and its rules ---------------------------------------------------------------------------


def test_the_manifest_says_what_we_mean(packed: Packed) -> None:
    sdk = packed.manifest.find("uses-sdk")
    assert sdk is not None
    assert (sdk.get(f"{ANDROID}minSdkVersion"), sdk.get(f"{ANDROID}targetSdkVersion")) == ("24", "36")
    told = {name.removeprefix(ANDROID): value for name, value in packed.application.attrib.items()}
    assert told["enableOnBackInvokedCallback"] == "false", "SDL hears the back key only in the old way"
    assert told["allowBackup"] == "true"
    for attribute in ("fullBackupContent", "dataExtractionRules", "localeConfig"):
        assert packed.resource(told[attribute].removeprefix("@") + ".xml").is_file(), attribute
    activity = packed.application.find("activity")
    assert activity is not None
    assert activity.get(f"{ANDROID}screenOrientation") == "unspecified"
    assert not packed.application.findall("service")


def test_files_of_ours_can_be_opened_with_it_and_shared_with_it(packed: Packed) -> None:
    activity = packed.application.find("activity")
    assert activity is not None
    assert activity.get(f"{ANDROID}launchMode") == "singleTask", (
        "a second app would be locked out of the history"
    )
    found = {
        action.get(f"{ANDROID}name", "").rpartition(".")[2]: {
            data.get(f"{ANDROID}mimeType") for data in one.findall("data")
        }
        for one in activity.findall("intent-filter")
        for action in one.findall("action")
    }
    assert {"MAIN", "VIEW", "SEND"} <= found.keys()
    for action in ("VIEW", "SEND"):
        assert {"application/json", "application/octet-stream"} <= found[action]


def test_a_change_of_whatever_kind_leaves_the_activity_as_it_is(packed: Packed) -> None:
    """A turn, a larger text, a bolder one: SDL would begin anew, with another graphics context."""
    activity = packed.application.find("activity")
    assert activity is not None
    borne = activity.get(f"{ANDROID}configChanges", "").split("|")
    assert len(borne) == len(set(borne))
    assert {"fontScale", "fontWeightAdjustment", "colorMode", "density", "uiMode", "screenSize"} <= set(borne)


def test_the_window_is_never_white_and_its_bars_are_ours(packed: Packed, spec: SpecParser) -> None:
    activity = packed.application.find("activity")
    assert activity is not None
    assert activity.get(f"{ANDROID}theme") == "@style/Tableside"
    theme = ElementTree.parse(packed.resource("values/theme.xml")).getroot()
    (style,) = theme.findall("style")
    assert str(style.get("parent")).startswith("@android:style/Theme.Material")
    told = {item.get("name"): item.text for item in style.findall("item")}
    assert told["android:windowDrawsSystemBarBackgrounds"] == "true"
    assert told["android:windowBackground"] == "@color/curtain"
    assert theme.findtext("color[@name='curtain']") == spec.get("app", "android.presplash_color")


def test_what_talkback_asks_travels(packed: Packed) -> None:
    gradle = (packed.distribution / "build.gradle").read_text("utf-8")
    (folder,) = re.findall(r"srcDir '([^']+/assets/android/java)'", gradle)
    assert sorted(path.name for path in Path(folder).rglob("*.java")) == ["Bars.java", "SpokenScreen.java"]


def test_androids_own_linker_takes_the_manifest_and_the_resources(packed: Packed, tmp_path: Path) -> None:
    try:
        told = linked(packed.distribution / "src" / "main", tmp_path)
    except NoFramework as missing:
        without(missing)
    for known in ("configChanges", "theme", "dataExtractionRules", "localeConfig", "TTS_SERVICE"):
        assert known in told, known


def test_the_linker_refuses_what_android_does_not_know(packed: Packed, tmp_path: Path) -> None:
    main = tmp_path / "main"
    shutil.copytree(packed.distribution / "src" / "main" / "res", main / "res")
    manifest = (packed.distribution / "src" / "main" / "AndroidManifest.xml").read_text("utf-8")
    (main / "AndroidManifest.xml").write_text(manifest.replace("colorMode", "colourMode"), "utf-8")
    try:
        with pytest.raises(AssertionError, match="colourMode"):
            linked(main, tmp_path)
    except NoFramework as missing:
        without(missing)


def test_the_release_is_a_bundle_that_cannot_be_debugged(tmp_path: Path) -> None:
    packed = pack(tmp_path, "release")
    assert packed.command[1] == "aab"
    assert "--release" in packed.command
    assert packed.application.get(f"{ANDROID}debuggable") is None
    assert len(packed.application.findall("provider")) == 1


def asked(manifest: ElementTree.Element) -> tuple[set[str], set[str]]:
    """The permissions that are asked for, and those that no library may bring in either."""
    wanted, removed = set(), set()
    for element in manifest.iter("uses-permission"):
        name = str(element.get(f"{ANDROID}name"))
        (removed if element.get(f"{TOOLS}node") == "remove" else wanted).add(name)
    return wanted, removed


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for room in ("phone", "screens", "history", "scoring"):
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path, ast.parse(path.read_text("utf-8"))


def test_each_permission_is_used_and_none_is_missing(packed: Packed) -> None:
    needed = set()
    for path, tree in sources():
        for node in ast.walk(tree):
            match node:
                case ast.ImportFrom(module="plyer"):
                    needed |= {PLYER[alias.name] for alias in node.names}
                case ast.Import():
                    assert not any(alias.name.split(".")[0] == "plyer" for alias in node.names), path
                case ast.Call(
                    func=ast.Name(id="autoclass" | "cast"), args=[ast.Constant(value=str(name)), *_]
                ):
                    needed.add(JAVA[name])
    needed.discard(None)
    wanted, removed = asked(packed.manifest)
    assert wanted == needed == {"android.permission.VIBRATE"}
    assert removed == {"android.permission.INTERNET", "android.permission.ACCESS_NETWORK_STATE"}


def travels(rules: ElementTree.Element, path: str) -> bool:
    """As Android reads the rules: what is included, folders with all they hold, without what is excluded."""

    def named(kind: str) -> bool:
        paths = [str(rule.get("path")).rstrip("/") for rule in rules.findall(kind)]
        return any(path == named_path or path.startswith(f"{named_path}/") for named_path in paths)

    assert {rule.get("domain") for rule in rules} == {"file"}
    return named("include") and not named("exclude")


def test_the_history_is_backed_up_and_the_name_of_this_phone_is_not(packed: Packed, tmp_path: Path) -> None:
    from history import History

    with History.open(tmp_path / "history") as history:
        history.save_player({"id": str(uuid5(NAMESPACE_DNS, "Ada")), "name": "Ada", "colour": "blue"})
        device = (tmp_path / "history" / "device").read_text("ascii").strip()
    old = ElementTree.parse(packed.resource("xml/backup_rules.xml")).getroot()
    new = ElementTree.parse(packed.resource("xml/data_extraction_rules.xml")).getroot()
    all_rules = [old, new.find("cloud-backup"), new.find("device-transfer")]
    for rules in all_rules:
        assert rules is not None
        assert travels(rules, f"history/journal-{device}.jsonl")
        assert travels(rules, "settings.json")
        for stays in ("history/device", "history/lock", "draft.json", "app/main.pyc", "app/.kivy/config.ini"):
            assert not travels(rules, stays), stays
    kept = {path.name for path in (tmp_path / "history").iterdir() if travels(old, f"history/{path.name}")}
    assert not [name for name in kept if device not in name], "something in the history has no rule yet"


def test_the_provider_hands_out_the_outbox_and_nothing_else(packed: Packed) -> None:
    from phone.sharing import AUTHORITY, OUTBOX

    (provider,) = packed.application.findall("provider")
    assert provider.get(f"{ANDROID}name") == "androidx.core.content.FileProvider"
    assert provider.get(f"{ANDROID}authorities") == "${applicationId}" + AUTHORITY
    assert provider.get(f"{ANDROID}exported") == "false"
    (paths,) = provider.findall("meta-data")
    resource = str(paths.get(f"{ANDROID}resource")).removeprefix("@")
    shared = list(ElementTree.parse(packed.resource(f"{resource}.xml")).getroot())
    assert [(path.tag, path.get("path")) for path in shared] == [("cache-path", f"{OUTBOX}/")]
    gradle = (packed.distribution / "build.gradle").read_text("utf-8")
    assert "implementation 'androidx.core:core:" in gradle


def test_the_hook_can_be_called_twice_and_refuses_a_manifest_it_does_not_know() -> None:
    hook = load(ROOT / "assets" / "android" / "hook.py")
    once = hook.within_application("<a><application></application></a>", "<p/>")
    assert once == "<a><application><p/></application></a>"
    assert hook.within_application(once, "<p/>") == once
    with pytest.raises(ValueError, match="0 ends"):
        hook.within_application("<a/>", "<p/>")


def test_the_phone_offers_the_languages_of_the_app(packed: Packed) -> None:
    from screens.translator import LANGUAGES

    offered = ElementTree.parse(packed.resource("xml/locales_config.xml")).getroot()
    assert [locale.get(f"{ANDROID}name") for locale in offered] == list(LANGUAGES)


# -- Once it is built -------------------------------------------------------------------------------------


def library(*alignments: int) -> bytes:
    """The smallest 64-bit library that has these parts to load."""
    head = b"\x7fELF\x02" + bytes(27) + struct.pack("<Q", 64) + bytes(14)
    head += struct.pack("<HH", 56, len(alignments))
    return head.ljust(64, b"\0") + b"".join(struct.pack("<I44xQ", 1, part) for part in alignments)


def test_a_library_for_small_pages_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    checker = load(ROOT / "assets" / "android" / "check_apk.py")
    right, wrong = tmp_path / "right.apk", tmp_path / "wrong.apk"
    with zipfile.ZipFile(right, "w") as archive:
        archive.writestr("lib/arm64-v8a/libright.so", library(0x4000, 0x10000))
        archive.writestr("lib/arm64-v8a/libpybundle.so", b"an archive with another name")
        archive.writestr("lib/armeabi-v7a/libsmall.so", b"\x7fELF\x01" + bytes(60))
    with zipfile.ZipFile(wrong, "w") as archive:
        archive.writestr("base/lib/arm64-v8a/libwrong.so", library(0x4000, 0x1000))
    assert checker.main([right]) == 0
    assert checker.main([right, wrong]) == 1
    assert "wrong.apk: base/lib/arm64-v8a/libwrong.so" in capsys.readouterr().out
    assert checker.main([]) == 1


def test_the_workflow_tests_and_builds_with_actions_of_github_itself() -> None:
    workflow = (ROOT / ".github" / "workflows" / "package.yml").read_text("utf-8")
    used = re.findall(r"uses: (\S+)", workflow)
    assert used
    assert [action for action in used if not re.fullmatch(r"actions/[a-z-]+@v\d+", action)] == []
    targets = re.findall(r"run: make (\w+)", workflow)
    assert targets == ["test", "package", "package"]
    assert "org.tableside" not in workflow, "the owner sets the id of the package in buildozer.spec"
    levels = re.search(r"api-level: \[(.+)\]", workflow)
    assert levels is not None
    assert levels[1] == "24, 30, 34, 36"
    makefile = (ROOT / "Makefile").read_text("utf-8")
    known = " ".join(re.findall(r"^([\w ]+):", makefile, re.MULTILINE)).split()
    assert set(targets) <= set(known)


# -- The files, and the app that runs on them alone -------------------------------------------------------


def imported(path: Path) -> Iterator[str]:
    """Modules of ours that this one imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def source_of(module: str) -> Path | None:
    stem = ROOT.joinpath(*module.split("."))
    for path in (stem.with_suffix(".py"), stem / "__init__.py"):
        if path.is_file():
            return path
    return None


def reachable() -> set[str]:
    """Every module of ours that can be imported from the door on."""
    from scoring import BLANK, BOXES
    from screens.navigation import SCREENS, SHEETS

    waiting = ["main", *(place.split(":")[0] for place in (*SCREENS.values(), *SHEETS.values()))]
    for game in (*BOXES, *BLANK):
        waiting += [
            f"screens.games.{game}.{part.stem}" for part in (ROOT / "screens/games" / game).glob("*.py")
        ]
    found: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module in found or module in DESKTOP_ONLY or (path := source_of(module)) is None:
            continue
        found.add(module)
        if "." in module:
            waiting.append(module.rpartition(".")[0])
        waiting += imported(path)
    return found


def games_played() -> dict[str, Played]:
    from scoring import GAMES
    from tests.scoring import coloretto_player, pearls_player, perfect_numbers_player, perladora_player

    players = {
        "pearls": pearls_player,
        "coloretto": coloretto_player,
        "perfect_numbers": perfect_numbers_player,
        "perladora": perladora_player,
    }
    own, rules = GAMES["own"], {"rules": ROUNDS_OF_POINTS}
    table = own.start(2, rules, 0)
    moves = [{"move": "round", "seats": [{"Points": 3}, {"Points": seat}]} for seat in range(4)]
    for move in moves:
        table = own.play(table, move)
    played = {name: players[name].play_out(Random(1), 2, True) for name in GAMES}
    return {**played, "own": Played(2, rules, 0, moves, table)}


def sessions(people: list[dict[str, str]]) -> list[dict[str, Any]]:
    """A running and a finished table of every game."""
    from history.live import new_session
    from scoring import GAMES

    documents = []
    evening = datetime.fromisoformat("2026-11-14T20:14:00+01:00")
    for name, played in games_played().items():
        game = GAMES[name]
        session = new_session(name, people[:2], played.starter, played.options, evening)
        moves = [{**move, "at": place} for place, move in enumerate(played.moves)]
        sheet = game.sheet(played.table)
        ended = {
            "id": str(uuid5(NAMESPACE_DNS, name)),
            "moves": moves,
            "sheet": sheet,
            "result": game.score(2, played.options, sheet, force=True).as_json(),
            "finished": "2026-11-14T21:00:00+01:00",
        }
        documents += [{**session, "moves": moves[:4]}, {**session, **ended}]
    return documents


@pytest.fixture(scope="module")
def toured(packed: Packed, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the app opened on a round through all its rooms, with nothing but its own files."""
    folder = tmp_path_factory.mktemp("tour")
    people = [
        {"id": str(uuid5(NAMESPACE_DNS, name)), "name": name, "colour": colour}
        for name, colour in (("Ada", "blue"), ("Bo", "amber"), ("Cleo", "green"))
    ]
    plan = {
        "site": sysconfig.get_path("purelib"),
        "today": "2026-11-18",
        "players": people,
        "sessions": sessions(people),
        "modules": sorted(reachable()),
    }
    (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(folder),
        "KIVY_GL_BACKEND": "mock",  # nobody looks at the pixels
        "KIVY_HOME": str(folder / "kivy"),
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_NO_FILELOG": "1",
        "SDL_VIDEODRIVER": "offscreen",
        "TABLESIDE_HOME": str(folder / "data"),
        "TABLESIDE_NO_NET": "1",
        "TZ": "Europe/Amsterdam",
    }
    script = Path(__file__).with_name("tour.py")
    command = [sys.executable, "-I", str(script), str(packed.app), "plan.json", "report.json"]
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-4000:]
    report: dict[str, Any] = json.loads((folder / "report.json").read_text("utf-8"))
    return report


def test_every_screen_opens_in_every_language(toured: dict[str, Any]) -> None:
    from screens.navigation import SCREENS
    from screens.translator import LANGUAGES

    assert set(toured["seen"]) == {f"{language}/{name}" for language in LANGUAGES for name in SCREENS}


def test_the_app_opens_nothing_of_the_project_that_is_not_packaged(toured: dict[str, Any]) -> None:
    strays = [path for path in toured["opened"] if Path(path).is_relative_to(ROOT)]
    assert strays == []


def test_everything_that_is_packaged_is_opened(packed: Packed, toured: dict[str, Any]) -> None:
    from scoring import BOXES
    from screens.translator import LANGUAGES

    opened = {
        Path(path).relative_to(packed.app).as_posix()
        for path in toured["opened"]
        if Path(path).is_relative_to(packed.app)
    }
    catalogues = {
        f"locales/{code}/LC_MESSAGES/{domain}.mo"
        for code in LANGUAGES
        if code != "en"
        for domain in ("tableside", *BOXES)
    }
    assert catalogues <= opened, "without its catalogue a language silently falls back to English"
    assert sorted(packed.files - opened - NEVER_OPENED.keys()) == []
    assert sorted(opened - packed.files) == [], "the app writes into its own folder"
    assert NEVER_OPENED.keys() <= packed.files


def test_no_package_is_imported_that_the_phone_does_not_have(toured: dict[str, Any]) -> None:
    assert {"kivy", "tinydb"} <= set(toured["visitors"])
    visitors = {name for name in toured["visitors"] if not COMPILED.fullmatch(name)}
    assert visitors - PACKAGES_ON_THE_PHONE - OF_THIS_PYTHON == set()
