"""Names for findings that stay the same when lines are added or moved."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from json import dumps

from citation_engine.model.checked import Checked
from citation_engine.model.finding import Finding

# Characters of a draft that tell findings apart; a span may be as long as the draft.
MOST_WORDS = 1000


def fingerprints(checked: Checked, name: str) -> list[str]:
    """
    The fingerprint of each finding of a draft, all of them different.

    It is made of the draft's name, the code, the claim or the words it is about, the marker and
    the source: neither lines nor offsets count, nor how the finding is worded. Findings that are
    alike in all of this are told apart by their order.
    """
    facts = _Facts(checked, name)
    return _numbered([facts.of(finding) for finding in checked.findings])


def ignored_fingerprints(checked: Checked, name: str) -> list[str]:
    """The fingerprint of each ignored finding of a draft."""
    facts = _Facts(checked, name)
    return _numbered([("ignored", *facts.of(one.finding)) for one in checked.ignored])


def _numbered(facts: Sequence[tuple[str | None, ...]]) -> list[str]:
    seen: Counter[tuple[str | None, ...]] = Counter()
    made = []
    for one in facts:
        made.append(_hash(*one, str(seen[one]) if seen[one] else None))
        seen[one] += 1
    return made


class _Facts:
    """What findings of one draft are known by."""

    def __init__(self, checked: Checked, name: str) -> None:
        self._text = checked.draft.text
        self._name = name
        # A label such as S3 moves when a file is added before it.
        self._sources = {source.label: source.name for source in checked.sources}

    def of(self, finding: Finding) -> tuple[str | None, ...]:
        """What a finding is known by."""
        words = ""
        if finding.span:
            end = min(finding.span.end, finding.span.start + MOST_WORDS)
            words = " ".join(self._text[finding.span.start : end].split())
        source = self._sources.get(finding.source or "", finding.source)
        place = (finding.claim, finding.pointer, words)
        return (self._name, finding.code, *place, finding.marker, source)


def _hash(*parts: str | None) -> str:
    # The escapes of JSON are plain ASCII, so half characters can be hashed as well.
    return sha256(dumps(parts).encode()).hexdigest()[:32]
