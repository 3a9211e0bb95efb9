"""The growth of the database by day and by person, for the operator.

Queries read only the newest rows of a table, so their cost does not grow with it.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, NamedTuple

from django.db import connection
from django.db.models import Count, F, Model, Sum
from django.db.models.functions import Coalesce, Length, TruncDate

from games.models import Contact, Device, Game, ImportedGame, Notice, Person, Room, SavedRules

NEWEST: Final = 20_000  # maximum number of rows that are read of a table
DAYS: Final = 30
PERSONS: Final = 50

# Approximate size of a row, with its share of the indexes.
_EVENT_BYTES: Final = 1000
_ROW_BYTES: Final = 2000


@dataclass
class Growth:
    """The rows added on a day, or by a person."""

    guests: int = 0
    rooms: int = 0
    events: int = 0
    games: int = 0
    saved_rules: int = 0
    imports: int = 0
    devices: int = 0
    notices: int = 0
    contacts: int = 0
    import_bytes: int = 0
    person: Person | None = None
    day: date | None = None

    @property
    def bytes(self) -> int:
        """The approximate size in the database."""
        rows = self.guests + self.rooms + self.saved_rules
        rows += self.devices + self.notices + self.contacts
        return self.events * _EVENT_BYTES + rows * _ROW_BYTES + self.import_bytes


class _Table(NamedTuple):
    model: type[Model]
    at: str  # the time column
    person: str | Coalesce
    counts: str  # the field of Growth for the number of rows
    sums: dict[str, Any]  # other fields of Growth


_TABLES: Final = (
    _Table(Person, "created", "", "guests", {}),
    _Table(Room, "created", "opened_by", "rooms", {"events": Sum("head")}),
    _Table(Game, "started", "room__opened_by", "games", {}),
    _Table(SavedRules, "saved", "person", "saved_rules", {}),
    _Table(ImportedGame, "at", "person", "imports", {"import_bytes": Sum(Length("packed"))}),
    _Table(Device, "created", "person", "devices", {}),
    # A notice for a chat counts for the person who opened the room.
    _Table(Notice, "changed", Coalesce("device__person", "room__opened_by"), "notices", {}),
    _Table(Contact, "changed", "person", "contacts", {}),
)


def by_day() -> list[Growth]:
    """Return the growth of recent days, newest first."""
    growths = _growths((table, TruncDate(table.at)) for table in _TABLES)
    for day, growth in growths.items():
        growth.day = day
    return [growths[day] for day in sorted(growths, reverse=True)[:DAYS]]


def by_person() -> list[Growth]:
    """Return the growth by people who added the most recently, largest first."""
    growths = _growths((table, table.person) for table in _TABLES if table.person)
    most = sorted(growths, key=lambda key: (-growths[key].bytes, key))[:PERSONS]
    persons = Person.objects.select_related("user").in_bulk(most)
    for key in most:
        growths[key].person = persons.get(key)
    return [growths[key] for key in most]


def _growths(groups: Iterable[tuple[_Table, Any]]) -> dict[Any, Growth]:
    """Return the growth of each group, given tables and the values to group them by."""
    growths: dict[Any, Growth] = defaultdict(Growth)
    for table, value in groups:
        group = F(value) if isinstance(value, str) else value
        sums = {table.counts: Count("pk"), **table.sums}
        for row in _newest(table).values(group=group).annotate(**sums):
            growth = growths[row.pop("group")]
            for name, added in row.items():
                setattr(growth, name, getattr(growth, name) + added)
    return growths


def table_sizes() -> list[tuple[str, int]]:
    """Return the largest tables and their bytes with indexes; on SQLite, the whole file."""
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
            return [("database", int(cursor.fetchone()[0]))]
        cursor.execute(
            "SELECT relname, pg_total_relation_size(relid) AS size FROM pg_statio_user_tables "
            "ORDER BY size DESC, relname LIMIT 15"
        )
        return [(str(name), int(size)) for name, size in cursor.fetchall()]


def _newest(table: _Table) -> Any:
    rows = table.model._default_manager.filter(**{f"{table.at}__isnull": False})
    newest = table.model._default_manager.order_by("-pk").values_list("pk", flat=True).first()
    return rows.filter(pk__gt=(newest or 0) - NEWEST).order_by()
