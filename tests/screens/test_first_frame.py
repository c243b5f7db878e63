"""What the first frame waits for: the lids of the boxes, and neither the cupboard nor any rules."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LOADED = """
import sys
from main import make_app
app = make_app()
app._run_prepare()
print(*(name for name in sys.modules if name.partition(".")[0] in ("history", "scoring", "screens", "phone")))
"""


def test_the_first_frame_waits_for_neither_the_history_nor_the_rules(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", LOADED],
        env={**os.environ, "TABLESIDE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    loaded = run.stdout.split()
    assert "screens.home.page" in loaded, run.stderr
    assert [name for name in loaded if name.partition(".")[0] == "history"] == []
    assert [name for name in loaded if name.startswith("scoring.") and name.endswith(".rules")] == []
    rooms = {name.split(".")[1] for name in loaded if name.startswith("screens.")}
    others = {path.name for path in (ROOT / "screens").iterdir() if path.is_dir()} - {
        "home",
        "games",
        "words",
        "widgets",
    }
    assert sorted(rooms & others) == []
