"""The frame around every screen: paper, navigation, safe area, and the layers that come above."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from screens import kv
from screens.theme import theme
from screens.widgets.layout import Page


class Shell(FloatLayout):
    wide = BooleanProperty(False)
    chrome = BooleanProperty(True)
    tab = StringProperty("home")
    page = ObjectProperty(None, allownone=True)

    def show(self, page: Page, forward: bool) -> None:
        if page is self.page:
            return
        self._leave_snackbars_behind()
        earlier = self.page
        self.ids.stage.clear_widgets()
        self.ids.stage.add_widget(page)
        self.page, self.chrome, self.tab = page, page.chrome, page.tab
        if earlier is not None:
            self._fade_in(page, theme.quick if forward else theme.quick * 0.7)

    def _fade_in(self, page: Page, seconds: float) -> None:
        from kivy.animation import Animation  # noqa: PLC0415 - not before the first frame

        Animation.cancel_all(page, "opacity")
        page.opacity = 0.2 if seconds else 1
        if seconds:
            Animation(opacity=1, duration=seconds).start(page)

    # -- Above the page ------------------------------------------------------------------------------------

    @property
    def overlays(self) -> list[Any]:
        return list(reversed(self.ids.overlays.children))

    def show_overlay(self, overlay: Any) -> None:
        self.ids.overlays.add_widget(overlay)

    def hide_overlay(self, overlay: Any) -> None:
        self.ids.overlays.remove_widget(overlay)

    def close_top_overlay(self) -> bool:
        if not self.overlays:
            return False
        self.overlays[-1].back()
        return True

    def close_snackbars(self) -> None:
        for snackbar in list(self.ids.snacks.children):
            snackbar.close()

    def keep_snackbars(self) -> None:
        """The page in view is built anew: what was said on it still holds, what could be done was its own."""
        for snackbar in self.ids.snacks.children:
            snackbar.goes_along = snackbar.goes_along or not snackbar.action_text

    def _leave_snackbars_behind(self) -> None:
        """They belong to the page on which they were said, but for those that were said on the way out."""
        for snackbar in list(self.ids.snacks.children):
            if snackbar.goes_along:
                snackbar.goes_along, snackbar.place = False, []
            else:
                snackbar.close()

    def _snack_place(self) -> list[float]:
        covered = self.page.snack_place if self.page else None
        return [*covered.to_window(*covered.pos), covered.width] if covered else []

    def on_size(self, *_: object) -> None:
        Clock.schedule_once(self._place_snackbars)

    def _place_snackbars(self, *_: object) -> None:
        for snackbar in self.ids.snacks.children:
            snackbar.place = self._snack_place()

    def show_snackbar(self, snackbar: Any) -> None:
        self.close_snackbars()
        snackbar.place = self._snack_place()
        self.ids.snacks.add_widget(snackbar)


kv.load(__name__)
