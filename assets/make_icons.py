"""Makes icons.ttf, the few Material Design Icons that are used, out of the font in the qtawesome package.

pip download --no-deps --dest build qtawesome
python assets/make_icons.py build/qtawesome-*.whl
"""

from __future__ import annotations

import io
import json
import sys
import zipfile
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent
FONT = "qtawesome/fonts/materialdesignicons6-webfont-6.9.96.ttf"
NAMES = "qtawesome/fonts/materialdesignicons6-webfont-charmap-6.9.96.json"


def main(wheel: Path) -> None:
    used = json.loads((HERE / "icons.json").read_text(encoding="utf-8"))
    with zipfile.ZipFile(wheel) as package:
        known = json.loads(package.read(NAMES))
        font = TTFont(io.BytesIO(package.read(FONT)))
    codes = {name: int(known[name], 16) for name in used}
    options = subset.Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=["*"])
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=codes.values())
    cutter.subset(font)
    font.save(HERE / "icons.ttf")
    lines = ",\n".join(f'  "{name}": {code}' for name, code in sorted(codes.items()))
    (HERE / "icons.json").write_text("{\n" + lines + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
