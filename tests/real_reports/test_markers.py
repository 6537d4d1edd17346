"""Markers as people and models write them lead claims to their sources; nothing else does."""

import subprocess
import sys
from pathlib import Path

import pytest

from citation_engine import ClaimState, check
from citation_engine.interop import find_markers, strip_markers

RYE = "Rye seed costs 18 euros a bag"
OAT = "Oat seed costs 45 euros a bag"
LIST = "\n\n## References\n\n[1] one.txt\n[2] two.txt\n"
AUTHORS = (
    "\n\n## References\n\nOkafor, A., Moe, B. and Liu, C. (2021). Rye. one.txt\n\n"
    "Brandt, X. & Liu, Y. (2019). Oats. two.txt\n"
)


def checked(folder: Path, report: str, name: str = "report.md"):
    sources = folder / "sources"
    sources.mkdir(exist_ok=True)
    (sources / "one.txt").write_text(f"{RYE}.\n", encoding="utf-8")
    (sources / "two.txt").write_text(f"{OAT}.\n", encoding="utf-8")
    path = folder / name
    path.write_text(report, encoding="utf-8")
    return check(path, sources=sources)


def cited(report) -> list[tuple[str, list[str]]]:
    """The words of each claim that cites, and the files it cites."""
    names = {source.label: source.name for source in report.sources}
    return [
        (one.claim.text, [names[citation.source] for citation in one.citations])
        for one in report.claims
        if one.claim.markers
    ]


def codes(report) -> set[str]:
    return {finding.code for finding in report.findings}


BOTH = [(f"{RYE}.", ["one.txt"]), (f"{OAT}.", ["two.txt"])]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("¹", "²"),
        ("<sup>1</sup>", "<sup>2</sup>"),
        ('<sup><a href="#r1">1</a></sup>', '<sup><a href="#r2">2</a></sup>'),
        ("^1^", "^2^"),
        (" [1](#ref1)", " [2](#ref2)"),
        (" [[1]](#ref1)", r" [\[2\]](#ref2)"),
        (" [[1]](https://e.org/one)", " [[2]](https://e.org/two)"),
        (" [1 p. 1]", " [2, p. 1; 2]"),
        ("［１］", " [\u200b２\u200b]"),
        (" [1†source]", " 【2†source】"),
        (" (Source: one.txt)", " (Quelle: two.txt)"),
        (" [one.txt]", " [Source: two.txt]"),
        (" [[one.txt]]", " [[sources/two.txt#n-01]]"),
        (" [S1 p. 3]", " [S2 §8]"),
        (" [S1: 24]", " [Ｓ２]"),
    ],
)
def test_a_marker_leads_to_its_entry_or_file(tmp_path, one, two):
    report = checked(tmp_path, f"{RYE}{one}. {OAT}{two}.{LIST}")

    assert cited(report) == BOTH
    assert [claim.state for claim in report.claims] == [ClaimState.SUPPORTED] * 2
    assert not codes(report) & {"CE001", "CE004", "CE008"}


def test_raised_numbers_behind_full_stops_belong_to_the_sentences_before(tmp_path):
    assert cited(checked(tmp_path, f"{RYE}.¹ {OAT}.²{LIST}")) == BOTH


@pytest.mark.parametrize("one", ["¹", "^1^", "<sup>1</sup>"])
def test_raised_numbers_lead_to_lines_that_begin_with_them(tmp_path, one):
    two = one.replace("¹", "²").replace("1", "2")
    notes = f"\n\n{two} Moe, Rye prices, one.txt, 2020.\n\n{one} Liu, Oat prices, two.txt, 2019.\n"

    report = checked(tmp_path, f"{OAT}{one}. {RYE}{two}.{notes}")

    assert cited(report) == BOTH[::-1]


def test_brackets_that_a_converter_escaped_are_markers(tmp_path):
    listed = "\n\n## References\n\n\\[1\\] one.txt\n\n\\[2\\] two.txt\n"

    assert cited(checked(tmp_path, f"{RYE} \\[1\\]. {OAT} \\[2\\].{listed}")) == BOTH


