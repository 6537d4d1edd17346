"""
The tables, for both databases.

`entry` is the record. `log` gives each entry its gapless place, `tile` keeps
subtree hashes, `checkpoint` the signed ones. `content` holds the words that the
entries only commit to, so that they can be redacted. The rest can be rebuilt
from entries and contents. `chunk`, `sketch`, `band` and `vector` are the search index:
what is shown as found is read from the contents, never from it.

There are no foreign keys: nothing is ever updated or deleted under a reference,
one path writes every row, and PostgreSQL would lock the project's row for each
citation. `cite ledger verify` checks that every reference leads somewhere.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    event,
)
from sqlalchemy.dialects.postgresql import TSVECTOR

metadata = MetaData()

# SQLite only auto-numbers a column of type INTEGER; PostgreSQL's INTEGER ends at two billion.
Number = BigInteger().with_variant(Integer, "sqlite")

_NUMBERS = (
    "id project_id entry subject target session_id actor_id source_id member_id snapshot_id"
    " citation_id successor_id chunk_id"
)
_SMALL_NUMBERS = "seq level ordinal number identity version start stop byte_start byte_stop"
_TEXTS = "name origin type handle media_type verifier_key status language embedder"
_BYTES = "name_key entry_id body leaf root note key_hash payload_hash salt bytes"
# A column of one name has one type in every table.
_TYPES: dict[str, Any] = {
    **dict.fromkeys(_NUMBERS.split(), Number),
    **dict.fromkeys(("created_at", "taken_at", "idx", "size", "position", "key"), BigInteger()),
    **dict.fromkeys(_SMALL_NUMBERS.split(), Integer()),
    **dict.fromkeys(_TEXTS.split(), Text()),
    **dict.fromkeys(_BYTES.split(), LargeBinary()),
    # SQLite has a full-text table beside it that triggers keep in step.
    "stems": Text().with_variant(TSVECTOR(), "postgresql"),
}


def _table(
    name: str, columns: str, *unique: str, key: str = "", numbers_itself: bool = False
) -> Table:
    """
    Declare a table: its columns, with `?` those that may be NULL, and what is unique in it.

    Where no `key` is given it is the first column, a number. With one, SQLite keeps no hidden
    row number: that would be a second key, by which a row could be replaced.
    """
    made: list[Column[Any]] = []
    for given in columns.split():
        column = given.rstrip("?")
        made.append(Column(column, _TYPES[column], nullable=given != column))
    made[0].autoincrement = "auto" if numbers_itself else False
    return Table(
        name,
        metadata,
        *made,
        PrimaryKeyConstraint(*(key or made[0].name).split()),
        *(UniqueConstraint(*together.split()) for together in unique),
        sqlite_with_rowid=not key,
    )


deployment = Table(
    "deployment",
    metadata,
    Column("id", Text, primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
project = _table(
    "project", "id name origin name_key created_at", "name", "origin", numbers_itself=True
)
entry = _table("entry", "id project_id entry_id type subject? seq? body leaf", "entry_id")
Index(
    "entry_subject_seq",
    entry.c.subject,
    entry.c.seq,
    unique=True,
    sqlite_where=entry.c.subject.is_not(None),
    postgresql_where=entry.c.subject.is_not(None),
)
pending = _table("pending", "entry project_id")
log = _table("log", "project_id idx entry", "entry", key="project_id idx")
tile = _table("tile", "project_id level position root", key="project_id level position")
checkpoint = _table(
    "checkpoint", "id project_id size note verifier_key created_at", numbers_itself=True
)
Index("checkpoint_project", checkpoint.c.project_id, checkpoint.c.size)
idempotency = _table(
    "idempotency", "project_id key_hash payload_hash entry", key="project_id key_hash"
)
content = _table("content", "entry name project_id media_type salt bytes", key="entry name")
redaction = _table("redaction", "target project_id entry", key="target entry")
session = _table("session", "id project_id handle entry created_at", "project_id handle")
actor = _table("actor", "id project_id handle entry", "project_id handle")
source = _table("source", "id project_id type entry created_at", "entry")
Index("source_project_type", source.c.project_id, source.c.type)
alias = _table(
    "alias", "project_id key_hash source_id identity entry", key="project_id key_hash source_id"
)
Index("alias_entry", alias.c.entry)
# A key that identifies a source leads to one only; a mere name may lead to several.
Index(
    "alias_identity",
    alias.c.project_id,
    alias.c.key_hash,
    unique=True,
    sqlite_where=alias.c.identity == 1,
    postgresql_where=alias.c.identity == 1,
)
enrichment = _table("enrichment", "source_id entry project_id", key="source_id entry")
member = _table("member", "source_id member_id project_id entry", key="source_id member_id")
usage = _table("usage", "session_id source_id entry project_id", key="session_id source_id entry")
Index("usage_source", usage.c.source_id)
snapshot = _table(
    "snapshot", "id project_id source_id ordinal entry taken_at", "source_id ordinal", "entry"
)
session_source = _table(
    "session_source",
    "session_id number source_id project_id entry",
    "session_id source_id",
    key="session_id number",
)
citation = _table(
    "citation",
    "id project_id session_id actor_id source_id snapshot_id? entry created_at",
    "entry",
)
Index("citation_session", citation.c.session_id)
Index("citation_source", citation.c.source_id)
status = _table("status", "citation_id seq project_id status entry", key="citation_id seq")
Index("status_by_status", status.c.project_id, status.c.status, status.c.citation_id)
supersession = _table(
    "supersession", "citation_id successor_id project_id entry", key="citation_id entry"
)
# A piece of a snapshot's text, or of what a source is called where there is no snapshot. Its
# number is its entry's with the piece's own in the low bits, so it is the same when rebuilt.
chunk = _table(
    "chunk",
    "id project_id source_id snapshot_id? entry start stop byte_start byte_stop"
    " language version stems",
)
Index("chunk_entry", chunk.c.project_id, chunk.c.entry)
Index("chunk_stems", chunk.c.stems, postgresql_using="gin").ddl_if(dialect="postgresql")


@event.listens_for(chunk, "after_create")
def _make_full_text(_table: Table, connection: Connection, **_: Any) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(
            "CREATE VIRTUAL TABLE chunk_words USING fts5("
            "stems, content='chunk', content_rowid='id', tokenize='ascii')"
        )


sketch = _table("sketch", "entry project_id version bytes", key="entry")
band = _table("band", "project_id key entry", key="project_id key entry")
vector = _table("vector", "entry chunk_id embedder project_id bytes", key="entry chunk_id embedder")

# Rebuilt from contents; not compared with them, because it cannot make up words.
SEARCH_INDEX = (chunk, sketch, band, vector)
# Deletable only where a redaction names the entry: the words and the hashes of names.
DELETABLE_WHEN_REDACTED = ("content", "alias", "chunk", "sketch", "band", "vector")
# Emptied by the sequencer; not part of the record.
WORK_TABLES = ("pending",)
# Rebuilt from entries and contents, in this order.
PROJECTIONS = (
    session,
    actor,
    source,
    alias,
    enrichment,
    member,
    usage,
    snapshot,
    session_source,
    citation,
    status,
    supersession,
    redaction,
)
