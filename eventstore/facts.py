"""Tables of facts: caches beside the log, made from struct types whose meaning nobody here knows.

They live in a schema of their own, so that dropping them touches nothing else. For each stream it is noted up to which
event and by which revision of the code its facts were made; from that, `stale` answers what must be computed again.
"""

import contextlib
import re
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Union, get_args, get_origin, get_type_hints

import msgspec

from eventstore.contract import FactSet, Rows
from eventstore.database import first_line, translated
from eventstore.errors import Misuse

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, Statement

_SQL_TYPES: Mapping[object, tuple[str, tuple[type, ...]]] = {
    bool: ("BOOLEAN", (bool,)),
    int: ("BIGINT", (int,)),
    float: ("DOUBLE", (float, int)),
    str: ("VARCHAR", (str,)),
}
_OWN_COLUMNS = ("stream", "row_order")
# Names that a query must find in the log itself, not in the facts.
_RESERVED = frozenset({"store", "guard", "events", "heads", "facts_made"})
_GROUP_ROWS = 20_000
_GROUP_STREAMS = 500


class _Column(msgspec.Struct, frozen=True):
    name: str
    sql_type: str
    optional: bool
    accepts: tuple[type, ...]


class FactTables:
    """The fact tables behind one connection."""

    def __init__(self, connection: "DuckDBPyConnection", path: Path) -> None:
        self._connection = connection
        self._path = path
        self._fitting: set[type[msgspec.Struct]] = set()

    def declare(self, kinds: Iterable[type[msgspec.Struct]]) -> None:
        """See `Store.declare_facts`."""
        with self._transaction():
            self._make_schema()
            for kind in kinds:
                self._fit(kind)

    def declared(self, kinds: Iterable[type[msgspec.Struct]]) -> bool:
        """Tell whether there is a fitting table for each type, writing nothing."""
        return all(self._existing(table_of(kind)) == _layout(kind) for kind in kinds)

    def replace(self, sets: Iterable[FactSet], revision: str) -> None:
        """See `Store.replace_all_facts`."""
        group: list[FactSet] = []
        rows = 0
        for one in sets:
            group.append(one)
            rows += len(one.rows)
            if rows >= _GROUP_ROWS or len(group) >= _GROUP_STREAMS:
                self._replace(group, revision)
                group, rows = [], 0
        if group:
            self._replace(group, revision)

    def made(self) -> dict[str, tuple[str, str]]:
        """Return, by stream, the head hash and the revision that its facts were made at."""
        if not self._tables("main", "facts_made"):
            return {}
        with self._translated():
            rows = self._connection.execute("SELECT stream, head_hash, revision FROM main.facts_made").fetchall()
        return {stream: (head, revision) for stream, head, revision in rows}

    def drop(self) -> None:
        """See `Store.drop_facts`."""
        self._fitting.clear()
        with self._transaction():
            self._connection.execute("DROP SCHEMA IF EXISTS facts CASCADE")
            self._connection.execute("DROP TABLE IF EXISTS main.facts_made")

    def query(self, sql: str, parameters: Mapping[str, object]) -> Rows:
        """See `Store.query`."""
        import duckdb

        damage = (duckdb.IOException, duckdb.InternalException, duckdb.FatalException)
        with translated(self._path):
            try:
                statements = self._connection.extract_statements(sql)
                if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                    raise Misuse("a query must be one SELECT", hint="queries read; events are added by append alone")
                return self._select(statements[0], parameters)
            except damage:
                raise
            except duckdb.Error as error:
                raise Misuse(
                    f"the query was refused: {first_line(error)}", hint="check it against the tables"
                ) from error

    def _select(self, statement: "Statement", parameters: Mapping[str, object]) -> Rows:
        # Settings and transaction are a cursor's own, so none of this touches the writer's connection.
        cursor = self._connection.cursor()
        try:
            # A SELECT can still write: WITH gone AS (DELETE ... RETURNING *) SELECT ...
            cursor.execute("BEGIN TRANSACTION READ ONLY")
            if cursor.execute("SELECT 1 FROM duckdb_schemas() WHERE schema_name = 'facts'").fetchall():
                cursor.execute("SET search_path = 'facts,main'")
            cursor.execute(statement, dict(parameters))
            columns = tuple(str(column[0]) for column in cursor.description or ())
            return Rows(columns, cursor.fetchall())
        finally:
            cursor.close()

    def _replace(self, group: Sequence[FactSet], revision: str) -> None:
        by_kind: dict[type[msgspec.Struct], list[tuple[object, ...]]] = {}
        for one in group:
            counts: dict[type[msgspec.Struct], int] = {}
            for row in one.rows:
                kind = type(row)
                order = counts.get(kind, 0)
                counts[kind] = order + 1
                by_kind.setdefault(kind, []).append((one.stream, order, *_values(row)))
        streams = [one.stream for one in group]
        with self._transaction():
            self._make_schema()
            for kind in by_kind:
                self._fit(kind)
            for table in self._tables("facts"):
                self._connection.execute(
                    f'DELETE FROM facts."{table}" WHERE stream IN (SELECT unnest(?))',  # noqa: S608  # a checked name
                    [streams],
                )
            self._connection.execute("DELETE FROM main.facts_made WHERE stream IN (SELECT unnest(?))", [streams])
            for kind, rows in by_kind.items():
                appender = self._connection.appender(f'facts."{table_of(kind)}"')
                appender.append_rows(rows)
                appender.flush()
            appender = self._connection.appender("facts_made")
            appender.append_rows([(one.stream, one.head_hash, revision) for one in group])
            appender.flush()

    def _make_schema(self) -> None:
        self._connection.execute("CREATE SCHEMA IF NOT EXISTS facts")
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS main.facts_made"
            " (stream VARCHAR NOT NULL, head_hash VARCHAR NOT NULL, revision VARCHAR NOT NULL)"
        )

    def _fit(self, kind: type[msgspec.Struct]) -> None:
        """Make the table of a type, or make it anew if its columns are not the type's."""
        if kind in self._fitting:
            return
        table, wanted = table_of(kind), _layout(kind)
        found = self._existing(table)
        if found and found != wanted:
            self._connection.execute(f'DROP TABLE facts."{table}"')
            # The rows of all streams went with it.
            self._connection.execute("DELETE FROM main.facts_made")
        if found != wanted:
            columns = ", ".join(
                f'"{name}" {sql_type}{"" if optional else " NOT NULL"}' for name, sql_type, optional in wanted
            )
            self._connection.execute(f'CREATE TABLE facts."{table}" ({columns})')
        self._fitting.add(kind)

    def _existing(self, table: str) -> list[tuple[str, str, bool]]:
        with self._translated():
            return self._connection.execute(
                "SELECT column_name, data_type, is_nullable FROM duckdb_columns()"
                " WHERE schema_name = 'facts' AND table_name = ? ORDER BY column_index",
                [table],
            ).fetchall()

    def _tables(self, schema: str, name: str = "") -> list[str]:
        with self._translated():
            rows = self._connection.execute(
                "SELECT table_name FROM duckdb_tables() WHERE schema_name = ? AND (? = '' OR table_name = ?)",
                [schema, name, name],
            ).fetchall()
        return [str(row[0]) for row in rows]

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._translated():
            self._connection.begin()
            try:
                yield
            except BaseException:
                self._fitting.clear()
                self._connection.rollback()
                raise
            self._connection.commit()

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        import duckdb

        with translated(self._path):
            try:
                yield
            except (duckdb.ConversionException, duckdb.InvalidInputException) as error:
                raise Misuse(
                    f"a fact cannot be kept: {first_line(error)}", hint="whole numbers have 64 bits, text is plain"
                ) from error


