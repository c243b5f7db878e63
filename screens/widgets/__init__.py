"""The design system: each widget once. A kv file names a widget and its module is loaded on first use."""

from __future__ import annotations

from kivy.factory import Factory

import screens.widgets.shapes  # noqa: F401 - registers the shapes that kv draws with

WIDGETS = {
    "text": "Words Caption Lead Title Display Overline Numeral OneLine Heading Hug Fit FirstLines Icon",
    "buttons": "Pressable PrimaryButton SecondaryButton GhostButton DangerButton IconButton ToolKey",
    "layout": "Page TopBar Scroll Strip Column Stack Fold Folds Row Footer SectionHeading Split Panes Tiles "
    "Spacer",
    "lists": "Rows",
    "surfaces": "Surface Card OptionCard PressCard ListRow PressRow Banner EmptyState Meter",
    "people": "Avatar Dot CardChip",
    "choices": "Chip Chips Segmented TabStrip ToggleRow CheckRow",
    "numbers": "NumberStepper NumberPad NumberPress PadKeys PadKey",
    "fields": "TextField",
    "overlays": "Overlay Dialog BottomSheet Snackbar",
    "tables": "DataTable",
    "timeline": "Timeline",
    "navigation": "NavigationBar NavigationItem",
}

for _module, _names in WIDGETS.items():
    for _name in _names.split():
        Factory.register(_name, module=f"screens.widgets.{_module}")