def test_a_label_of_letters_and_digits_is_a_marker_where_the_list_has_it(tmp_path):
    listed = "\n\n## References\n\n[KD2-1] one.txt\n[KD2-2] two.txt\n"

    assert cited(checked(tmp_path, f"{RYE} [KD2-1]. {OAT} [KD2-2].{listed}")) == BOTH
    assert cited(checked(tmp_path, f"{RYE} [KD2-1].")) == []


@pytest.mark.parametrize("written", ["[rye-prices]", "[[notes/rye-prices]]", "[[rye-prices#n-1]]"])
def test_the_name_of_a_file_without_its_ending_is_a_marker_where_there_is_such_a_file(
    tmp_path, written
):
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "rye-prices.md").write_text(f"{RYE}.", encoding="utf-8")

    assert cited(checked(tmp_path, f"{RYE} {written}.")) == [(f"{RYE}.", ["rye-prices.md"])]
    assert find_markers(f"{RYE} {written}.") == []


def test_a_single_author_is_a_marker_where_a_source_is_called_so(tmp_path):
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "okafor2021.txt").write_text(f"{RYE}.", encoding="utf-8")

    report = checked(tmp_path, f"{RYE} (Okafor, 2021). {OAT} (Berlin, 2021).")

    assert cited(report) == [(f"{RYE}.", ["okafor2021.txt"])]


def test_a_slash_joins_two_sources(tmp_path):
    (claim,) = cited(checked(tmp_path, f"{RYE} [S1/S2]."))

    assert claim == (f"{RYE}.", ["one.txt", "two.txt"])


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("Rye is dear (Okafor et al., 2021).", ["okafor 2021"]),
        ("Rye is dear (Okafor, Moe, and Liu, 2021, p. 3).", ["okafor moe liu 2021"]),
        ("Rye is dear [Brandt & Liu, 2019; Okafor, 2021].", ["brandt liu 2019", "okafor 2021"]),
        ("Okafor et al. (2021) show that rye is dear.", ["okafor 2021"]),
        ("Okafor _et al._ (2021: 4) show that rye is dear.", ["okafor 2021"]),
        ("As Brandt and Liu (2019) show, rye is dear.", ["brandt liu 2019"]),
        ("Roggen ist teuer (vgl. Brandt/Liu 2019, S. 12 f.).", ["brandt liu 2019"]),
        ("Roggen ist teuer, vgl. Brandt/Liu 2019, S. 12.", ["brandt liu 2019"]),
        ("Roggen ist teuer (Okafor u. a. 2021: 15).", ["okafor 2021"]),
        ("Rye is dear (n = 30; Okafor, 2021).", ["okafor 2021"]),
        (
            "Rye is dear (Okafor et al., 2021, Brandt & Liu, 2019).",
            ["okafor 2021", "brandt liu 2019"],
        ),
        ("Rye is dear (see Brandt and Liu, 2019 for an overview).", ["brandt liu 2019"]),
    ],
)
def test_authors_and_a_year_are_a_marker(tmp_path, written, names):
    (claim,) = checked(tmp_path, f"{written}{AUTHORS}").claims

    assert [name for marker in claim.claim.markers for name in marker.names] == names
    assert claim.state is not ClaimState.UNCITED
    assert "20" not in claim.claim.text.replace("2.", "")


@pytest.mark.parametrize(
    ("rye", "oat"),
    [
        ("Vgl. Okafor 2021, S. 12.", "Brandt/Liu (2019), S. 3 f."),
        ("See Okafor et al. (2021, p. 3).", "Brandt & Liu, 2019: 4."),
    ],
)
def test_a_footnote_may_name_an_entry_of_the_list_by_author_and_year(tmp_path, rye, oat):
    notes = f"\n\n[^1]: {rye}\n[^2]: {oat}\n[^3]: Ebd., S. 5.\n"

    report = checked(tmp_path, f"{RYE}.[^1] {OAT}.[^2] Bags of {OAT}.[^3]{notes}{AUTHORS}")

    assert cited(report) == [*BOTH, (f"Bags of {OAT}.", ["two.txt"])]


