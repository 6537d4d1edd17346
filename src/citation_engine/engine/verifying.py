"""Checks citations again: one, or all that are pending, on the snapshots they were made on."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from citation_engine.engine import intake
from citation_engine.engine.citing import once_only
from citation_engine.engine.ordering import in_order
from citation_engine.engine.results import result_of
from citation_engine.errors import CitationNotFound, JudgeUnavailable
from citation_engine.model.citation import Citation, CitationResult, NewCitation
from citation_engine.model.source import Snapshot
from citation_engine.model.verdict import Status, Support, Verdict
from citation_engine.ports import EntryRef, Transaction
from citation_engine.record import citations as record_citations
from citation_engine.record.envelope import Author
from citation_engine.verify.check import Given, check_all

if TYPE_CHECKING:
    from citation_engine.engine.engine import CitationEngine

# Citations that a judge is asked about in one call, and calls that run at once.
TOGETHER = 8
AT_ONCE = 4


class VerifyingMethods:
    """`verify` and `verify_all`."""

    def verify(
        self, citation_id: int | str, *, idempotency_key: str | None = None
    ) -> CitationResult:
        """
        Check a citation again, on the snapshot it was made on, and record what was found.

        For citations that are pending because the judge could not be reached,
        or to hear another judge. What an earlier check found stays on the record.
        """
        engine = _engine(self)
        found = engine._state.reading.citations(ids=[intake.citation_id(citation_id)])
        if not found or found[0].redacted:
            what = "was redacted" if found else "does not exist"
            raise CitationNotFound(f"The citation {citation_id!r} {what}.")
        citation = found[0]
        [verdict] = self._checked([citation])
        if _has_no_say(citation, verdict):
            raise JudgeUnavailable(
                f"The judge could not be reached. {verdict.reason}",
                fix=f"The citation stays {citation.verification_status}. Try again later.",
            )
        return self._recorded(citation, verdict, idempotency_key)

    def verify_all(
        self,
        *,
        status: str | None = "pending",
        session_id: str | None = None,
        source_id: int | None = None,
        together: int = TOGETHER,
        at_once: int = AT_ONCE,
        progress: Callable[[CitationResult], None] | None = None,
    ) -> list[CitationResult]:
        """
        Check many citations again and record what was found, in the order they were made.

        By default those that are pending; with `status=None` all that were not redacted. The judge
        is asked about several at once. When it cannot be reached any more, this ends early: what
        is not in the result stays as it was, and the same call goes on from there.
        """
        engine = _engine(self)
        wanted = engine.list_citations(source_id, session_id, status)
        wanted = [citation for citation in wanted if not citation.redacted]
        done: list[CitationResult] = []
        batches = _batches(wanted, max(1, together))
        for batch, checked in in_order(self._checked, batches, max(1, at_once)):
            verdicts = checked()
            for citation, verdict in zip(batch, verdicts, strict=True):
                if not _has_no_say(citation, verdict, even_if_pending=True):
                    done.append(self._recorded(citation, verdict, None))
                    if progress is not None:
                        progress(done[-1])
            if all(verdict.support is Support.UNREACHABLE for verdict in verdicts):
                break
        return done

    def _checked(self, citations: Sequence[Citation]) -> list[Verdict]:
        engine = _engine(self)
        given = [self._given(citation) for citation in citations]
        verdicts = check_all(given, engine._shared.judge)
        return [
            engine._improved(one, verdict) for one, verdict in zip(given, verdicts, strict=True)
        ]

    def _given(self, citation: Citation) -> Given:
        """What was cited, as it was cited."""
        engine = _engine(self)
        source = engine._state.reading.source(citation.source_id, engine._session_id())
        assert source is not None
        new = NewCitation(**{name: getattr(citation, name) for name in NewCitation.model_fields})
        return Given(new, source, self._snapshot_cited(citation))

    def _snapshot_cited(self, citation: Citation) -> Snapshot | None:
        return _engine(self)._searchable(citation.snapshot_id)

    def _recorded(self, citation: Citation, verdict: Verdict, key: str | None) -> CitationResult:
        engine = _engine(self)
        snapshot = self._snapshot_cited(citation)
        once = once_only(key, "verify", lambda: {"citation": citation.id})
        engine._write_once(partial(_add_verdict, citation, snapshot, verdict), {"entry": 3}, once)
        checked = engine._state.reading.citations(ids=[citation.id])[0]
        source = engine._state.reading.source(citation.source_id, engine._session_id())
        assert source is not None
        return result_of(checked, source, snapshot, checked.verdict or verdict)


def _has_no_say(citation: Citation, verdict: Verdict, *, even_if_pending: bool = False) -> bool:
    """Whether a judge that was not reached must not change what an earlier check found."""
    pending = citation.verification_status is Status.PENDING and not even_if_pending
    return verdict.support is Support.UNREACHABLE and not pending


def _add_verdict(
    citation: Citation,
    snapshot: Snapshot | None,
    verdict: Verdict,
    tx: Transaction,
    author: Author,
) -> EntryRef:
    row = tx.rows("citation_refs", ids=[citation.id])[0]
    entry = EntryRef(row["entry"], bytes(row["entry_id"]))
    seq = tx.rows("last_seq", subject=entry.id)[0]["seq"] + 1
    named = record_citations.snapshot_ref(snapshot)
    return record_citations.add_verdict(tx, author, citation.id, entry, named, verdict, seq=seq)


def _batches(citations: Sequence[Citation], size: int) -> Iterator[list[Citation]]:
    left = iter(citations)
    while batch := list(islice(left, size)):
        yield batch


def _engine(self: Any) -> "CitationEngine":
    return cast("CitationEngine", self)
