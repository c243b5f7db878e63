"""What is in checks/ needs a JVM around it, and is run by test_on_android.py."""

from __future__ import annotations

import os

collect_ignore = [] if "ANDROID_ARGUMENT" in os.environ else ["checks"]