def test_ibid_names_the_source_before_again(tmp_path):
    text = f"{RYE} (Okafor, 2021, p. 1). {OAT} (Brandt & Liu, 2019). It says so (ebd., S. 4)."

    report = checked(tmp_path, text + AUTHORS)

    assert [files for _, files in cited(report)] == [["one.txt"], ["two.txt"], ["two.txt"]]
    assert find_markers("It says so (ibid., p. 4).") == []


@pytest.mark.parametrize(
    "written",
    [
        "It opened (May, 2020) and closed (Summer 2021).",
        "It was held twice (Berlin, 2020) and (Paris, 2021).",
        "It was shot by others: Inception (2010), Law and Order (1990).",
        "The law is old (Companies Act 2006).",
        "Keyboards clicked then (IBM Model F/M, 1980s), as did others (Lever & Co, 1990s).",
        "Seeds were sold from (January and March 2020).",
        "Mail @bob1985 or see a@moe2020.org about it.",
        "An area of 5 m², 10³ bags, R² of 0.9, x², E=mc² and 10<sup>6</sup> of the 1<sup>st</sup>.",
        "A field of 5 km^2^ and H~2~O at 10^6^.",
        "The ratio is [1:24], the odds [1/2], the time [10:30].",
        r"A marker is written \[[S:1]], \[1\] or \[S1\].",
        "Call x[1], `[1 p. 3]` and `(Source: one.txt)`.",
        "Read the [manual][rye2] of ![][image4].\n\n[rye2]: https://e.org\n[image4]: a.png",
        "---\nsources: [one.txt]\n---\n\nRye is dear.",
    ],
)
def test_what_only_looks_like_a_marker_is_none(written):
    found = [one for one in find_markers(written) if one.dialect != "links" or "txt" in one.text]

    assert found == []


def test_a_marker_in_an_address_is_part_of_the_address():
    (found,) = find_markers("See https://e.org/[[S:1]] for more.")

    assert (found.dialect, found.names) == ("links", ("https://e.org/[[S:1]]",))


def test_money_is_no_formula_and_keeps_its_markers(tmp_path):
    report = checked(tmp_path, f"Rye seed costs $45[2], while barley seed costs $10[1].{LIST}")

    assert [files for _, files in cited(report)] == [["two.txt"], ["one.txt"]]


@pytest.mark.parametrize(
    ("left", "name"),
    [
        (" :contentReference[oaicite:3]{index=3}", "oaicite:3"),
        ("&#8203;``【oaicite:3】``&#8203;", "oaicite:3"),
        (" citeturn0search3", "turn0search3"),
        (" [web:3]", "web:3"),
        ("【4:0†source】", "4:0"),
    ],
)
def test_what_a_copied_chat_leaves_of_a_citation_is_told_and_not_read_as_words(
    tmp_path, left, name
):
    report = checked(tmp_path, f"{RYE}{left}.")

    assert [(one.claim.text, one.claim.markers[0].names) for one in report.claims] == [
        (f"{RYE}.", (name,))
    ]
    assert "CE001" in codes(report)


@pytest.mark.parametrize(
    "written",
    [
        r"\cite{one}",
        r"\citep[p.~3]{one}",
        r"\parencite[see][12]{one}",
        r"\footcite{one}",
        "[@one, p. 3]",
        '<span class="citation" data-cites="one">(One\n2021)</span>',
    ],
)
def test_a_key_leads_to_the_file_of_that_name(tmp_path, written):
    assert cited(checked(tmp_path, f"{RYE} {written}.")) == BOTH[:1]


def test_a_key_in_running_text_is_a_marker_where_the_draft_cites_by_keys():
    text = "As @okafor2021 [p. 3] says, rye is dear. Oats are not [@moe2020]. Ask @bob."

    assert [one.names for one in find_markers(text)] == [("okafor2021",), ("moe2020",)]


