from hypothesis import given
from hypothesis import strategies as st

from citation_engine.link.candidate_sources import GivenSource
from citation_engine.link.references import find_references
from citation_engine.link.resolve import name_order, resolve
from citation_engine.markers.reading import find_markers
from citation_engine.model.checked import Link, LinkedBy
from citation_engine.model.draft import Draft, DraftFormat, Marker
from citation_engine.model.passage import Span

SOURCES = (
    GivenSource(label="S1", number=1, identifier="docs/gobd.pdf", title="Rules of good books"),
    GivenSource(label="S2", number=2, identifier="docs/10.pdf"),
    GivenSource(label="S3", number=3, identifier="docs/2.pdf", doi="10.1000/abc"),
    GivenSource(label="S4", number=4, identifier="https://example.org/rules", name="House rules"),
)


def draft_of(text, format=DraftFormat.MARKDOWN):
    return Draft(
        text=text,
        format=format,
        markers=tuple(find_markers(text, format)),
        references=tuple(find_references(text, format)),
    )


def resolved(text, sources=SOURCES, format=DraftFormat.MARKDOWN, **options):
    return resolve(draft_of(text, format), sources, **options)


def meant(text, **options):
    return [(one.sources, one.linked_by) for one in resolved(text, **options).links]


def problem(text, **options) -> Link:
    (link,) = resolved(text, **options).links
    assert link.sources == ()
    assert link.linked_by is None
    assert link.problem
    return link


def test_without_anything_else_numbers_follow_the_names_and_a_note_says_so():
    result = resolved("A [1] and [2] and [3] and [1].")

    assert [one.sources for one in result.links] == [("S3",), ("S2",), ("S1",), ("S3",)]
    assert {one.linked_by for one in result.links} == {LinkedBy.NAME_ORDER}
    (note,) = result.notes
    assert "1 is 2.pdf, 2 is 10.pdf, 3 is gobd.pdf" in note


def test_a_number_beyond_the_sources_means_none():
    assert "There are 4 sources" in problem("A [9].").problem
    assert "There is 1 source," in problem("A [9].", sources=SOURCES[:1]).problem
    assert "There are 0 sources" in problem("A [1].", sources=()).problem


def test_a_map_wins_over_everything():
    text = "A [1] and [S2].\n\n## Sources\n[1] gobd.pdf\n"
    mapping = {"1": "https://example.org/rules?utm_source=x", "[S2]": "S3"}

    assert meant(text, mapping=mapping, numbered=True, citations={1: "S2"}) == [
        (("S4",), LinkedBy.MAP),
        (("S3",), LinkedBy.MAP),
    ]


def test_a_map_that_names_no_source_is_a_problem_not_a_reason_to_guess():
    text = "A [1].\n\n## Sources\n[1] gobd.pdf\n"

    assert "'x.pdf'" in problem(text, mapping={"1": "x.pdf"}).problem


def test_with_a_map_nothing_is_taken_by_name_order():
    result = resolved("A [1] and [2].", mapping={"1": "gobd.pdf", "7": "10.pdf"})

    assert [one.sources for one in result.links] == [("S1",), ()]
    assert result.notes == ("The sources map has labels that no marker uses: 7.",)


def test_session_numbers_are_for_the_dialects_of_sessions():
    text = "A [S4], [[S:2-3]], [S9], [1]."
    result = resolved(text, numbered=True)

    assert [one.sources for one in result.links] == [("S4",), ("S2",), ("S3",), (), ()]
    assert result.links[0].linked_by is LinkedBy.NUMBER
    assert "no source S9" in result.links[3].problem


def test_session_numbers_win_over_the_draft_s_own_list():
    text = "A [S2].\n\n## Sources\n[S2] gobd.pdf\n"

    assert meant(text, numbered=True) == [(("S2",), LinkedBy.NUMBER)]
    assert meant(text) == [(("S1",), LinkedBy.FILE_NAME)]


