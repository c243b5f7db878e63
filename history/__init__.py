"""Sessions, players, statistics, import and export, on TinyDB. The door is `History.open`."""

from history.cupboard import (
    Device,
    History,
    Holder,
    Mark,
    Preview,
    Report,
    SamePlayer,
    UnknownFormat,
    Version,
)
from history.diagnosis import Diagnosis, Finding
from history.document import InvalidDocument
from history.entry import Refused
from history.journal import NotSaved
from history.lock import Locked
from history.search import Listing
from history.statistics import Statistics
from history.storage import BadDevice, Closed, LastChange, NotRead, ReadOnly

__all__ = [
    "BadDevice",
    "Closed",
    "Device",
    "Diagnosis",
    "Finding",
    "History",
    "Holder",
    "InvalidDocument",
    "LastChange",
    "Listing",
    "Locked",
    "Mark",
    "NotRead",
    "NotSaved",
    "Preview",
    "ReadOnly",
    "Refused",
    "Report",
    "SamePlayer",
    "Statistics",
    "UnknownFormat",
    "Version",
]
