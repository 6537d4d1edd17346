"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create every table and index."""
    op.create_table(
        "actor",
        sa.Column("id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("handle", sa.Text(), nullable=False),
        sa.Column("entry", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("project_id", "handle"),
    )
    op.create_table(
        "alias",
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("key_hash", sa.LargeBinary(), nullable=False),
        sa.Column("source_id", NUMBER, nullable=False),
        sa.Column("identity", sa.Integer(), nullable=False),
        sa.Column("entry", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "key_hash", "source_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("alias_entry", "alias", ["entry"], unique=False)
    op.create_index(
        "alias_identity",
        "alias",
        ["project_id", "key_hash"],
        unique=True,
        sqlite_where=sa.text("identity = 1"),
        postgresql_where=sa.text("identity = 1"),
    )
    op.create_table(
        "checkpoint",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("note", sa.LargeBinary(), nullable=False),
        sa.Column("verifier_key", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("checkpoint_project", "checkpoint", ["project_id", "size"], unique=False)
    op.create_table(
        "citation",
        sa.Column("id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("session_id", NUMBER, nullable=False),
        sa.Column("actor_id", NUMBER, nullable=False),
        sa.Column("source_id", NUMBER, nullable=False),
        sa.Column("snapshot_id", NUMBER, nullable=True),
        sa.Column("entry", NUMBER, nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("entry"),
    )
    op.create_index("citation_session", "citation", ["session_id"], unique=False)
    op.create_index("citation_source", "citation", ["source_id"], unique=False)
    op.create_table(
        "content",
        sa.Column("entry", NUMBER, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("bytes", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("entry", "name"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deployment",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "enrichment",
        sa.Column("source_id", NUMBER, nullable=False),
        sa.Column("entry", NUMBER, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("source_id", "entry"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "member",
        sa.Column("source_id", NUMBER, nullable=False),
        sa.Column("member_id", NUMBER, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("entry", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("source_id", "member_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "usage",
        sa.Column("session_id", NUMBER, nullable=False),
        sa.Column("source_id", NUMBER, nullable=False),
        sa.Column("entry", NUMBER, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "source_id", "entry"),
        sqlite_with_rowid=False,
    )
    op.create_index("usage_source", "usage", ["source_id"], unique=False)
    op.create_table(
        "entry",
        sa.Column("id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("entry_id", sa.LargeBinary(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("subject", NUMBER, nullable=True),
        sa.Column("seq", sa.Integer(), nullable=True),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("leaf", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("entry_id"),
    )
    op.create_index(
        "entry_subject_seq",
        "entry",
        ["subject", "seq"],
        unique=True,
        sqlite_where=sa.text("subject IS NOT NULL"),
        postgresql_where=sa.text("subject IS NOT NULL"),
    )
    op.create_table(
        "idempotency",
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("key_hash", sa.LargeBinary(), nullable=False),
        sa.Column("payload_hash", sa.LargeBinary(), nullable=False),
        sa.Column("entry", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "key_hash"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "log",
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("idx", sa.BigInteger(), nullable=False),
        sa.Column("entry", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "idx"),
        sa.UniqueConstraint("entry"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "pending",
        sa.Column("entry", NUMBER, autoincrement=False, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("entry"),
    )
    op.create_table(
        "project",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("name_key", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
        sa.UniqueConstraint("origin"),
    )
    op.create_table(
        "redaction",
        sa.Column("target", NUMBER, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("entry", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("target", "entry"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "session",
        sa.Column("id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("handle", sa.Text(), nullable=False),
        sa.Column("entry", NUMBER, nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("project_id", "handle"),
    )
    op.create_table(
        "session_source",
        sa.Column("session_id", NUMBER, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("source_id", NUMBER, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("entry", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "number"),
        sa.UniqueConstraint("session_id", "source_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshot",
        sa.Column("id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("source_id", NUMBER, nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("entry", NUMBER, nullable=False),
        sa.Column("taken_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("entry"),
        sa.UniqueConstraint("source_id", "ordinal"),
    )
    op.create_table(
        "source",
        sa.Column("id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("entry", NUMBER, nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("entry"),
    )
    op.create_index("source_project_type", "source", ["project_id", "type"], unique=False)
    op.create_table(
        "status",
        sa.Column("citation_id", NUMBER, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("entry", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("citation_id", "seq"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "status_by_status", "status", ["project_id", "status", "citation_id"], unique=False
    )
    op.create_table(
        "supersession",
        sa.Column("citation_id", NUMBER, nullable=False),
        sa.Column("successor_id", NUMBER, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("entry", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("citation_id", "entry"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tile",
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("root", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("project_id", "level", "position"),
        sqlite_with_rowid=False,
    )
