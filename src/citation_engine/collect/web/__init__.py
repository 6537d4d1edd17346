"""The web: fetching pages, archiving them, looking at them again."""
