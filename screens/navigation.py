"""Where one is and how one came there. Screens are built on their first visit and kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from screens import kv
from screens.net import leave_behind
from screens.widgets.layout import Page

if TYPE_CHECKING:
    from screens.net import Net
    from screens.widgets.overlays import Overlay

SCREENS: dict[str, str] = {
    "home": "screens.home.page:HomePage",
    "history": "screens.record.page:HistoryPage",
    "players": "screens.players.page:PlayersPage",
    "rules": "screens.rules.page:RulesPage",
    "settings": "screens.settings.page:SettingsPage",
    "seats": "screens.seating.seats:SeatsPage",
    "setup": "screens.seating.setup:SetupPage",
    "table": "screens.table.page:TablePage",
    "count": "screens.count.page:CountPage",
    "result": "screens.result.page:ResultPage",
    "quick": "screens.count.quick:QuickPage",
    "edit": "screens.record.edit:EditPage",
    "session": "screens.record.session:SessionPage",
    "replay": "screens.record.replay:ReplayPage",
    "statistics": "screens.statistics.page:StatisticsPage",
    "player": "screens.players.player:PlayerPage",
    "data": "screens.settings.data:DataPage",
    "shared": "screens.settings.shared:SharedPage",
    "about": "screens.settings.about:AboutPage",
    "self_check": "screens.settings.self_check:SelfCheckPage",
    "shelf": "screens.shelf.page:ShelfPage",
    "own_game": "screens.shelf.game:OwnGamePage",
    "editor": "screens.shelf.editor:EditorPage",
}
"""Name to module and class. Both the module and the .kv of its name are loaded on the first visit."""

SHEETS: dict[str, str] = {
    "rules": "screens.rules.page:RulesSheet",
    "names": "screens.count.quick:NamesSheet",
    "people": "screens.players.sheets:PeopleSheet",
    "period": "screens.record.calendar:PeriodSheet",
    "unfinished": "screens.record.page:UnfinishedSheet",
    "year": "screens.result.year:YearSheet",
    "share": "screens.result.share:ShareSheet",
}
"""What opens over the pages of other features, and closes again without a way having been gone."""

TABS = ("home", "history", "players", "rules")


@dataclass(frozen=True, slots=True)
class Visit:
    name: str
    given: dict[str, Any] = field(default_factory=dict)


def build_page(name: str) -> Page:
    page: Page = _look_up(SCREENS[name])()
    return page


def open_sheet(name: str, **given: Any) -> Overlay:
    sheet: Overlay = _look_up(SHEETS[name])(**given)
    sheet.open()
    return sheet


def _look_up(place: str) -> Any:
    module_name, class_name = place.split(":")
    module = import_module(module_name)
    kv.load(module_name)
    return getattr(module, class_name)


class Navigator:
    """A stack of visits; the bottom one is always home. A page that falls leaves a wreck in its place."""

    def __init__(self, show: Callable[[Page, bool], None], net: Net) -> None:
        self._show = show
        self._net = net
        self._pages: dict[str, Page] = {}
        self._wreck: Page | None = None
        self.visits: list[Visit] = []

    @property
    def current(self) -> Visit:
        return self.visits[-1]

    @property
    def page(self) -> Page:
        return self._wreck or self._pages[self.current.name]

    def go(self, name: str, **given: Any) -> None:
        """Onwards. Going where one is already changes only what is shown there."""
        visit = Visit(name, given)
        if self.visits and self.current.name == name:
            self._move([*self.visits[:-1], visit])
        else:
            self._move([*self.visits, visit])

    def replace(self, name: str, **given: Any) -> None:
        """Onwards without a way back to this page, such as from a finished form."""
        self._move([*self.visits[:-1], Visit(name, given)])

    def restart(self, name: str, **given: Any) -> None:
        """Onwards, with home as the only way back."""
        self._move([Visit("home"), Visit(name, given)])

    def tab(self, name: str) -> None:
        """To one of the rooms; out of the middle of something, the way back there stays."""
        if name == "home":
            self._move([Visit("home")])
        elif all(visit.name in TABS for visit in self.visits):
            self._move([Visit("home"), Visit(name)])
        else:
            self.go(name)

    def back(self) -> bool:
        """One step back; False when there is none."""
        if self.ask("back"):
            return True
        if len(self.visits) < 2:
            return False
        self._move(self.visits[:-1], forward=False)
        return True

    def refresh(self) -> None:
        self._try("refresh", self.page.refresh)

    def ask(self, step: str) -> bool:
        """The page in view is asked for something that the others do not depend on."""
        try:
            return bool(getattr(self.page, step)())
        except Exception as trouble:
            if not self._net.holds(trouble, self.current.name, step):
                raise
            return False

    def forget_others(self) -> None:
        """Lets go of the pages that are not in view; they are built again when one comes back to them."""
        name = self.current.name
        self._pages = {name: self._pages[name]} if name in self._pages else {}

    def rebuild(self) -> None:
        """Builds the pages anew, for when what they were built with has changed; everything else stays."""
        self.ask("leave")
        self._pages = {}
        self.retry()

    def retry(self) -> None:
        """Arrives once more where one is."""
        self._move(self.visits, arriving=True)

    def give_up(self) -> None:
        """Shows that the page in view cannot be shown. Its next visit is to a new one."""
        leave_behind(self._pages.pop(self.current.name, None))
        self._wreck = self._net.wreck(at_home=len(self.visits) == 1)
        self._show(self._wreck, True)

    def _move(self, visits: list[Visit], forward: bool = True, arriving: bool = False) -> None:
        if self.visits and not arriving:
            self.ask("leave")
        visit = visits[-1]
        built = visit.name in self._pages or self._build(visit.name)
        self.visits, self._wreck = visits, None
        if built:
            self._try("arrive", partial(self._arrive, visit, forward))
        else:
            self.give_up()

    def _build(self, name: str) -> bool:
        try:
            self._pages[name] = build_page(name)
        except Exception as trouble:
            if not self._net.holds(trouble, name, "build"):
                raise
            return False
        return True

    def _arrive(self, visit: Visit, forward: bool) -> None:
        if forward:
            self.page.to_the_top()
        self._show(self.page, forward)
        self.page.arrive(**visit.given)

    def _try(self, step: str, action: Callable[[], None]) -> None:
        try:
            action()
        except Exception as trouble:
            if not self._net.holds(trouble, self.current.name, step):
                raise
            self.give_up()