def test_numbers_are_citations_where_the_session_has_some():
    text = "A [1] and [cite_2] and [3].\n\n## Sources\n[1] gobd.pdf\n"
    result = resolved(text, citations={1: "S3", 2: "S9"})

    assert [one.sources for one in result.links] == [("S3",), (), ()]
    assert result.links[0].linked_by is LinkedBy.CITATION
    assert "not given" in result.links[1].problem
    assert "no citation 3" in result.links[2].problem


def test_citation_ids_without_citations_are_never_taken_for_sources():
    assert "no citation 2" in problem("A [cite_2].").problem


def test_an_entry_says_which_source_is_meant():
    text = (
        "A [1], [2], [3] and [4].\n\n## References\n"
        "[1] Doe, doi:10.1000/ABC\n[2] www.example.org/rules\n[3] see 10.pdf\n"
        "[4] Roe, Rules of good books\n"
    )
    result = resolved(text)

    assert [(one.sources, one.linked_by) for one in result.links] == [
        (("S3",), LinkedBy.DOI),
        (("S4",), LinkedBy.ADDRESS),
        (("S2",), LinkedBy.FILE_NAME),
        (("S1",), LinkedBy.TITLE),
    ]
    assert result.links[3].reference is not None
    assert result.links[3].reference.text == "Roe, Rules of good books"
    assert result.notes == ()


def test_an_entry_that_names_no_source_never_falls_through_to_name_order():
    link = problem("A [1].\n\n## References\n[1] Something else\n")

    assert link.reference is not None
    assert "'Something else'" in link.problem


def test_a_number_that_the_list_lacks_never_falls_through_to_name_order():
    assert "no reference 2" in problem("A [2].\n\n## References\n[1] gobd.pdf\n").problem


def test_two_sources_that_fit_an_entry_are_candidates():
    twins = [GivenSource(label=f"S{at}", identifier=f"{at}/report.pdf") for at in (2, 1)]
    link = problem("A [1].\n\n## References\n[1] report.pdf\n", sources=twins)

    assert link.candidates == ("S1", "S2")


def test_footnotes_are_explained_by_their_definitions():
    text = "A[^1] b[^x] c[^2].\n\n[^1]: gobd.pdf\n[^x]: See 2.pdf and 10.pdf\n"
    result = resolved(text)

    assert [one.sources for one in result.links] == [("S1",), ("S2", "S3"), ()]
    assert [(one.number, one.name) for one in result.links] == [(1, ""), (None, "x"), (2, "")]
    assert "no footnote 2" in result.links[2].problem


def test_footnotes_and_numbers_are_not_mixed_up():
    text = "A[^1] b [1].\n\n[^1]: gobd.pdf\n\n## References\n1. 2.pdf\n"

    assert [sources for sources, _ in meant(text)] == [("S1",), ("S3",)]


def test_definitions_of_footnotes_explain_numbers_only_where_no_footnote_uses_them():
    assert meant("A [1].\n\n[^1]: gobd.pdf\n") == [(("S1",), LinkedBy.FILE_NAME)]
    assert meant("A [1] b[^1].\n\n[^1]: gobd.pdf\n")[0] == (("S3",), LinkedBy.NAME_ORDER)
    assert meant("A [S1].\n\n[^1]: gobd.pdf\n") == [(("S3",), LinkedBy.NAME_ORDER)]


def test_links_are_known_by_their_address():
    text = "A ([rules](https://example.org/rules#x)) and ([it](https://nowhere.example/y))."
    result = resolved(text)

    assert [one.sources for one in result.links] == [("S4",), ()]
    assert result.links[0].linked_by is LinkedBy.ADDRESS
    assert "nowhere.example" in result.links[1].problem


def test_entries_without_numbers_are_counted_and_a_note_says_so():
    result = resolved("A [2].\n\n## Sources\n- https://example.org/rules\n- gobd.pdf\n")

    assert result.links[0].sources == ("S1",)
    assert "counted" in result.notes[0]


