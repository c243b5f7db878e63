"""Several phones: what this one is called, the folder that is shared, and who was seen in it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from kivy.factory import Factory
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from history import Device
from history.exchange import Exchanged
from scoring import Refusal
from screens.running import the_app
from screens.translator import _, date_told, ngettext
from screens.widgets.layout import Page
from screens.widgets.overlays import BottomSheet, Dialog
from screens.words.messages import sentence
from screens.words.telling import sessions_told

LONGEST_NAME = 40
LONGEST_PATH = 4096


def others_told(count: int) -> str:
    return ngettext("{n} other phone was seen in it.", "{n} other phones were seen in it.", count).format(
        n=count
    )


def device_secondary(device: Device) -> str:
    """ "12 sessions · last on 3 May, 20:14"."""
    told = [sessions_told(device.sessions)]
    if device.at:
        moment = datetime.fromtimestamp(device.at).astimezone()
        day = date_told(moment.date(), the_app().today())
        told.append(_("last on {date}, {time}").format(date=day, time=f"{moment:%H:%M}"))
    return " · ".join(told)


class FolderSheet(BottomSheet):
    """Where the folder is, on devices without a picker of their own."""

    problem = StringProperty("")
    longest_path = NumericProperty(LONGEST_PATH)
    __events__ = ("on_choose",)

    def accept(self) -> None:
        typed = self.ids.path.text.strip()
        try:
            the_app().company.trees.open(typed).look()
        except (OSError, ValueError):
            self.problem = _("There is no folder with that name.")
            return
        if typed:
            self.close()
            self.dispatch("on_choose", typed)

    def on_choose(self, place: str) -> None:
        pass


class SharedPage(Page):
    place = StringProperty("")
    kind = StringProperty("info")
    headline = StringProperty("")
    state = StringProperty("")
    open = BooleanProperty(False)
    longest_name = NumericProperty(LONGEST_NAME)

    def arrive(self, **_given: Any) -> None:
        history = the_app().history
        self.ids.name.text = history.device_name(history.device) if history else ""
        self.refresh()

    def leave(self) -> None:
        self.rename()

    def refresh(self) -> None:
        app = the_app()
        company = app.company
        self.open = app.history is not None and app.history.read_only is None
        self.place = company.trees.told(company.place)
        self._show_state(company.last)
        rows = self.ids.devices
        rows.clear_widgets()
        if app.history is None:
            return
        for device in app.history.devices():
            here = device.id == app.history.device
            name = device.name or (_("This phone") if here else _("A phone without a name"))
            rows.add_widget(
                Factory.ListRow(
                    text=name,
                    secondary=device_secondary(device),
                    icon="cellphone-check" if here else "account-outline",
                )
            )

    def _show_state(self, last: Exchanged | None) -> None:
        if not self.place:
            self.kind, self.headline = "info", _("No folder is shared")
            self.state = _(
                "Choose one that Syncthing, Nextcloud or a stick carries from phone to phone. "
                "Tableside itself never uses the network."
            )
        elif last is None:
            self.kind, self.headline, self.state = "info", _("The folder is being looked at"), ""
        elif last.trouble is not None:
            self.kind, self.headline = "warning", _("Something is wrong with the folder")
            self.state = sentence(last.trouble)
        else:
            self.kind, self.headline = "success", _("The folder is in order")
            self.state = others_told(last.others)

    # -- What can be done ----------------------------------------------------------------------------------

    def rename(self) -> None:
        """Kept when one goes on, not with every letter."""
        history, name = the_app().history, self.ids.name.text.strip()
        if history is None or history.read_only or name == history.device_name(history.device):
            return
        try:
            history.name_device(name)
        except Refusal as refusal:
            the_app().snack(sentence(refusal.reason))
        else:
            the_app().company.visit()

    def pick(self) -> None:
        if not the_app().company.trees.pick(self._choose):
            sheet = FolderSheet()
            sheet.bind(on_choose=lambda _sheet, place: self._choose(place))
            sheet.open()

    def _choose(self, place: str) -> None:
        if place:
            self._share(place)

    def stop(self) -> None:
        self._share("")

    def _share(self, place: str) -> None:
        try:
            the_app().company.choose(place)
        except OSError:
            the_app().snack(_("There is no room on this device to save that choice."))
        self.refresh()

    def test(self) -> None:
        the_app().company.test(self._tell)

    def _tell(self, outcome: Exchanged) -> None:
        if outcome.trouble is not None:
            title, text = _("The folder does not work"), sentence(outcome.trouble)
        else:
            title = _("The folder works")
            text = _("A file was written and read back.") + " " + others_told(outcome.others)
        Dialog(title=title, text=text, buttons=[(_("Close"), "primary", None)]).open()
        self.refresh()