def test_a_dialect_of_ones_own_leads_claims_to_their_sources(tmp_path):
    (tmp_path / "house.py").write_text(
        "import re\n"
        "from citation_engine import Marker, Span\n\n\n"
        "class Arrows:\n"
        "    def find(self, text):\n"
        "        for found in re.finditer(r'->(\\d+)', text):\n"
        "            yield Marker(dialect='arrows', span=Span(*found.span()), text=found[0],\n"
        "                         numbers=(int(found[1]),))\n",
        encoding="utf-8",
    )
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "one.txt").write_text(f"{RYE}.", encoding="utf-8")
    (tmp_path / "report.md").write_text(f"{RYE} ->1. In `->1` there is none.", encoding="utf-8")
    script = (
        "from citation_engine import check\nfrom house import Arrows\n"
        "report = check('report.md', sources='sources', markers=[Arrows()])\n"
        "print([(one.state.value, one.claim.text, len(one.citations)) for one in report.claims])"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )

    assert f"('supported', '{RYE}.', 1)" in done.stdout


def test_markers_of_every_kind_are_taken_out_of_a_text():
    text = "Rye is dear (Okafor et al., 2021), oats \\cite{moe2020} too¹ (Source: two.txt)."

    assert strip_markers(text) == "Rye is dear, oats too."


def given(folder: Path, **texts: str) -> Path:
    """A folder with these sources, by the names of their files without the ending."""
    sources = folder / "given"
    sources.mkdir()
    for name, text in texts.items():
        (sources / f"{name}.md").write_text(text, encoding="utf-8")
    return sources


def cited_in(folder: Path, report: str, sources: Path):
    path = folder / "report.md"
    path.write_text(report, encoding="utf-8")
    return check(path, sources=sources)


KEYS = {"moe-rye-prices-in-the-": f"{RYE}.", "liu-oat-prices": f"{OAT}."}


@pytest.mark.parametrize(
    "listed",
    [
        "",
        "\n\n## References\n\n- [source:moe:rye-prices-in-the-] [Rye](https://e.org/rye)\n"
        "- [source:liu:oat-prices] [Oats](https://e.org/oats)\n",
    ],
)
def test_a_key_with_the_word_for_a_source_leads_to_the_file_of_that_key(tmp_path, listed):
    sources = given(tmp_path, **KEYS)
    report = (
        f"{RYE} [source:moe:rye-prices-in-the-]. {OAT} [source:liu:oat-prices]. "
        f"Seed is dear [source:moe:rye-prices-in-the-; liu:oat-prices].{listed}"
    )
    found = cited(cited_in(tmp_path, report, sources))

    assert [names for _, names in found] == [
        ["moe-rye-prices-in-the-.md"],
        ["liu-oat-prices.md"],
        ["moe-rye-prices-in-the-.md", "liu-oat-prices.md"],
    ]


def test_a_key_says_which_of_two_files_with_one_address_is_meant(tmp_path):
    front = "---\nurl: https://e.org/rye\n---\n\n"
    sources = given(tmp_path, **{"moe-rye": f"{front}{RYE}.", "moe-rye-2": f"{front}{RYE} now."})
    listed = "\n\n## References\n\n- [source:moe:rye] [Rye](https://e.org/rye)\n"

    report = cited_in(tmp_path, f"{RYE} [source:moe:rye].{listed}", sources)

    assert cited(report) == [(f"{RYE}.", ["moe-rye.md"])]


def test_a_file_between_backticks_may_have_any_sign_in_its_name(tmp_path):
    sources = given(tmp_path, **{"Rye prices (in bags, of 2020)": f"{RYE}."})

    report = cited_in(
        tmp_path, f"{RYE}. (Quelle: `Rye prices (in bags, of 2020).md`, Forum)", sources
    )

    assert [names for _, names in cited(report)] == [["Rye prices (in bags, of 2020).md"]]


