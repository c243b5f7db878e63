"""TinyDB on top of the journals: ids are the documents' own, and a change writes one line, not everything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from typing import Any

from tinydb import TinyDB
from tinydb.queries import QueryLike
from tinydb.table import Document, Table

from history.revision import Revision
from history.storage import JournalStorage, Row, Wish
from scoring.core import Refusal


class OtherId(Refusal):
    """A document was put under an id that is not its own."""


class JournalTable(Table):
    """A TinyDB table whose document ids are the `id` fields. Nothing that it returns is shared with the
    store: there is no query cache, whose results the first to ask could change for all others."""

    document_id_class = str  # type: ignore[assignment]

    _storage: JournalStorage

    def __init__(self, storage: JournalStorage, name: str) -> None:
        super().__init__(storage, name, cache_size=0)

    def put(self, document: object, base: Mapping[str, Any] | None = None) -> Revision:
        """Inserts the document or replaces the one with its id; of `base`, only what differs."""
        wish = Wish(self.name, document, base=None if base is None else dict(base))
        return self._storage.commit([wish])[0]

    def find(self, name: str) -> Revision:
        """The newest change of a document that is there, or KeyError."""
        revision = self._storage.find(self.name, name)
        if revision is None:
            raise KeyError(name)
        return revision

    def present(self) -> list[Revision]:
        return self._storage.present(self.name)

    def deleted(self) -> list[Revision]:
        return self._storage.deleted(self.name)

    def delete(self, name: str) -> None:
        """Takes the document away, or KeyError."""
        with self._storage.hold():
            self._storage.commit([Wish(self.name, self.find(name).document(), deleted=True)])

    def restore(self, name: str) -> None:
        """Brings a deleted document back, or KeyError; one that is there stays as it is."""
        with self._storage.hold():
            revision = self._storage.newest(self.name)[name]
            if revision.deleted:
                self._storage.commit([Wish(self.name, revision.document())])

    # -- What TinyDB builds upon --------------------------------------------------------------------------

    def insert(self, document: Mapping[str, Any]) -> Any:
        return super().insert(_by_own_id(document))

    def insert_multiple(self, documents: Iterable[Mapping[str, Any]]) -> list[Any]:
        return super().insert_multiple([_by_own_id(document) for document in documents])

    def update(
        self,
        fields: Mapping[str, Any] | Callable[[MutableMapping[str, Any]], None],
        cond: QueryLike | None = None,
        doc_ids: Iterable[Any] | None = None,
    ) -> list[Any]:
        return super().update(fields, None, doc_ids if cond is None else self._matching(cond, doc_ids))

    def remove(self, cond: QueryLike | None = None, doc_ids: Iterable[Any] | None = None) -> list[Any]:
        return super().remove(None, doc_ids if cond is None else self._matching(cond, doc_ids))

    def _matching(self, cond: QueryLike, doc_ids: Iterable[Any] | None) -> list[Any]:
        """TinyDB would draft a copy of every document to see whether it matches; the rows can tell without.

        Given both a condition and ids, TinyDB heeds the ids alone, and so does this.
        """
        if doc_ids is not None:
            return list(doc_ids)
        return [name for name, row in self._read_table().items() if cond(row)]

    def _read_table(self) -> dict[str, Mapping[str, Any]]:
        return dict(self._storage.read()[self.name])

    def _update_table(self, updater: Callable[[Any], None]) -> None:
        with self._storage.hold():
            rows = self._storage.read()[self.name]
            overlay = _Overlay(rows)
            updater(overlay)
            self._storage.commit(overlay.wishes(self.name))


class _Overlay(MutableMapping[str, Any]):
    """The table as an updater may change it: only what it touches is copied."""

    def __init__(self, rows: Mapping[str, Row]) -> None:
        self._rows = rows
        self._drafts: dict[str, Any] = {}
        self._gone: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        if name in self._gone:
            raise KeyError(name)
        if name not in self._drafts:
            self._drafts[name] = self._rows[name].revision.document()
        return self._drafts[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self._gone.discard(name)
        self._drafts[name] = value

    def __delitem__(self, name: str) -> None:
        if name not in self:
            raise KeyError(name)
        self._drafts.pop(name, None)
        self._gone.add(name)

    def __contains__(self, name: object) -> bool:
        return name not in self._gone and (name in self._drafts or name in self._rows)

    def __iter__(self) -> Iterator[str]:
        yield from (name for name in self._rows if name not in self._gone)
        yield from (name for name in self._drafts if name not in self._rows)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def wishes(self, table: str) -> list[Wish]:
        gone = [self._rows[name].revision for name in self._gone if name in self._rows]
        for name, document in self._drafts.items():
            if document.get("id") != name:
                raise OtherId("history.other_id")
        changed = [
            document
            for name, document in self._drafts.items()
            if name not in self._rows or self._rows[name].revision.document() != document
        ]
        return [
            *(Wish(table, revision.document(), deleted=True) for revision in gone),
            *(Wish(table, document) for document in changed),
        ]


def _by_own_id(document: Mapping[str, Any]) -> Document:
    return Document(document, document.get("id"))  # type: ignore[arg-type]


class Database(TinyDB):
    """TinyDB with the journals of a folder under it: `Database(folder, device)`."""

    table_class = JournalTable  # type: ignore[assignment]
    default_storage_class = JournalStorage  # type: ignore[assignment]
