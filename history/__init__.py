"""Sessions, players, statistics, import and export, on TinyDB. The door is `History.open`."""

from history.cupboard import History, Mark, Preview, Report, SamePlayer, UnknownFormat, Version
from history.document import InvalidDocument
from history.entry import Refused
from history.journal import NotSaved
from history.lock import Locked
from history.search import Listing
from history.statistics import Statistics
from history.storage import BadDevice, Closed, Diagnosis, Finding, LastChange, NotRead, ReadOnly

__all__ = [
    "BadDevice",
    "Closed",
    "Diagnosis",
    "Finding",
    "History",
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