@pytest.mark.parametrize("link", ["[one](sources/one.txt)", "([here](one.txt))"])
def test_a_link_to_a_source_cites_it_where_other_sentences_have_numbers(tmp_path, link):
    report = checked(tmp_path, f"{RYE} {link}. {OAT} [2].\n\n## References\n\n[2] two.txt\n")

    assert cited(report) == BOTH


def test_a_link_to_a_source_in_a_sentence_with_a_number_is_a_link(tmp_path):
    report = checked(tmp_path, f"[Rye](two.txt) {RYE[4:]} [1].{LIST}")

    assert cited(report) == BOTH[:1]


def test_a_link_that_only_says_where_to_read_on_is_a_link_beside_numbers(tmp_path):
    report = checked(tmp_path, f"{RYE} [1]. See [the oats](two.txt) for more.{LIST}")

    assert cited(report) == BOTH[:1]


def test_links_to_notes_below_a_heading_for_evidence_are_markers_of_what_they_state(tmp_path):
    sources = given(tmp_path, **{"2026-01-02-moe-rye": f"{RYE}."})

    report = cited_in(
        tmp_path,
        f"Seed is dear.\n\n## Belege\n\n- Moe · [[2026-01-02-moe-rye]] · {RYE}.\n",
        sources,
    )

    assert [names for _, names in cited(report)] == [["2026-01-02-moe-rye.md"]]


LAWS = {
    "SaatG": "# Saatgutgesetz (SaatG)\n\n## Art. 3\n\n1 Roggensaat kostet 18 Franken je Sack.\n",
    "HV": "# Handelsverordnung (HandV)\n\n## Art. 7\n\n2 Hafersaat kostet 45 Franken je Sack.\n",
}


def test_a_law_that_a_sentence_names_is_its_source(tmp_path):
    report = cited_in(
        tmp_path,
        "Roggensaat kostet 18 Franken je Sack (Art. 3 Abs. 1 SaatG). Hafersaat kostet 45 Franken "
        "je Sack nach Art. 7\nAbs. 2 HandV. Nach Art. 9 XYZG ist Weizen frei.",
        given(tmp_path, **LAWS),
    )

    assert [names for _, names in cited(report)] == [["SaatG.md"], ["HV.md"]]


def test_no_law_is_a_marker_where_the_report_cites_in_another_way(tmp_path):
    report = cited_in(
        tmp_path,
        "Nach Art. 3 SaatG kostet Roggensaat 18 Franken [SaatG.md].",
        given(tmp_path, **LAWS),
    )

    assert [marker.text for marker in report.draft.markers] == ["[SaatG.md]"]


SECTIONS = {
    "SaatG § 3 Preise": "# SaatG § 3 Preise\n\n(1) Roggensaat kostet 18 Euro je Sack.\n",
    "SaatG § 4 Hafer": "# SaatG § 4 Hafer\n\n(1) Hafersaat kostet 45 Euro je Sack.\n",
}


def test_sections_of_a_law_that_are_files_are_found_by_links_and_by_their_numbers(tmp_path):
    report = cited_in(
        tmp_path,
        "[[SaatG § 3 Preise]] regelt Roggen.\n\n- Hafersaat kostet 45 Euro je Sack (§ 4 Abs. 1).\n"
        "- Roggensaat kostet 18 Euro je Sack nach § 3 SaatG.\n",
        given(tmp_path, **SECTIONS),
    )

    meant = {one.label: one.sources for one in report.references}
    names = {source.label: source.name for source in report.sources}
    assert {label: [names[one] for one in found] for label, found in meant.items()} == {
        "SaatG § 3 Preise": ["SaatG § 3 Preise.md"],
        "§ 4 SaatG": ["SaatG § 4 Hafer.md"],
        "§ 3 SaatG": ["SaatG § 3 Preise.md"],
    }


def test_a_section_without_a_law_is_nobodys_where_the_report_names_two_laws(tmp_path):
    report = cited_in(
        tmp_path,
        "Roggen steht in § 3 SaatG, Handel in § 8 HandG. Hafersaat kostet 45 Euro (§ 4 Abs. 1).",
        given(tmp_path, **SECTIONS),
    )

    assert [marker.text for marker in report.draft.markers] == ["§ 3 SaatG"]


