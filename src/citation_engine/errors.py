"""
Everything that can go wrong here, under one root.

A quote that is not in its source, or does not carry the claim, is a verdict and
not an error. Errors are for what could not be done at all.

    CitationError
    ├── SourceError
    │   ├── SourceNotFound        nothing is known under that id, number or name
    │   ├── SourceUnreadable      the file is there, its words are not
    │   ├── SourceUnreachable     the page could not be had
    │   ├── FetchRefused          the page is not fetched, for safety's sake
    │   └── SourceAmbiguous       several sources fit
    ├── PassageError
    │   ├── InvalidLocator        the place does not fit the kind of source
    │   └── QuoteTooLong
    ├── InvalidInput              a value that cannot be recorded as it is
    │   └── ReasoningRequired
    ├── CitationNotFound
    ├── VerificationFailed        only raised when asked for (`raise_if_failed`)
    ├── JudgeError
    │   ├── VerificationTimeout
    │   └── JudgeUnavailable
    ├── StoreError
    │   ├── DatabaseUnavailable
    │   │   ├── DatabaseFull
    │   │   ├── DatabaseReadOnly
    │   │   ├── DatabaseBusy
    │   │   └── EngineClosed
    │   ├── SchemaMismatch
    │   ├── ProjectNotFound
    │   ├── AccessDenied
    │   └── IdempotencyConflict
    ├── LedgerError
    │   ├── LedgerBroken
    │   └── SigningKeyError
    ├── InvalidSetting
    └── MissingExtra              (also an ImportError)

Each has `code` for machines, a message that names the value, and `fix`: what to
do next. `error_type`, `suggestion` and `partial_result` are the same facts in
the words an agent's tool message uses.
"""

from collections.abc import Mapping
from typing import Any, ClassVar


