"""Runs the migrations on the connection it is given."""

from alembic import context

attributes = context.config.attributes
context.configure(
    connection=attributes["connection"],
    target_metadata=attributes["metadata"],
    version_table=attributes["version_table"],
    render_as_batch=attributes["connection"].dialect.name == "sqlite",
)
context.run_migrations()
