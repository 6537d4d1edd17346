"""
Other systems' shapes: rows, pools, research results, and the markers and footnotes of their texts.

Public are the names below. The modules they come from are internal.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citation_engine.audit.reminder import reminder_text as reminder_text
    from citation_engine.audit.reminder import reminders as reminders
    from citation_engine.interop.citing import Rewritten as Rewritten
    from citation_engine.interop.citing import citations_present_inline as citations_present_inline
    from citation_engine.interop.citing import (
        extract_citation_sids_any as extract_citation_sids_any,
    )
    from citation_engine.interop.citing import rewrite_citations as rewrite_citations
    from citation_engine.interop.citing import strip_usage as strip_usage
    from citation_engine.interop.citing import usage_sids as usage_sids
    from citation_engine.interop.footnotes import FootnoteFormatter as FootnoteFormatter
    from citation_engine.interop.footnotes import finish_report as finish_report
    from citation_engine.interop.footnotes import source_table as source_table
    from citation_engine.interop.pool import Merged as Merged
    from citation_engine.interop.pool import SourcesPool as SourcesPool
    from citation_engine.interop.quality import quality_metrics as quality_metrics
    from citation_engine.interop.quality import with_quality_metrics as with_quality_metrics
    from citation_engine.interop.repository import (
        AbstractSourceRepository as AbstractSourceRepository,
    )
    from citation_engine.interop.repository import SourceRepository as SourceRepository
    from citation_engine.interop.research import HierarchicalFinding as HierarchicalFinding
    from citation_engine.interop.research import LegacyRowsWarning as LegacyRowsWarning
    from citation_engine.interop.research import ResearchResults as ResearchResults
    from citation_engine.interop.research import ResearchSource as ResearchSource
    from citation_engine.interop.research import SourceIdentity as SourceIdentity
    from citation_engine.interop.research import SourceUsage as SourceUsage
    from citation_engine.interop.research import from_research as from_research
    from citation_engine.interop.research import to_research as to_research
    from citation_engine.interop.rows import from_row as from_row
    from citation_engine.interop.rows import to_row as to_row
    from citation_engine.interop.validation import (
        SourceValidationPipeline as SourceValidationPipeline,
    )
    from citation_engine.interop.validation import ValidatedIdentity as ValidatedIdentity
    from citation_engine.markers.reading import find_markers as find_markers
    from citation_engine.markers.reading import replace_markers as replace_markers
    from citation_engine.markers.reading import strip_markers as strip_markers
    from citation_engine.markers.stream import MarkerStream as MarkerStream
    from citation_engine.render.footnotes import write_footnotes as write_footnotes
else:
    from citation_engine import _lazy

    __getattr__, __all__ = _lazy(
        __name__,
        {
            "audit.reminder": "reminder_text reminders",
            "interop.citing": "Rewritten citations_present_inline extract_citation_sids_any"
            " rewrite_citations strip_usage usage_sids",
            "interop.footnotes": "FootnoteFormatter finish_report source_table",
            "interop.pool": "Merged SourcesPool",
            "interop.quality": "quality_metrics with_quality_metrics",
            "interop.repository": "AbstractSourceRepository SourceRepository",
            "interop.research": "HierarchicalFinding LegacyRowsWarning"
            " ResearchResults ResearchSource SourceIdentity SourceUsage from_research to_research",
            "interop.rows": "from_row to_row",
            "interop.validation": "SourceValidationPipeline ValidatedIdentity",
            "markers.reading": "find_markers replace_markers strip_markers",
            "markers.stream": "MarkerStream",
            "render.footnotes": "write_footnotes",
        },
    )

    def __dir__():
        return __all__
