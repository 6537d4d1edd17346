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

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.dialects.postgresql import TSVECTOR

metadata = MetaData()

# SQLite only auto-numbers a column of type INTEGER; PostgreSQL's INTEGER ends at two billion.
Number = BigInteger().with_variant(Integer, "sqlite")


def _project() -> Column[int]:
    return Column("project_id", Number, nullable=False)


def _entry(name: str = "entry") -> Column[int]:
    return Column(name, Number, nullable=False)


deployment = Table(
    "deployment",
    metadata,
    Column("id", Text, primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    # A hidden row number would be a second key, by which a row could be replaced.
    sqlite_with_rowid=False,
)

project = Table(
    "project",
    metadata,
    Column("id", Number, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("origin", Text, nullable=False, unique=True),
    Column("name_key", LargeBinary, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

entry = Table(
    "entry",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=False),
    _project(),
    Column("entry_id", LargeBinary, nullable=False, unique=True),
    Column("type", Text, nullable=False),
    Column("subject", Number),
    Column("seq", Integer),
    Column("body", LargeBinary, nullable=False),
    Column("leaf", LargeBinary, nullable=False),
)
Index(
    "entry_subject_seq",
    entry.c.subject,
    entry.c.seq,
    unique=True,
    sqlite_where=entry.c.subject.is_not(None),
    postgresql_where=entry.c.subject.is_not(None),
)

pending = Table(
    "pending",
    metadata,
    Column("entry", Number, primary_key=True, autoincrement=False),
    _project(),
)

log = Table(
    "log",
    metadata,
    _project(),
    Column("idx", BigInteger, nullable=False),
    _entry(),
    PrimaryKeyConstraint("project_id", "idx"),
    UniqueConstraint("entry"),
    sqlite_with_rowid=False,
)

tile = Table(
    "tile",
    metadata,
    _project(),
    Column("level", Integer, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("root", LargeBinary, nullable=False),
    PrimaryKeyConstraint("project_id", "level", "position"),
    sqlite_with_rowid=False,
)

checkpoint = Table(
    "checkpoint",
    metadata,
    Column("id", Number, primary_key=True),
    _project(),
    Column("size", BigInteger, nullable=False),
    Column("note", LargeBinary, nullable=False),
    Column("verifier_key", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)
Index("checkpoint_project", checkpoint.c.project_id, checkpoint.c.size)

idempotency = Table(
    "idempotency",
    metadata,
    _project(),
    Column("key_hash", LargeBinary, nullable=False),
    Column("payload_hash", LargeBinary, nullable=False),
    _entry(),
    PrimaryKeyConstraint("project_id", "key_hash"),
    sqlite_with_rowid=False,
)

content = Table(
    "content",
    metadata,
    _entry(),
    Column("name", Text, nullable=False),
    _project(),
    Column("media_type", Text, nullable=False),
    Column("salt", LargeBinary, nullable=False),
    Column("bytes", LargeBinary, nullable=False),
    PrimaryKeyConstraint("entry", "name"),
    sqlite_with_rowid=False,
)

redaction = Table(
    "redaction",
    metadata,
    _entry("target"),
    _project(),
    _entry(),
    PrimaryKeyConstraint("target", "entry"),
    sqlite_with_rowid=False,
)

session = Table(
    "session",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=False),
    _project(),
    Column("handle", Text, nullable=False),
    _entry(),
    Column("created_at", BigInteger, nullable=False),
    UniqueConstraint("project_id", "handle"),
)

actor = Table(
    "actor",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=False),
    _project(),
    Column("handle", Text, nullable=False),
    _entry(),
    UniqueConstraint("project_id", "handle"),
)

source = Table(
    "source",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=False),
    _project(),
    Column("type", Text, nullable=False),
    Column("entry", Number, nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
)
Index("source_project_type", source.c.project_id, source.c.type)

alias = Table(
    "alias",
    metadata,
    _project(),
    Column("key_hash", LargeBinary, nullable=False),
    Column("source_id", Number, nullable=False),
    Column("identity", Integer, nullable=False),
    _entry(),
    PrimaryKeyConstraint("project_id", "key_hash", "source_id"),
    sqlite_with_rowid=False,
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

enrichment = Table(
    "enrichment",
    metadata,
    Column("source_id", Number, nullable=False),
    _entry(),
    _project(),
    PrimaryKeyConstraint("source_id", "entry"),
    sqlite_with_rowid=False,
)

member = Table(
    "member",
    metadata,
    Column("source_id", Number, nullable=False),
    Column("member_id", Number, nullable=False),
    _project(),
    _entry(),
    PrimaryKeyConstraint("source_id", "member_id"),
    sqlite_with_rowid=False,
)

usage = Table(
    "usage",
    metadata,
    Column("session_id", Number, nullable=False),
    Column("source_id", Number, nullable=False),
    _entry(),
    _project(),
    PrimaryKeyConstraint("session_id", "source_id", "entry"),
    sqlite_with_rowid=False,
)
Index("usage_source", usage.c.source_id)

snapshot = Table(
    "snapshot",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=False),
    _project(),
    Column("source_id", Number, nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("entry", Number, nullable=False, unique=True),
    Column("taken_at", BigInteger, nullable=False),
    UniqueConstraint("source_id", "ordinal"),
)

session_source = Table(
    "session_source",
    metadata,
    Column("session_id", Number, nullable=False),
    Column("number", Integer, nullable=False),
    Column("source_id", Number, nullable=False),
    _project(),
    _entry(),
    PrimaryKeyConstraint("session_id", "number"),
    UniqueConstraint("session_id", "source_id"),
    sqlite_with_rowid=False,
)

citation = Table(
    "citation",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=False),
    _project(),
    Column("session_id", Number, nullable=False),
    Column("actor_id", Number, nullable=False),
    Column("source_id", Number, nullable=False),
    Column("snapshot_id", Number),
    Column("entry", Number, nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
)
Index("citation_session", citation.c.session_id)
Index("citation_source", citation.c.source_id)

status = Table(
    "status",
    metadata,
    Column("citation_id", Number, nullable=False),
    Column("seq", Integer, nullable=False),
    _project(),
    Column("status", Text, nullable=False),
    _entry(),
    PrimaryKeyConstraint("citation_id", "seq"),
    sqlite_with_rowid=False,
)
Index("status_by_status", status.c.project_id, status.c.status, status.c.citation_id)

supersession = Table(
    "supersession",
    metadata,
    Column("citation_id", Number, nullable=False),
    Column("successor_id", Number, nullable=False),
    _project(),
    _entry(),
    PrimaryKeyConstraint("citation_id", "entry"),
    sqlite_with_rowid=False,
)

# A piece of a snapshot's text, or of what a source is called where there is no snapshot. Its
# number is its entry's with the piece's own in the low bits, so it is the same when rebuilt.
chunk = Table(
    "chunk",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=False),
    _project(),
    Column("source_id", Number, nullable=False),
    Column("snapshot_id", Number),
    _entry(),
    Column("start", Integer, nullable=False),
    Column("stop", Integer, nullable=False),
    Column("byte_start", Integer, nullable=False),
    Column("byte_stop", Integer, nullable=False),
    Column("language", Text, nullable=False),
    Column("version", Integer, nullable=False),
    # SQLite has a full-text table beside it that triggers keep in step.
    Column("stems", Text().with_variant(TSVECTOR(), "postgresql"), nullable=False),
)
Index("chunk_entry", chunk.c.project_id, chunk.c.entry)
Index("chunk_stems", chunk.c.stems, postgresql_using="gin").ddl_if(dialect="postgresql")

sketch = Table(
    "sketch",
    metadata,
    Column("entry", Number, primary_key=True, autoincrement=False),
    _project(),
    Column("version", Integer, nullable=False),
    Column("bytes", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

band = Table(
    "band",
    metadata,
    _project(),
    Column("key", BigInteger, nullable=False),
    _entry(),
    PrimaryKeyConstraint("project_id", "key", "entry"),
    sqlite_with_rowid=False,
)

vector = Table(
    "vector",
    metadata,
    _entry(),
    Column("chunk_id", Number, nullable=False),
    Column("embedder", Text, nullable=False),
    _project(),
    Column("bytes", LargeBinary, nullable=False),
    PrimaryKeyConstraint("entry", "chunk_id", "embedder"),
    sqlite_with_rowid=False,
)

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
