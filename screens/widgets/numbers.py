"""Numbers without a keyboard: step, hold to run, or touch the number and type it on our own pad."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label

from screens import kv
from screens.widgets.buttons import IconButton, Pressable
from screens.widgets.overlays import BottomSheet

HOLD = 0.4
REPEAT, FASTEST = 0.12, 0.03


class NumberStepper(BoxLayout):
    """`value` between `low` and `high`; `title` heads the number pad."""

    value = NumericProperty(0)
    low = NumericProperty(0)
    high = NumericProperty(99)
    title = StringProperty("")
    game = StringProperty("")
    blank = BooleanProperty(False)
    """Nothing entered yet: shows a dash until the first step."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._running: Any = None
        self._pace = REPEAT

    def step(self, by: int) -> None:
        self.set(self.value + by)

    def set(self, value: float) -> None:
        self.blank = False
        self.value = int(max(self.low, min(self.high, value)))

    def hold(self, by: int) -> None:
        """One step at the touch; then, while the finger stays, faster and faster."""
        self.let_go()
        self.step(by)
        self._pace = REPEAT
        self._running = Clock.schedule_once(lambda _passed: self._run(by), HOLD)

    def _run(self, by: int) -> None:
        self.step(by)
        self._pace = max(FASTEST, self._pace * 0.92)
        self._running = Clock.schedule_once(lambda _passed: self._run(by), self._pace)

    def let_go(self) -> None:
        if self._running:
            self._running.cancel()
            self._running = None

    def type(self) -> None:
        NumberPad(
            title=self.title,
            low=self.low,
            high=self.high,
            game=self.game,
            number=int(self.value),
            done=self.set,
        ).open()


class NumberPad(BottomSheet):
    """Our own pad: big keys, no system keyboard sliding over the table."""

    low = NumericProperty(0)
    high = NumericProperty(99)
    typed = StringProperty("")
    number = NumericProperty(0)
    game = StringProperty("")
    fits = BooleanProperty(True)
    refused = BooleanProperty(False)
    """The last key would have led beyond what is possible."""

    def __init__(self, done: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._done = done

    def on_typed(self, *_: object) -> None:
        self.fits = self.value is not None

    def press(self, key: str) -> None:
        self.refused = key.isdigit() and not self._could_become(self.typed + key)
        if self.refused:
            return
        if key == "back":
            self.typed = self.typed[:-1]
        elif key == "sign":
            self.typed = self.typed[1:] if self.typed.startswith("-") else f"-{self.typed}"
        else:
            self.typed = str(int(self.typed + key))

    def _could_become(self, text: str) -> bool:
        number, low, high = int(text), int(self.low), int(self.high)
        return low <= number <= high or 0 <= number < low or high < number <= 0

    @property
    def value(self) -> int | None:
        typed = self.typed or str(int(self.number))
        return int(typed) if typed != "-" and self.low <= int(typed) <= self.high else None

    def accept(self) -> None:
        value = self.value
        if value is not None:
            self.close()
            if self._done:
                self._done(value)


class NumberPress(Pressable, Label):
    """The number itself: touch it to type."""

    spoken = StringProperty("")


class PadKeys(GridLayout):
    pass


class PadKey(IconButton):
    pass


kv.load(__name__)
