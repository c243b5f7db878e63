"""Long lists: only the rows in view are there."""

from __future__ import annotations

from kivy.uix.recycleview import RecycleView

from screens.widgets.layout import QuickTaps


class Rows(QuickTaps, RecycleView):
    pass
