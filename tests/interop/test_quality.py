"""The figures of an audit as other systems keep them."""

import pytest

from citation_engine.errors import InvalidInput
from citation_engine.interop.quality import quality_metrics, with_quality_metrics
from citation_engine.model.checked import Metrics

METRICS = Metrics(
    total_evidence_sentences=4,
    cited_sentences=3,
    citation_coverage=0.75,
    orphaned_sources=2,
    audit_failures=1,
)
FIGURES = {"citation_coverage": 0.75, "orphaned_sources": 2, "audit_failures": 1}


def test_the_figures_have_the_names_other_systems_use():
    assert quality_metrics(METRICS) == FIGURES


def test_the_figures_join_the_metadata_that_is_there():
    metadata = {"model": "x", "quality_metrics": {"readability": 0.4, "audit_failures": 9}}

    joined = with_quality_metrics(metadata, METRICS)

    assert joined == {"model": "x", "quality_metrics": {"readability": 0.4, **FIGURES}}
    assert metadata["quality_metrics"]["audit_failures"] == 9


def test_metadata_of_another_shape_is_refused_and_not_overwritten():
    with pytest.raises(InvalidInput):
        with_quality_metrics({"quality_metrics": [1]}, METRICS)
