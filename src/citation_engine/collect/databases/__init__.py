"""Database results: kept as text, run again, compared."""