def test_a_quotation_away_from_the_law_that_its_sentence_names_is_no_error(tmp_path):
    report = cited_in(
        tmp_path,
        "Das Amt schreibt «nur unterschreiben und absenden», obwohl der Preis von Roggensaat je "
        "Sack seit langem feststeht, nämlich in Art. 3 SaatG.\n\n"
        "Art. 3 SaatG verlangt «zwanzig Franken je Sack Roggen».",
        given(tmp_path, **LAWS),
    )

    assert [claim.state for claim in report.claims if claim.claim.quotes] == [
        ClaimState.NOT_CHECKED,
        ClaimState.FAILED,
    ]


def test_a_part_of_a_work_that_is_a_file_is_found_by_its_number(tmp_path):
    sources = given(
        tmp_path, **{"section-IV-A-rye": f"{RYE}.", "section-IV-B-oats": f"{OAT}.", "other": "No."}
    )

    report = cited_in(
        tmp_path,
        f"{RYE}. See **Section IV.A** for more. {OAT} (documented in **Section IV.B §2**). "
        "Section IV and Section V are long.",
        sources,
    )

    assert [names for _, names in cited(report)] == [
        ["section-IV-A-rye.md"],
        ["section-IV-B-oats.md"],
    ]


def test_a_part_that_the_report_has_itself_is_not_that_of_another_work(tmp_path):
    sources = given(tmp_path, **{"section-2-rye": f"{RYE}."})

    report = cited_in(tmp_path, f"{RYE}, see Section 2.\n\n## 2 Prices\n\nSeed.\n", sources)

    assert report.draft.markers == ()


def test_a_file_named_in_code_is_cited(tmp_path):
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "moe2020_rye.md").write_text(f"{RYE}.\n", encoding="utf-8")
    path = tmp_path / "report.md"
    path.write_text(f"{RYE} (`moe2020_rye`). The column `seed_price` has it.\n", encoding="utf-8")
    report = check(path, sources=sources, judge="none")

    assert [(one.label, one.places[0].of(path.read_text())) for one in report.references] == [
        ("moe2020_rye", "`moe2020_rye`")
    ]


def test_a_section_without_a_law_is_one_of_the_only_law_named(tmp_path):
    sources = tmp_path / "sources"
    sources.mkdir()
    for name in ("EStG § 24a Altersentlastung", "EStG § 22 Einkünfte", "UStG § 22 Pflichten"):
        (sources / f"{name}.md").write_text(f"# {name}\n\nRenten sind Bezüge.\n", encoding="utf-8")
    path = tmp_path / "report.md"
    path.write_text(
        "Entlastet wird im Alter ([[EStG § 24a Altersentlastung]]). Renten sind ausgenommen "
        "(§ 22 Nr. 1).\n",
        encoding="utf-8",
    )
    report = check(path, sources=sources, judge="none")
    names = {source.label: source.name for source in report.sources}

    assert [names[label] for one in report.references for label in one.sources] == [
        "EStG § 24a Altersentlastung.md",
        "EStG § 22 Einkünfte.md",
    ]


def test_a_link_to_a_source_is_a_marker_and_its_words_belong_to_the_sentence(tmp_path):
    sources = tmp_path / "sources"
    sources.mkdir()
    for name in ("moe2020", "moe2020a"):
        text = f"---\nauthor: Moe, P.\nyear: 2020\n---\n\n{RYE}.\n"
        (sources / f"{name}.md").write_text(text, encoding="utf-8")
    path = tmp_path / "report.md"
    path.write_text(
        f"[[moe2020a|Moe (2020)]] says that {RYE}. Rye is dear, as [[moe2020|Moe]]'s table has it. "
        "It [[moe2020a|costs 18 euros]]. See [[other|the other page]].\n",
        encoding="utf-8",
    )
    report = check(path, sources=sources, judge="none")

    assert cited(report) == [
        (f"{RYE}.", ["moe2020a.md"]),
        ("Rye is dear, as Moe's table has it.", ["moe2020.md"]),
        ("It costs 18 euros.", ["moe2020a.md"]),
    ]
    assert not codes(report) & {"CE001", "CE007"}


