"""python-for-android's package of this name: its Python as it is, and what its compiled part would bring."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_recipe = find_spec("pythonforandroid")
assert _recipe is not None
assert _recipe.origin is not None
THEIRS = Path(_recipe.origin).parent / "recipes" / "android" / "src" / "android"
__path__.append(str(THEIRS))

from jnius import autoclass  # noqa: E402 - as theirs does

from android import config  # noqa: E402

api_version = autoclass("android.os.Build$VERSION").SDK_INT
python_act = autoclass(config.ACTIVITY_CLASS_NAME)
mActivity: Any = python_act.mActivity  # noqa: N816 - its name there


def remove_presplash() -> None:
    mActivity.removeLoadingScreen()


_compiled = (THEIRS / "_android.pyx").read_text("utf-8")
for _name in ("api_version", "python_act", "mActivity"):
    assert re.search(rf"^{_name} = ", _compiled, re.MULTILINE), f"theirs has no {_name}"
assert re.search(r"^ +def remove_presplash\(\)", _compiled, re.MULTILINE)
