"""The figures of an audit as other systems keep them beside a report."""

from collections.abc import Mapping
from typing import Any

from citation_engine.errors import InvalidInput
from citation_engine.model.checked import Metrics

FIELD = "quality_metrics"


def quality_metrics(metrics: Metrics) -> dict[str, float | int]:
    """Return the three figures: coverage as a share, unused sources and errors as counts."""
    return {
        "citation_coverage": metrics.citation_coverage,
        "orphaned_sources": metrics.orphaned_sources,
        "audit_failures": metrics.audit_failures,
    }


def with_quality_metrics(metadata: Mapping[str, Any], metrics: Metrics) -> dict[str, Any]:
    """Return a report's metadata with these figures among its own; nothing else is changed."""
    known = metadata.get(FIELD) or {}
    if not isinstance(known, Mapping):
        raise InvalidInput(
            f'"{FIELD}" is a {type(known).__name__}, not a mapping.',
            fix="Give metadata whose quality metrics are a mapping, or leave them out.",
        )
    return {**metadata, FIELD: {**known, **quality_metrics(metrics)}}
