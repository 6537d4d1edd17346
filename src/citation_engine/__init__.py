"""
Links every claim an AI writes to the exact words that back it, and checks it.

All of it is kept on a record that shows tampering.

    from citation_engine import CitationEngine

    with CitationEngine("citations.db") as engine:
        law = engine.add("gobd.md")
        result = engine.cite("Data are kept for ten years.", source=law, quote="zehn Jahren")

Public are the names below, and those of `citation_engine.errors`, `citation_engine.interop` and
`citation_engine.testing`. All other modules are internal and may change in any version.

Names are loaded when they are first used, so that importing the package costs
next to nothing and touches neither a database nor a network.
"""

from typing import TYPE_CHECKING

from citation_engine.version import VERSION

__version__ = VERSION

if TYPE_CHECKING:
    from citation_engine.aio import AsyncCitationEngine as AsyncCitationEngine
    from citation_engine.check.checker import Checker as Checker
    from citation_engine.check.checker import check as check
    from citation_engine.check.report import CheckOptions as CheckOptions
    from citation_engine.check.report import CheckReport as CheckReport
    from citation_engine.collect.tool_outputs.registry import extractor as extractor
    from citation_engine.engine.engine import CitationEngine as CitationEngine
    from citation_engine.engine.judges import installed_judges as installed_judges
    from citation_engine.engine.tool_outputs import default_extractors as default_extractors
    from citation_engine.errors import CitationError as CitationError
    from citation_engine.errors import InvalidInput as InvalidInput
    from citation_engine.errors import InvalidSetting as InvalidSetting
    from citation_engine.errors import JudgeError as JudgeError
    from citation_engine.errors import LedgerError as LedgerError
    from citation_engine.errors import SourceError as SourceError
    from citation_engine.errors import SourceNotFound as SourceNotFound
    from citation_engine.errors import StoreError as StoreError
    from citation_engine.errors import VerificationFailed as VerificationFailed
    from citation_engine.model.checked import ClaimState as ClaimState
    from citation_engine.model.citation import Citation as Citation
    from citation_engine.model.citation import CitationContext as CitationContext
    from citation_engine.model.citation import CitationResult as CitationResult
    from citation_engine.model.citation import Confidence as Confidence
    from citation_engine.model.citation import ExtractionMethod as ExtractionMethod
    from citation_engine.model.citation import Session as Session
    from citation_engine.model.draft import Answer as Answer
    from citation_engine.model.draft import Claim as Claim
    from citation_engine.model.draft import Draft as Draft
    from citation_engine.model.draft import DraftFormat as DraftFormat
    from citation_engine.model.draft import Marker as Marker
    from citation_engine.model.finding import Finding as Finding
    from citation_engine.model.finding import Level as Level
    from citation_engine.model.passage import Locator as Locator
    from citation_engine.model.passage import Passage as Passage
    from citation_engine.model.passage import Span as Span
    from citation_engine.model.source import FoundSource as FoundSource
    from citation_engine.model.source import Snapshot as Snapshot
    from citation_engine.model.source import Source as Source
    from citation_engine.model.source import SourceType as SourceType
    from citation_engine.model.verdict import JudgeIdentity as JudgeIdentity
    from citation_engine.model.verdict import Judgement as Judgement
    from citation_engine.model.verdict import Match as Match
    from citation_engine.model.verdict import Status as Status
    from citation_engine.model.verdict import Support as Support
    from citation_engine.model.verdict import Verdict as Verdict
    from citation_engine.plugins import read_answer as read_answer
    from citation_engine.ports import Embedder as Embedder
    from citation_engine.ports import Judge as Judge
    from citation_engine.ports import Question as Question
    from citation_engine.ports import Reader as Reader
    from citation_engine.ports import ReadText as ReadText
    from citation_engine.record.proofs import verify_proof as verify_proof
    from citation_engine.settings import Settings as Settings
else:
    import sys
    from importlib import import_module
    from types import ModuleType

    # The same names by their modules: what a type checker reads above is loaded by these.
    _NAMES = {
        "aio": "AsyncCitationEngine",
        "collect.tool_outputs.registry": "extractor",
        "check.checker": "Checker check",
        "check.report": "CheckOptions CheckReport",
        "engine.engine": "CitationEngine",
        "engine.judges": "installed_judges",
        "engine.tool_outputs": "default_extractors",
        "errors": "CitationError InvalidInput InvalidSetting JudgeError"
        " LedgerError SourceError SourceNotFound StoreError VerificationFailed",
        "plugins": "read_answer",
        "model.checked": "ClaimState",
        "model.citation": "Citation CitationContext CitationResult Confidence ExtractionMethod"
        " Session",
        "model.draft": "Answer Claim Draft DraftFormat Marker",
        "model.finding": "Finding Level",
        "model.passage": "Locator Passage Span",
        "model.source": "FoundSource Snapshot Source SourceType",
        "model.verdict": "JudgeIdentity Judgement Match Status Support Verdict",
        "ports": "Embedder Judge Question ReadText Reader",
        "record.proofs": "verify_proof",
        "settings": "Settings",
    }

    def _lazy(package, names):
        """The `__getattr__` of a package whose names are loaded when they are first used."""
        homes = {name: home for home, listed in names.items() for name in listed.split()}

        def load(name):
            if name not in homes:
                raise AttributeError(f"module {package!r} has no attribute {name!r}")
            value = getattr(import_module(f"citation_engine.{homes[name]}"), name)
            setattr(sys.modules[package], name, value)
            return value

        return load, sorted(homes)

    class _Package(ModuleType):
        """Keeps a public name when a module of the same name, such as `check`, is loaded."""

        def __setattr__(self, name, value):
            if not (isinstance(value, ModuleType) and name in self.__all__):
                super().__setattr__(name, value)

        def __dir__(self):
            return self.__all__

    __getattr__, _listed = _lazy(__name__, _NAMES)
    __all__ = sorted([*_listed, "__version__"])  # noqa: PLE0605
    sys.modules[__name__].__class__ = _Package