def test_an_interval_is_no_marker_where_commands_of_latex_cite(tmp_path):
    text = f"\\section{{Seed}} {RYE} \\cite{{one}}. The range of it is [16, 21] euros."
    report = checked(tmp_path, text, "report.tex")

    assert [one.label for one in report.references] == ["one"]
    assert checked(tmp_path, f"\\section{{Seed}} {RYE} [1].", "report.tex").references


@pytest.mark.parametrize("sign", ["[q2.c5]", "[q2.c5, q2.c6]"])
def test_the_id_of_an_entry_of_a_data_file_is_a_marker_of_that_file(tmp_path, sign):
    (tmp_path / "claims.yaml").write_text(
        "- id: q2.c5\n  text: Rye seed costs 18 euros.\n- id: q2.c6\n  text: Oats are cheap.\n",
        "utf-8",
    )
    (tmp_path / "report.md").write_text(f"Rye seed costs 18 euros {sign}.\n", "utf-8")

    [claim] = check(tmp_path / "report.md", tmp_path / "claims.yaml", judge="none").claims

    assert {one.source for one in claim.citations} == {"S1"}
    assert claim.claim.text == "Rye seed costs 18 euros."


def numbered(folder: Path, text: str, *names: str):
    """The files that each reference of a report means, where the files have these names."""
    sources = folder / "files"
    sources.mkdir()
    for name in names:
        (sources / name).write_text(f"# {name}\n\n{RYE}.\n", encoding="utf-8")
    path = folder / "report.md"
    path.write_text(text, encoding="utf-8")
    report = check(path, sources=sources, judge="none")
    called = {source.label: source.name for source in report.sources}
    return [[called[label] for label in one.sources] for one in report.references], report


@pytest.mark.parametrize(
    ("one", "both", "names"),
    [
        ("*(Aktenstück 03)*", "(Aktenstücke 03, 12)", ("03_rye.md", "12_oats.csv")),
        ("(Document 03)", "(Documents 03 and 12)", ("03_rye.md", "12_oats.csv")),
        ("(Exhibit 3)", "(Exhibits 3 and 12)", ("exhibit-3-rye.md", "Exhibit 12.txt")),
        ("(vgl. Anlage K3)", "(Anlagen K3, K12)", ("K3_rye.md", "Anlage K12 oats.md")),
        ("(Doc. 03, p. 4)", "(Doc. 03; Doc. 12)", ("03.md", "12.md")),
        ("(src-rye-003)", "(src-rye-003, src-oat-012)", ("src-rye-003.md", "src-oat-012.md")),
    ],
)
def test_the_number_of_a_file_in_parentheses_is_a_marker_of_it(tmp_path, one, both, names):
    found, report = numbered(tmp_path, f"{RYE} {one}. Both are dear. {both}\n", *names)

    assert found == [[names[0]], [names[1]]]
    assert {how.linked_by for how in report.references} == {"file name"}
    assert [text for text, _ in cited(report)] == [f"{RYE}.", "Both are dear."]


def test_the_number_of_a_file_in_parentheses_is_that_of_its_value_where_many_are(tmp_path):
    names = [f"{number:02}_seed.md" for number in range(1, 9)]
    text = " ".join(f"Seed {number}0 is dear (Exhibit {number})." for number in range(1, 7))

    assert numbered(tmp_path, text, *names)[0] == [[name] for name in names[:6]]


