"""
Links every claim an AI writes to the exact words that back it, and checks it.

All of it is kept on a record that shows tampering.

    from citation_engine import CitationEngine

    with CitationEngine("citations.db") as engine:
        law = engine.add("gobd.md")
        result = engine.cite("Data are kept for ten years.", source=law, quote="zehn Jahren")

Names are loaded when they are first used, so that importing the package costs
next to nothing and touches neither a database nor a network.
"""

from importlib import import_module
from typing import Any

from citation_engine.version import VERSION

__version__ = VERSION

_EXPORTS = {
    "AccessDenied": "errors",
    "Added": "engine.sources",
    "Answer": "model.answer",
    "AsyncCitationEngine": "aio",
    "CheckOptions": "engine.checks.options",
    "CheckReport": "engine.checks.report",
    "CheckedCitation": "model.checked",
    "CheckedClaim": "model.checked",
    "CheckedSource": "model.checked",
    "Checker": "engine.checks.check",
    "CitationContext": "model.session",
    "CitationEngine": "engine.engine",
    "CitationError": "errors",
    "CitationNotFound": "errors",
    "CitationResult": "model.citation",
    "Citation": "model.citation",
    "Claim": "model.draft",
    "ClaimKind": "model.draft",
    "ClaimState": "model.checked",
    "Comparison": "model.comparison",
    "Confidence": "model.citation",
    "DatabaseBusy": "errors",
    "DatabaseFull": "errors",
    "DatabaseReadOnly": "errors",
    "DatabaseUnavailable": "errors",
    "Draft": "model.draft",
    "DraftFormat": "model.draft",
    "Duplicate": "model.hit",
    "Embedder": "ports",
    "EngineClosed": "errors",
    "Entry": "model.entry",
    "Evidence": "model.hit",
    "ExtractionMethod": "model.citation",
    "Extraction": "model.found",
    "ExtractorRegistry": "collect.tool_outputs.registry",
    "FetchRefused": "errors",
    "Finding": "model.finding",
    "FoundSource": "model.found",
    "Hit": "model.hit",
    "IdempotencyConflict": "errors",
    "InstalledJudge": "model.judges",
    "InvalidInput": "errors",
    "InvalidLocator": "errors",
    "InvalidSetting": "errors",
    "Judge": "ports",
    "JudgeIdentity": "model.verdict",
    "Judgement": "model.verdict",
    "JudgeError": "errors",
    "JudgeUnavailable": "errors",
    "Ledger": "record.ledger",
    "LedgerBroken": "errors",
    "LedgerError": "errors",
    "LedgerReport": "record.ledger",
    "Level": "model.finding",
    "LiveState": "model.source",
    "Located": "engine.passages",
    "Locator": "model.passage",
    "Marker": "model.draft",
    "Match": "model.verdict",
    "MissingExtra": "errors",
    "Note": "model.source",
    "Outcome": "model.source",
    "Passage": "model.passage",
    "PassageError": "errors",
    "Place": "model.verdict",
    "Question": "ports",
    "ProjectNotFound": "errors",
    "Proof": "record.ledger",
    "QuoteHit": "engine.passages",
    "QuoteTooLong": "errors",
    "ReadState": "model.source",
    "ReadText": "ports",
    "Reader": "ports",
    "ReasoningRequired": "errors",
    "Redacted": "record.redaction",
    "RelationType": "model.citation",
    "Repair": "model.verdict",
    "Rerun": "model.rerun",
    "SavedCheck": "model.checked",
    "SchemaMismatch": "errors",
    "Session": "model.session",
    "Settings": "settings",
    "SigningKeyError": "errors",
    "Snapshot": "model.source",
    "Source": "model.source",
    "SourceAmbiguous": "errors",
    "SourceError": "errors",
    "SourceNotFound": "errors",
    "SourceType": "model.source",
    "SourceUnreachable": "errors",
    "SourceUnreadable": "errors",
    "Status": "model.verdict",
    "StoreError": "errors",
    "Support": "model.verdict",
    "ToolRequest": "model.tool",
    "Usage": "model.source",
    "Verdict": "model.verdict",
    "VerificationFailed": "errors",
    "VerificationTimeout": "errors",
    "check": "engine.checks.check",
    "default_extractors": "engine.tool_outputs",
    "extractor": "collect.tool_outputs.registry",
    "installed_judges": "engine.judges",
    "read_answer": "link.providers.reading",
}

__all__ = sorted([*_EXPORTS, "__version__"])  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    if name not in _EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_EXPORTS[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
