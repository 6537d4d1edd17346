"""The search index: pieces of texts, sketches, vectors."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TSVECTOR

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables; what was recorded before is indexed by `cite db migrate`."""
    on_postgres = op.get_bind().dialect.name == "postgresql"
    op.create_table(
        "chunk",
        sa.Column("id", NUMBER, autoincrement=False, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("source_id", NUMBER, nullable=False),
        sa.Column("snapshot_id", NUMBER, nullable=True),
        sa.Column("entry", NUMBER, nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("stop", sa.Integer(), nullable=False),
        sa.Column("byte_start", sa.Integer(), nullable=False),
        sa.Column("byte_stop", sa.Integer(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("stems", TSVECTOR() if on_postgres else sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("chunk_entry", "chunk", ["project_id", "entry"], unique=False)
    op.create_table(
        "sketch",
        sa.Column("entry", NUMBER, autoincrement=False, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("bytes", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("entry"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "band",
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("key", sa.BigInteger(), nullable=False),
        sa.Column("entry", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("project_id", "key", "entry"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "vector",
        sa.Column("entry", NUMBER, nullable=False),
        sa.Column("chunk_id", NUMBER, nullable=False),
        sa.Column("embedder", sa.Text(), nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("bytes", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("entry", "chunk_id", "embedder"),
        sqlite_with_rowid=False,
    )
    if on_postgres:
        op.create_index("chunk_stems", "chunk", ["stems"], unique=False, postgresql_using="gin")
    else:
        op.execute(
            "CREATE VIRTUAL TABLE chunk_words USING fts5("
            "stems, content='chunk', content_rowid='id', tokenize='ascii')"
        )