class CitationError(Exception):
    """The root: `except CitationError` catches everything of ours."""

    code: ClassVar[str] = "error"
    seed_name: ClassVar[str | None] = None
    default_fix: ClassVar[str] = "Read the message and change the call accordingly."

    def __init__(
        self,
        message: str,
        *,
        fix: str | None = None,
        partial_result: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.fix = fix or self.default_fix
        self.partial_result: dict[str, Any] = dict(partial_result or {})

    @property
    def error_type(self) -> str:
        """The category: the nearest of the six agents are told about, else the class's own name."""
        return self.seed_name or type(self).__name__

    @property
    def suggestion(self) -> str:
        """How to fix it; the same text as `fix`."""
        return self.fix

    def __str__(self) -> str:
        return f"{self.message} {self.fix}"

    def as_dict(self) -> dict[str, Any]:
        """The error as a tool or an HTTP response shows it."""
        return {
            "code": self.code,
            "error_type": self.error_type,
            "message": self.message,
            "suggestion": self.fix,
            "partial_result": self.partial_result,
        }


class SourceError(CitationError):
    """Something about a source."""

    code = "source"
    seed_name = "SourceNotFound"


class SourceNotFound(SourceError):
    """Nothing is known under that id, number, path or name."""

    code = "source-not-found"
    default_fix = "Add the source first, with `engine.add(...)` or `cite add`."


class SourceUnreadable(SourceError):
    """The source exists but its words could not be read."""

    code = "source-unreadable"


class SourceUnreachable(SourceError):
    """The page could not be had: no answer, a broken one, or one that says no."""

    code = "source-unreachable"
    default_fix = "Check the address and try again later, or save the page and add the file."
    status: int | None = None


class FetchRefused(SourceError):
    """We do not fetch this: the address, the size or the kind is not allowed."""

    code = "fetch-refused"
    default_fix = "Save the page yourself and add the file."


class SourceAmbiguous(SourceError):
    """Several sources fit the name that was given."""

    code = "source-ambiguous"
    default_fix = "Name the source by its id or its number."


class PassageError(CitationError):
    """Something about the quoted words or where they are said to stand."""

    code = "passage"


class InvalidLocator(PassageError):
    """The locator contradicts the kind of source it is for."""

    code = "invalid-locator"
    seed_name = "InvalidLocator"


class QuoteTooLong(PassageError):
    """The verbatim quote is longer than the limit."""

    code = "quote-too-long"
    seed_name = "QuoteTooLong"


class InvalidInput(CitationError):
    """A value cannot be recorded as it is."""

    code = "invalid-input"


class ReasoningRequired(InvalidInput):
    """The setting asks for a reason why the words support the claim, and none was given."""

    code = "reasoning-required"
    default_fix = "Give the reasoning: why do the quoted words support the claim?"


class CitationNotFound(CitationError):
    """There is no citation with that id."""

    code = "citation-not-found"
    default_fix = "List the known ones with `engine.list_citations()` or `cite citation list`."


class VerificationFailed(CitationError):
    """A check failed and the caller asked for an exception."""

    code = "verification-failed"
    seed_name = "VerificationFailed"
    default_fix = "Correct the quote, change the claim, or drop the citation."


class JudgeError(CitationError):
    """The judge gave no answer; the citation is kept and stays pending."""

    code = "judge"
    seed_name = "VerificationTimeout"
    default_fix = "The citation is recorded as pending. Verify it again later."


class VerificationTimeout(JudgeError):
    """The judge took too long."""

    code = "verification-timeout"


class JudgeUnavailable(JudgeError):
    """The judge could not be reached."""

    code = "judge-unavailable"


class StoreError(CitationError):
    """Something about the database."""

    code = "store"


class DatabaseUnavailable(StoreError):
    """The database cannot be reached or used right now."""

    code = "database-unavailable"
    seed_name = "DatabaseUnavailable"


class DatabaseFull(DatabaseUnavailable):
    """The disk under the database is full."""

    code = "database-full"
    default_fix = "Free some space and repeat the call. What was acknowledged before is kept."


class DatabaseReadOnly(DatabaseUnavailable):
    """The database can be read and not written."""

    code = "database-read-only"
    default_fix = "Make the file and its folder writable, or name another file."


class DatabaseBusy(DatabaseUnavailable):
    """Another writer held the database for longer than we wait."""

    code = "database-busy"
    default_fix = "Repeat the call. Use PostgreSQL when many processes write at once."


class EngineClosed(DatabaseUnavailable):
    """The engine was closed before this call."""

    code = "engine-closed"
    default_fix = "Open a new one: `with CitationEngine(...) as engine:`."


class SchemaMismatch(StoreError):
    """The tables are older or newer than this version expects."""

    code = "schema-mismatch"
    default_fix = "Run `cite db migrate`."


class ProjectNotFound(StoreError):
    """There is no project of that name, and none is to be made."""

    code = "project-not-found"
    default_fix = "Check the name, or write to the project first: that makes it."


class AccessDenied(StoreError):
    """The database role may not do this."""

    code = "access-denied"


class IdempotencyConflict(StoreError):
    """The same idempotency key came back with another payload."""

    code = "idempotency-conflict"
    default_fix = "Use a new key for a new write, or repeat the first call unchanged."


class LedgerError(CitationError):
    """Something about the record."""

    code = "ledger"


class LedgerBroken(LedgerError):
    """The record is not what it was, or a proof of it cannot be read."""

    code = "ledger-broken"
    default_fix = "Run `cite ledger verify` to see every damaged place."


class SigningKeyError(LedgerError):
    """The signing key is missing, malformed or open to others."""

    code = "signing-key"


class InvalidSetting(CitationError):
    """A setting has a value it cannot have."""

    code = "invalid-setting"


class MissingExtra(CitationError, ImportError):
    """An optional package is not installed."""

    code = "missing-extra"

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(
            f"{feature} needs a package that is not installed.",
            fix=f'Run: pip install "citation-engine[{extra}]"',
        )
