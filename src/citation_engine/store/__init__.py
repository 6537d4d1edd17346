"""The database behind the record: SQLite and PostgreSQL, one schema, one way to write."""
