"""What verification says: every damage with its place, and one word for all of it."""

from typing import Literal

from citation_engine.model.passage import Value

# What could not be checked is not damage, and is not nothing either.
NOT_CHECKED = frozenset({"incomparable", "no-key", "version"})


class Damage(Value):
    """One thing that is not as it was signed, or that could not be checked."""

    kind: str
    index: int | None = None
    entry_id: str | None = None
    message: str


class LedgerReport(Value):
    """
    What a verification found.

    `clean`: everything fits. `tampered`: something is not what it was, by hand
    or by accident. `incomplete`: nothing is wrong, and not everything could be
    checked.
    """

    status: Literal["clean", "tampered", "incomplete"]
    findings: tuple[Damage, ...] = ()
    entries: int = 0
    waiting: int = 0
    contents_checked: int = 0
    contents_redacted: int = 0
    checkpoints_checked: int = 0

    @property
    def ok(self) -> bool:
        """Whether everything was checked and everything fits."""
        return self.status == "clean"


class Findings:
    """Collects what is found, and counts what was checked."""

    def __init__(self) -> None:
        self.damages: list[Damage] = []
        self.entries = self.waiting = 0
        self.contents_checked = self.contents_redacted = self.checkpoints_checked = 0

    def add(
        self, kind: str, message: str, index: object = None, entry_id: str | None = None
    ) -> None:
        """Note one finding with its place; a place that is no number is none."""
        place = index if isinstance(index, int) else None
        found = Damage(kind=kind, index=place, entry_id=entry_id, message=_printable(message))
        self.damages.append(found)

    def report(self) -> LedgerReport:
        """The whole of it, in the order of the log where there is one."""
        kinds = {damage.kind for damage in self.damages}
        found = sorted(self.damages, key=lambda d: (d.index is None, d.index or 0))
        return LedgerReport(
            status="tampered" if kinds - NOT_CHECKED else "incomplete" if kinds else "clean",
            findings=tuple(found),
            entries=self.entries,
            waiting=self.waiting,
            contents_checked=self.contents_checked,
            contents_redacted=self.contents_redacted,
            checkpoints_checked=self.checkpoints_checked,
        )


def shown(value: object, most: int = 60) -> str:
    """A value out of a damaged table, short and harmless to a terminal."""
    text = ascii(value.hex() if isinstance(value, bytes) else value)
    return text if len(text) <= most else text[: most - 3] + "..."


def _printable(message: str) -> str:
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in message)
