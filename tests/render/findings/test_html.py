"""The page as a file: complete, escaped, self-contained; a browser looks at it elsewhere."""

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest

from citation_engine.errors import InvalidInput
from citation_engine.model.checked import Checked, ClaimState
from citation_engine.model.draft import Claim, DraftFormat
from citation_engine.model.finding import Finding, Level
from citation_engine.model.verdict import Match, Place, Support
from citation_engine.render.findings.html import html
from citation_engine.render.findings.page.element import element, outside, plain, raw
from citation_engine.render.findings.report import Options
from citation_engine.render.findings.words import LANGUAGES, OutputWords
from made_checked import ENGLISH, JUDGE, LAW, Making, english, found, german, page_of_law, passage


class Seen(HTMLParser):
    """What a browser would make of a page: elements with their attributes, and the text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self._raw = False
        self.feed(page)

    def handle_starttag(self, tag, attrs) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self._raw = tag in ("script", "style")

    def handle_endtag(self, tag) -> None:
        self._raw = False

    def handle_data(self, data) -> None:
        if not self._raw:
            self.text += data

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def with_class(self, name: str) -> list[dict[str, str]]:
        return [a for _, a in self.elements if name in a.get("class", "").split()]


def test_the_policy_has_the_hashes_of_the_style_and_the_script_and_lets_nothing_else_in():
    page = html([english()])

    policy = Seen(page).all("meta")[1]["content"]
    for name in ("style", "script"):
        content = re.search(rf"<{name}[^>]*>(.*?)</{name}>", page, re.DOTALL)[1]
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; img-src data:;")
    assert "unsafe" not in policy


def test_nothing_in_the_page_loads_or_acts_by_itself():
    seen = Seen(html([english(), german()], Options(pictures={(0, "claim1/0"): page_of_law()})))

    for _, attributes in seen.elements:
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
        assert attributes.get("src", "data:image/png;base64,").startswith("data:image/png;base64,")
        assert "srcset" not in attributes
    assert not {"link", "iframe", "object", "embed", "base", "form"} & {t for t, _ in seen.elements}
    assert [a["href"] for a in seen.all("a") if not a["href"].startswith("#")] == [
        "https://example.org/ustg"
    ]


def test_the_script_writes_no_markup():
    page = html([english()])

    script = re.search(r"<script[^>]*>(.*?)</script>", page, re.DOTALL)[1]
    for word in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "fetch",
    ):
        assert word not in script


def test_every_link_inside_the_page_leads_to_something_and_every_name_is_given_once():
    seen = Seen(html([english(), german()]))

    names = [attributes["id"] for _, attributes in seen.elements if "id" in attributes]
    assert len(names) == len(set(names))
    targets = {a["href"][1:] for a in seen.all("a") if a["href"].startswith("#")}
    assert targets <= set(names)


@pytest.mark.parametrize("state", list(ClaimState))
def test_a_claim_shows_its_state_as_a_sign_and_a_word(state):
    making = Making("Costs fell by a third [[S:1]].", name="r.md")
    verdict = found(passage(LAW, "zehn Jahren"), Support.SUPPORTED)
    making.claim(making.text, state, {"source": "S1", "verdict": verdict}, marker="[[S:1]]")

    page = html([making.checked()])

    link, card = re.search(r"<a class=\"claim.*?</a>", page)[0], page[page.index('class="cards"') :]
    for part in (link, card):
        assert OutputWords("en")(f"state.{state}") in part
        assert f'class="state {state}"' in part


def test_what_could_not_be_checked_stands_above_everything_else():
    seen = Seen(html([english()])).text

    assert seen.index("Not everything could be checked") < seen.index("Found 3 errors, 1 warning,")
    assert seen.index("it is encrypted") < seen.index("Keeping records")


def outcome(checked: Checked) -> str:
    return re.search(r'class="outcome (\w+)"', html([checked]))[1]


def test_only_a_report_that_was_checked_and_is_supported_throughout_looks_good():
    good = german().model_copy(update={"findings": (), "claims": german().claims[:2]})

    assert outcome(good) == "good"
    assert outcome(good.model_copy(update={"unchecked": ("One source.",)})) == "open"
    assert outcome(good.model_copy(update={"claims": german().claims})) == "open"
    assert outcome(Making("Hello", name="r.md").checked()) == "open"
    assert outcome(english()) == "bad"


def test_an_empty_list_of_reports_and_an_empty_report_are_pages_too():
    assert "<main" in html([])
    assert "There was nothing to check" in html([Making("", name="r.md").checked()])


def test_quote_reason_place_judge_findings_and_help_are_on_the_card():
    page = html([english()])

    card = Seen(page[page.index('id="card-0-0"') : page.index('id="card-0-1"')]).text
    for words in (
        *("Claim 1", "line 7", "S1 gobd.pdf", "“fifteen years”", "page 24, § 8.1"),
        *("The words are not in the source", "Nearest words, not the ones quoted"),
        *("CE101", "The quote is not in gobd.pdf.", "Correct the quote, or change the claim."),
        "Checked by overlap 1",
    ):
        assert words in card


def test_words_that_are_found_are_marked_and_the_nearest_words_are_not():
    page = html([english()])

    assert "<mark>für einen Zeitraum von zehn Jahren unveränderbar zu speichern</mark>" in page
    assert "<u>von zehn Jahren unveränderbar</u>" in page
    assert "<mark>von zehn Jahren unveränderbar</mark>" not in page


def test_what_differs_is_marked_in_the_quote_and_in_the_source():
    page = html([english()])

    assert "“<del>fifteen years</del>”" in page
    assert "von <ins>zehn Jahren</ins> unveränderbar" in page


def test_differences_whose_offsets_are_of_other_texts_are_listed_but_not_marked():
    checked = english()
    claim = checked.claims[1]
    citation = claim.citations[0]
    wrong = citation.verdict.changes[0].model_copy(update={"quote_words": "sixteen years"})
    verdict = citation.verdict.model_copy(update={"changes": (wrong,)})
    changed = claim.model_copy(
        update={"citations": (citation.model_copy(update={"verdict": verdict}),)}
    )
    claims = (checked.claims[0], changed, *checked.claims[2:])

    page = html([checked.model_copy(update={"claims": claims})])

    assert "“<del>" not in page
    assert "<del>sixteen years</del> → <ins>zehn Jahren</ins>" in page


def test_only_the_meant_parts_of_a_passage_are_marked():
    whole = passage(LAW, "Sämtliche buchungsrelevanten Einzelvorgänge sind")
    start, middle = whole.start, whole.start + len("Sämtliche")
    cut = whole.model_copy(
        update={"segments": (type(whole.segments[0])(start, middle), whole.segments[0])}
    )
    cut = cut.model_copy(update={"segments": cut.segments[:1]})
    making = Making("A [[S:1]].", name="r.md")
    making.claim(
        "A [[S:1]].",
        ClaimState.SUPPORTED,
        {"source": "S1", "verdict": found(cut, Support.SUPPORTED)},
    )

    assert "<mark>Sämtliche</mark> buchungsrelevanten" in html([making.checked()])


def test_a_word_that_a_line_end_splits_is_shown_whole():
    assert "<mark>Aufbewahrungs\u00adfrist beginnt" in html([german()])


def test_a_page_of_a_source_is_an_image_inside_the_file_with_its_words_beside():
    picture = page_of_law()
    page = html(
        [english()], Options(pictures={(0, "claim2/0"): picture, (1, "claim1/0"): b"unused"})
    )

    image = Seen(page).all("img")
    assert [one["src"] for one in image] == [
        f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    ]
    assert "zehn Jahren unveränderbar zu speichern" in image[0]["alt"]
    assert (image[0]["width"], image[0]["height"]) == ("800", "360")


def test_a_picture_that_is_no_png_is_refused():
    with pytest.raises(InvalidInput, match="is not a PNG"):
        html([english()], Options(pictures={(0, "claim1/0"): b"<svg onload=alert(1)>"}))


def test_more_of_a_source_is_shown_only_where_its_text_is_the_one_that_was_cited():
    before = "Vorwort. " * 100

    assert "More of the source" not in html([english()])
    assert "More of the source" not in html([english()], Options(sources_text={"S1": before + LAW}))
    made = Making("A [[S:1]].", name="r.md")
    verdict = found(passage(before + LAW, "zehn Jahren"), Support.SUPPORTED)
    made.claim("A [[S:1]].", ClaimState.SUPPORTED, {"source": "S1", "verdict": verdict})
    page = html([made.checked()], Options(sources_text={"S1": before + LAW}))
    assert "More of the source" in page
    assert Seen(page).text.count("Vorwort.") > 90


def test_findings_without_a_claim_are_listed_with_their_place():
    checked = Making("One.\nTwo [[S:x]].", name="r.md").checked()
    broken = Finding(
        code="CE004",
        name="malformed-marker",
        level=Level.ERROR,
        message="[[S:x]] names no source.",
        span=Making("One.\nTwo [[S:x]].", name="").span("[[S:x]]"),
    )

    page = html([checked.model_copy(update={"findings": (broken,)})])

    assert "in the report 2:5" in page
    assert '<span class="spot error" id="spot-0-0">[[S:x]]</span>' in page
    assert 'href="#spot-0-0"' in page


def test_findings_left_out_are_shown_with_their_reasons():
    text = Seen(html([english()])).text

    assert "One finding is left out on request" in text
    assert "the figure is from our own books" in text


def test_sources_that_are_cited_are_listed_first_and_the_unused_are_folded_away():
    page = html([english()])

    listed = page[page.index('class="sources"') :]
    assert listed.index("gobd.pdf") < listed.index("<details>") < listed.index("annex-b.pdf")
    assert "could not be read" in listed
    assert "It is encrypted, and no password was given." in listed


def test_a_claim_without_a_place_in_the_text_has_a_card_all_the_same():
    checked = english()
    lost = Claim(id="lost", text="Nobody knows where this stands.", pointer="/summary/0")
    more = checked.claims[1].model_copy(update={"claim": lost})

    page = html([checked.model_copy(update={"claims": (*checked.claims, more)})])

    assert "Nobody knows where this stands." in page
    assert '<span class="place">/summary/0</span>' in page


@pytest.mark.parametrize("format", [DraftFormat.HTML, DraftFormat.JSON, DraftFormat.YAML])
def test_a_draft_in_a_language_for_machines_is_shown_as_it_is_written(format):
    text = '<p onclick="x()">Costs  fell.</p>\n  <b>&amp;</b>\n'
    making = Making(text, name="r", format=format)
    making.claim("Costs  fell.", ClaimState.UNCITED)

    page = html([making.checked()])

    shown = page[page.index('class="block lines"') : page.index('id="report-0-claims"')]
    assert "&lt;p onclick=&quot;x()&quot;&gt;" in shown
    assert Seen(shown[shown.index(">") + 1 :]).text.startswith('<p onclick="x()">Costs  fell.')
    assert "&amp;amp;" in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_words_for_everything_a_check_can_say(language):
    words = OutputWords(language)

    for kind, name in (
        (Match, "match"),
        (Support, "support"),
        (ClaimState, "state"),
        (Level, "level"),
    ):
        assert all(words(f"{name}.{one}") for one in kind)
    assert words(f"place.{Place.ELSEWHERE}")
    assert 'lang="de"' in html([german()], Options(language="de"))


def test_a_language_that_the_page_has_not_is_refused():
    with pytest.raises(InvalidInput, match="no words for the language 'fr'"):
        html([], Options(language="fr"))


def test_the_german_page_says_its_own_words_in_german():
    text = Seen(html([english()], Options(language="de"))).text

    assert "Nicht alles konnte geprüft werden" in text
    assert "Seite 24, § 8.1" in text
    assert "page 24" not in text
    assert "3,2 s" in text


@pytest.mark.parametrize(
    "text",
    ["a\0b", "a\ud800b", "a\x1bb", "a\u202eb", "a\u2066b", "a\uffffb"],
)
def test_what_cannot_be_shown_has_its_name_in_its_place(text):
    assert plain(text) == f"a&lt;U+{ord(text[1]):04X}&gt;b"
    made = Making(text, name="r.md").checked()
    assert plain(text) in html([made])
    html([made]).encode("utf-8")


def test_strings_are_text_and_only_elements_are_markup():
    assert element("p", "<b>", element("b", "&")) == "<p>&lt;b&gt;<b>&amp;</b></p>"
    assert element("p", title='"><script>') == '<p title="&quot;&gt;&lt;script&gt;"></p>'
    with pytest.raises(ValueError, match="must not hold its end"):
        raw("script", "x = '</SCRIPT>'")


@pytest.mark.parametrize(
    "url",
    [
        *(
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "//x.org",
        ),
        *("https:x", "java\nscript:alert(1)", " https://x.org", "http://[", "file:///etc/passwd"),
    ],
)
def test_an_address_that_is_no_web_page_is_not_a_link(url):
    assert "<a" not in outside(url, "name")


def test_the_same_report_gives_the_same_page():
    assert html([english()]) == html([english()])
    assert JUDGE.name in html([english()])
    assert "Keeping records" in ENGLISH
