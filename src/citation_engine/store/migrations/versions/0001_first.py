"""The first schema. No database is made by it: `schema.py` makes the tables of a new one."""

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing comes before the first schema."""
