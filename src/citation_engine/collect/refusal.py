"""The refusal of a document that another reader may be able to read."""

from citation_engine.errors import SourceUnreadable


class NeedsReader(SourceUnreadable):
    """A reader found no words, and names another one that may find some."""

    def __init__(self, message: str, *, fix: str, reader: str) -> None:
        super().__init__(message, fix=fix)
        self.reader = reader