@pytest.mark.parametrize(
    "text",
    [
        "Rye is dear (Tier 1). Oats are not (Tier 2), and wheat is (Tier 3).",
        "Rye is dear (Figure S1). Oats are not (Figure S2).",
        "Rye rose by a tenth (May 01), oats did not (May 02).",
        "Rye is dear (Phase 1).\n\n**Phase 1** was long.\n" + "Oats (Phase 2), (Phase 3), "
        "(Phase 4), (Phase 5) and (Phase 6) were short.",
        "| Seed | Price |\n|---|---|\n| S1 | dear |\n| S2 | cheap |\n",
    ],
)
def test_other_numbers_in_parentheses_are_no_numbers_of_files(tmp_path, text):
    names = [f"{number:02}_seed.md" for number in range(1, 9)] + ["S1.md", "S2.md"]

    assert numbered(tmp_path, text, *names)[1].draft.markers == ()


def test_a_number_of_two_files_is_no_link_and_one_of_none_is_told(tmp_path):
    text = f"{RYE} (File 03). {OAT} (File 04). Wheat is dear (File 05). Barley is not (File 09)."
    found, report = numbered(tmp_path, text, "03_a.md", "04_b.md", "05_c.md", "05_d.md")

    assert found == [["03_a.md"], ["04_b.md"], []]
    assert "File 09" in report.references[-1].label


@pytest.mark.parametrize("key", ["src-rye-003", "`src-rye-003`"])
def test_keys_of_files_in_a_cell_are_the_sources_of_its_row(tmp_path, key):
    text = (
        "| ID | Claim | Level | Source IDs | Limit |\n|---|---|---|---|---|\n"
        f"| A1 | {RYE} (at least) | B | {key} | one town |\n"
        f"| A2 | {OAT} | B | {key}, {key.replace('003', '004')} | one year |\n"
    )
    found, report = numbered(tmp_path, text, "src-rye-003.md", "src-rye-004.md")

    assert found == [["src-rye-003.md"], ["src-rye-004.md"]]
    assert {text: len(files) for text, files in cited(report)}[OAT] == 2


@pytest.mark.parametrize(
    "entries",
    [
        '{"id": "c-023", "says": "Rye, note: s-002, is dear.", "sid": "s-001"}\n'
        '{"id": "c-024", "says": "Oats.", "bindings": [{"sid": "s-001"}, {"sid": "s-002"}]}\n',
        '{"cid": "c-023", "file": "notes/s-001.txt"}\n{"cid": "c-024", "file": ["s-001", "s-002"]}',
    ],
)
def test_an_id_of_a_data_entry_means_the_file_that_the_entry_names(tmp_path, entries):
    (tmp_path / "s-001.txt").write_text(f"{RYE}.", "utf-8")
    (tmp_path / "s-002.txt").write_text(f"{OAT}.", "utf-8")
    (tmp_path / "claims.jsonl").write_text(entries, "utf-8")
    page = '<p>{}<sup class="cite">c-023</sup>. {}<sup class="cite">c-024</sup>.</p>'
    (tmp_path / "report.html").write_text(page.format(RYE, OAT), "utf-8")
    sources = [tmp_path / name for name in ("s-001.txt", "s-002.txt", "claims.jsonl")]

    report = check(tmp_path / "report.html", sources, judge="none")

    assert cited(report) == [
        (f"{RYE}.", ["s-001.txt"]),
        (f"{OAT}.", ["s-001.txt", "s-002.txt"]),
    ]


def test_an_entry_that_names_files_in_two_fields_means_its_own_file(tmp_path):
    (tmp_path / "rye-1.txt").write_text(f"{RYE}.", "utf-8")
    (tmp_path / "moe-2.txt").write_text(f"{RYE}.\nSo it is.", "utf-8")
    (tmp_path / "claims.yaml").write_text("- id: q1\n  topic: rye-1\n  by: moe-2\n", "utf-8")
    (tmp_path / "report.md").write_text(f"{RYE} [q1].\n", "utf-8")
    sources = [tmp_path / name for name in ("rye-1.txt", "moe-2.txt", "claims.yaml")]

    report = check(tmp_path / "report.md", sources, judge="none")

    assert cited(report) == [(f"{RYE}.", ["claims.yaml"])]