def in_memory() -> "DuckDBPyConnection":
    """Open a database in memory, for the facts of a store that has no file."""
    import duckdb

    return duckdb.connect(":memory:")


def table_of(kind: type[msgspec.Struct]) -> str:
    """Return the name of the table in which facts of a type are kept.

    Raises:
        Misuse: it can be no table's.
    """
    name = getattr(kind, "__fact_table__", "") or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).lower()
    if not re.fullmatch(r"[a-z_][a-z0-9_]*", name) or name in _RESERVED:
        raise Misuse(
            f"'{name}' cannot be a table of facts", hint="name it in snake case, other than the log's own tables"
        )
    return str(name)


_COLUMNS: dict[type[msgspec.Struct], tuple[_Column, ...]] = {}


def _columns(kind: type[msgspec.Struct]) -> tuple[_Column, ...]:
    if kind not in _COLUMNS:
        hints = get_type_hints(kind)
        _COLUMNS[kind] = tuple(_column(kind, name, hints[name]) for name in kind.__struct_fields__)
    return _COLUMNS[kind]


def _column(kind: type[msgspec.Struct], name: str, hint: object) -> _Column:
    options = get_args(hint) if get_origin(hint) in {Union, types.UnionType} else (hint,)
    plain = [option for option in options if option is not type(None)]
    if name in _OWN_COLUMNS or len(plain) != 1 or plain[0] not in _SQL_TYPES:
        raise Misuse(
            f"the field '{name}' of '{kind.__name__}' cannot be a column",
            hint="fields of facts are int, str, float or bool, or one of them or None; stream and row_order are taken",
        )
    sql_type, accepts = _SQL_TYPES[plain[0]]
    return _Column(name, sql_type, len(plain) < len(options), accepts)


def _layout(kind: type[msgspec.Struct]) -> list[tuple[str, str, bool]]:
    """Return name, type and optionality of each column of a type's table."""
    own = [("stream", "VARCHAR", False), ("row_order", "BIGINT", False)]
    return own + [(column.name, column.sql_type, column.optional) for column in _columns(kind)]


def _values(row: msgspec.Struct) -> tuple[object, ...]:
    values = msgspec.structs.astuple(row)
    for column, value in zip(_columns(type(row)), values, strict=True):
        # The database would quietly turn "12" into 12.
        if type(value) not in column.accepts and not (value is None and column.optional):
            raise Misuse(
                f"{value!r} does not fit the field '{column.name}' of '{type(row).__name__}'",
                hint="a fact's values have the types that its struct declares",
            )
    return values
