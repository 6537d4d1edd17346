"""The search index, as the schema has it: it is made from the contents, at any time."""

from alembic import op

from citation_engine.store.schema import SEARCH_INDEX, metadata

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables; what was recorded before is indexed by `cite db migrate`."""
    metadata.create_all(op.get_bind(), tables=SEARCH_INDEX)
