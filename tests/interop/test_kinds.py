"""One table of kinds, and every word comes back as it went in."""

import pytest

from citation_engine.interop.registration import KINDS, kind_of, type_of
from citation_engine.interop.rows import from_row, to_row


@pytest.mark.parametrize(
    ("kind", "type"),
    [
        ("web", "website"),
        ("file", "document"),
        ("attachment", "document"),
        ("manual", "custom"),
        ("api", "custom"),
        ("mcp", "custom"),
        ("document", "document"),
        ("website", "website"),
        ("database", "database"),
        ("custom", "custom"),
    ],
)
def test_every_kind_has_its_type(kind, type):
    assert KINDS[kind] == type


@pytest.mark.parametrize(
    ("kind", "given", "type"),
    [
        ("web", {"has_address": True}, "website"),
        ("web", {}, "document"),
        ("manual", {"has_address": True}, "website"),
        ("manual", {"has_path": True}, "document"),
        ("manual", {}, "custom"),
        (" API ", {}, "custom"),
        ("database", {"has_address": True}, "database"),
        ("academic", {}, "document"),
        ("academic", {"has_address": True}, "website"),
        (None, {}, "document"),
        (7, {"has_address": True}, "website"),
    ],
)
def test_an_address_or_a_path_decides_before_the_word(kind, given, type):
    assert type_of(kind, **given) == type


@pytest.mark.parametrize("kind", [*KINDS, "Academic Paper", "WEB"])
def test_the_word_that_came_in_goes_out(kind, engine):
    row = {"title": "T", "content": "Ten years.", "source_type": kind}

    source = engine.register_source(**from_row(row).arguments())

    assert kind_of(source) == to_row(source)["source_type"] == kind


def test_a_source_of_ours_is_called_by_the_rows_word(engine):
    sources = [
        engine.add_text("Ten.", name="a"),
        engine.add_text("Ten.", name="https://a.example/", type="website"),
        engine.add_custom_source("note", "Ten."),
        engine.add_db_source("db", "papers", query="SELECT 1", result_description="Ten."),
    ]

    assert [kind_of(source) for source in sources] == ["file", "web", "custom", "database"]