def test_each_chapter_may_have_its_own_list():
    text = "# A\nx [1]\n### Sources\n[1] gobd.pdf\n# B\ny [1]\n### Sources\n[1] 2.pdf\n# C\nz [1]\n"
    result = resolved(text)

    assert [one.sources for one in result.links] == [("S1",), ("S3",), ()]
    assert "2 different entries" in result.links[2].problem
    assert "next list" in result.notes[0]


def test_a_name_may_be_that_of_a_file():
    draft = Draft(
        text="[@gobd] [@who]",
        markers=(
            Marker(dialect="named", span=Span(0, 7), text="[@gobd]", names=("gobd",)),
            Marker(dialect="named", span=Span(8, 14), text="[@who]", names=("who",)),
        ),
    )
    first, second = resolve(draft, SOURCES).links

    assert first.sources == ("S1",)
    assert "'who'" in second.problem


def test_a_marker_that_cannot_be_understood_keeps_its_problem():
    marker = Marker(dialect="tokens", span=Span(0, 7), text="[[S:x]]", problem="It is odd.")

    (link,) = resolve(Draft(text="[[S:x]]", markers=(marker,)), SOURCES).links

    assert (link.problem, link.sources) == ("It is odd.", ())


def test_markers_inside_an_entry_cite_nothing():
    text = "A [1].\n\n## References\n[1] gobd.pdf, cited in [2]\n[2] 10.pdf\n"

    assert len(resolved(text).links) == 1


def test_html_lists_explain_numbers_too():
    text = (
        '<p>A <sup class="cite" data-sids="2">x</sup></p><h2>Sources</h2>'
        "<ol><li>gobd.pdf</li><li>2.pdf</li></ol>"
    )

    links = resolved(text, format=DraftFormat.HTML).links

    assert [one.sources for one in links] == [("S3",)]


def test_sources_can_be_put_in_the_order_of_their_names():
    assert [one.label for one in name_order(SOURCES)] == ["S3", "S2", "S1", "S4"]


PIECES = st.sampled_from(
    [
        *("A [1]. ", "B [S2]. ", "C [[S:1-3]]. ", "D[^1]. ", "E [cite_1]. ", "F [@gobd]. "),
        *("\n\n## Sources\n", "[1] gobd.pdf\n", "[S2] 10.1000/abc\n", "[^1]: House rules\n"),
        *(
            "2. 10.pdf\n",
            "- https://example.org/rules\n",
            "\n\n",
            "[x](https://example.org/rules) ",
        ),
    ]
)


@given(
    st.lists(PIECES, max_size=12).map("".join),
    st.permutations(SOURCES),
    st.booleans(),
    st.sampled_from([None, {"1": "gobd.pdf"}, {"S2": "10.pdf"}]),
    st.sampled_from([None, {1: "S2"}]),
)
def test_the_order_of_the_sources_does_not_matter(text, order, numbered, mapping, citations):
    options = {"numbered": numbered, "mapping": mapping, "citations": citations}

    assert resolved(text, sources=order, **options) == resolved(text, **options)


@given(st.lists(PIECES, max_size=12).map("".join), st.booleans())
def test_every_target_gets_sources_or_a_problem(text, numbered):
    for link in resolved(text, numbered=numbered).links:
        assert bool(link.sources) != bool(link.problem)
        assert bool(link.sources) == (link.linked_by is not None)


def test_a_file_name_behind_a_dagger_means_the_file_of_that_name():
    by_name = [(("S1",), LinkedBy.FILE_NAME)]

    assert meant("Noise 【4:0†gobd.pdf】.") == by_name
    assert meant("Noise 【2†gobd.pdf】.") == by_name
    assert meant("Noise 【2†GoBD.pdf】.", numbered=True) == by_name


def test_a_file_behind_a_dagger_that_was_not_given_is_not_taken_by_its_number():
    assert "'other.pdf', which is none of the sources" in problem("A 【1†other.pdf】.").problem


def test_the_word_source_behind_a_dagger_names_no_file():
    source = GivenSource(label="S9", identifier="docs/source.md")

    assert meant("A 【1†source】.", sources=(*SOURCES, source)) == [(("S3",), LinkedBy.NAME_ORDER)]
