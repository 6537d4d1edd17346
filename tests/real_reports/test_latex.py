r"""How a report in LaTeX becomes words and claims: maths, units, pointers, citing commands."""

import pytest

from citation_engine import check

_MOE = """@article{moe2020, author = {Moe, Anna and Liu, Carl and Kim, Su}, title = {Bees},
  year = {2020}}
@article{liu2019, author = {Liu, Carl}, title = {Oats of the mill}, year = {2019}}
@book{statistics, author = {{Office of Mills}}, title = {Mills}, year = {2018}}
"""
_OPENING = "\\documentclass{article}\n\\begin{document}"
_CLOSING = "\\bibliography{refs}\n\\end{document}"
_SOURCES = {
    "moe2020.txt": "Bees\n\nThe bees fell into two classes, ε4 carriers and others.",
    "liu2019.txt": "Oats of the mill\n\nOats cost 6 euros.",
    "statistics.txt": "Mills\n\nThere are 12 mills.",
}


@pytest.fixture
def told(tmp_path):
    """The words of the claims of a report in LaTeX, each with the keys of its markers."""

    def claims(body, *, bibliography=_MOE, **options):
        for name, words in _SOURCES.items():
            (tmp_path / name).write_text(words, "utf-8")
        (tmp_path / "refs.bib").write_text(bibliography, "utf-8")
        path = tmp_path / "report.tex"
        path.write_text(f"{_OPENING}\n{body}\n{_CLOSING}", "utf-8")
        options = {"judge": "none"} | options
        checked = check(path, [tmp_path / name for name in (*_SOURCES, "refs.bib")], **options)
        return [
            (one.claim.statement, *(key for marker in one.claim.markers for key in marker.names))
            for one in checked.claims
        ]

    return claims


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        (r"A$\beta$ falls in $\varepsilon_4$ bees", "Aβ falls in ε4 bees"),
        (r"the $\alpha$-helix and \(\Delta\) are long", "the α-helix and Δ are long"),
        (r"$45\,\%$ of $3 \times 10^4$ bees fly", "45 % of 3 × 10⁴ bees fly"),
        (r"it is $5\pm 0.3$ m, $\approx 5$ m, $\leq 7$ m", "it is 5± 0.3 m, ≈ 5 m, ≤ 7 m"),
        (r"$p<0.05$ holds at $20\,^{\circ}\mathrm{C}$", "p<0.05 holds at 20 °C"),
        (r"CO$_2$ and Ca$^{2+}$ are in $1{,}000$ m$^2$", "CO2 and Ca²⁺ are in 1,000 m²"),
        (r"$E = mc^2$ and $\frac{a}{b}$ hold", r"$E = mc^2$ and $\frac{a}{b}$ hold"),
        (r"it is \SI{5}{\kilo\metre} long", "it is 5 km long"),
        (r"it has \qty{5.2}{\kilo\gram\per\cubic\metre}", "it has 5.2 kg/m³"),
        (r"it has \SI{12}{\square\metre} and \SI{3}{kWh}", "it has 12 m² and 3 kWh"),
        (r"\SIrange{5}{10}{\percent} of \num{12000} fly", "5–10 % of 12000 fly"),
        (r"$\num{500}$ and $\SI{5}{\percent}$ fly", "500 and 5 % fly"),
        (r"the \ac{cad} and \glspl{api} last", "the CAD and APIs last"),
        (r"the \gls{windmill} lasts", "the windmill lasts"),
        (r"it is \num{2.5e-3} wide at \ang{45}", "it is 2.5×10⁻³ wide at 45°"),
    ],
)
def test_maths_and_units_are_what_a_reader_sees(told, written, seen):
    assert told(f"So {written} \\cite{{moe2020}}.") == [(f"So {seen}.", "moe2020")]


def test_a_number_that_only_latex_knows_does_not_run_sentences_together(told):
    assert told(
        r"Bees fell by 12\,\% \cite{moe2020}. It is in Fig. \ref{fig:one}. Oats cost 6 euros"
        r" \cite{liu2019}."
    ) == [
        ("Bees fell by 12 %.", "moe2020"),
        ("It is in Fig. #.",),
        ("Oats cost 6 euros.", "liu2019"),
    ]


def test_an_abbreviation_begins_a_sentence(told):
    assert told(r"Oats cost 6 euros \cite{liu2019}. \gls{cad} is old \cite{moe2020}.") == [
        ("Oats cost 6 euros.", "liu2019"),
        ("CAD is old.", "moe2020"),
    ]


@pytest.mark.usefixtures("default_judge")
def test_another_power_of_ten_is_another_number(tmp_path):
    source = tmp_path / "moe.txt"
    words = "Moe 2020. The bees of the mill\n\nThe error rate of the mill was 10⁻⁴ in all years.\n"
    source.write_text(words, "utf-8")
    said = "The error rate of the mill was {} in all years [1].\n\n[1]: moe.txt\n"
    right, wrong = (check(said.format(rate), [source]).claims[0] for rate in ("10⁻⁴", "10⁻³"))

    assert right.state.value == "supported"
    assert wrong.state.value != "supported"


@pytest.mark.parametrize(
    ("written", "claims"),
    [
        (
            r"\citeauthor{moe2020} divided the bees into two classes. In order to study doses, our"
            r" hives can be sorted. The doses are in Table \ref{tab:x}.",
            [
                ("Moe et al. divided the bees into two classes.", "moe2020"),
                ("In order to study doses, our hives can be sorted.",),
                ("The doses are in Table #.",),
            ],
        ),
        (
            r"\citet[p.~3]{liu2019} found that oats cost 6 euros.",
            [("oats cost 6 euros.", "liu2019")],
        ),
        (
            r"\citeauthor{liu2019} (\citeyear{liu2019}) measured five mills.",
            [("Liu measured five mills.", "liu2019", "liu2019")],
        ),
        (
            r"Nach \textcite{statistics} gibt es zwölf Mühlen.",
            [("Nach Office of Mills gibt es zwölf Mühlen.", "statistics")],
        ),
        (
            r"Oats are described in \cite{liu2019, moe2020} as dry.",
            [("Oats are described in Liu, Moe et al. as dry.", "liu2019", "moe2020")],
        ),
        (
            r"Oats are dry, as shown by \citet{moe2020}. Rye grows. Source: \citetitle{liu2019},"
            r" \citeauthor{liu2019} (\citeyear{liu2019}).",
            [
                ("Oats are dry", "moe2020"),
                ("Rye grows.", "liu2019", "liu2019", "liu2019"),
                ("Source:.",),
            ],
        ),
        (
            r"Oats cost 6 euros \parencites(cf.)()[3]{liu2019}[4]{moe2020}. Rye grows.",
            [("Oats cost 6 euros.", "liu2019", "moe2020"), ("Rye grows.",)],
        ),
    ],
)
def test_a_command_that_is_a_word_is_the_name_of_its_authors(told, written, claims):
    assert told(written) == claims


def test_a_key_without_an_entry_is_shown_as_it_is(told):
    assert told(r"\citet{liu2019} sells oats.", bibliography="") == [
        ("liu2019 sells oats.", "liu2019")
    ]


@pytest.mark.parametrize(
    "command", [r"\vglf{S. 3}{liu2019}", r"\quelle{liu2019}", r"\zit[3]{liu2019}"]
)
def test_a_command_of_the_author_that_has_a_key_cites(told, command):
    assert told(f"Hafer kostet 6 Euro.{command} Roggen wächst.") == [
        ("Hafer kostet 6 Euro.", "liu2019"),
        ("Roggen wächst.",),
    ]


@pytest.mark.parametrize("command", [r"\label{liu2019}", r"\textbf{liu2019}", r"\input{liu2019}"])
def test_another_command_with_the_letters_of_a_key_cites_nothing(told, command):
    assert all(len(one) == 1 for one in told(f"Hafer kostet 6 Euro {command}."))


@pytest.mark.usefixtures("default_judge")
def test_the_names_of_authors_do_not_stand_in_the_way_of_what_they_say(tmp_path):
    (tmp_path / "refs.bib").write_text(_MOE, "utf-8")
    (tmp_path / "moe2020.txt").write_text(
        "Bees\n\nAnna Moe et al. / Bees of 2020\n\nThe bees were divided into two classes: those"
        " with at least one ε4 allele, and those without any.\n",
        "utf-8",
    )
    report = tmp_path / "report.tex"
    said = r"\citeauthor{moe2020} divided the bees into two classes: those with at least one"
    said += r" $\varepsilon_4$ allele, and those without any."
    report.write_text(f"{_OPENING}\n{said}\n{_CLOSING}", "utf-8")

    (claim,) = check(report, [tmp_path / "moe2020.txt", tmp_path / "refs.bib"]).claims

    assert claim.state.value == "supported"


@pytest.mark.parametrize(
    ("origin", "is_cut"),
    [
        (", source: Mill Report \\cite{liu2019}", True),
        (" (2019), Quelle: Haferbericht 2 \\cite{liu2019}", True),
        (", source: Report \\cite{liu2019}, only in wet years", False),
        (", source: the miller denies it \\cite{liu2019}", False),
        (", source: Report, if wet \\cite{liu2019}", False),
    ],
)
def test_where_a_picture_is_from_is_no_part_of_what_its_caption_says(told, origin, is_cut):
    caption = f"Oats and mills{origin}"
    (found,) = told(f"\\begin{{figure}}\n\\caption{{{caption}}}\n\\end{{figure}}")

    assert ("ource:" not in found[0] and "Quelle:" not in found[0]) is is_cut
    assert found[1:] == ("liu2019",)


@pytest.mark.parametrize(
    ("written", "noted"),
    [
        (
            "\\begin{figure}\n\\caption{The mills of Ulm\\footnotemark}\n\\end{figure}\n"
            "\\footnotetext{NOTE}\nOats are dear.",
            ["The mills of Ulm"],
        ),
        (
            "Oats cost 6 euros.\\footnotemark\\ Rye is dear.\\footnotetext{NOTE}",
            ["Oats cost 6 euros."],
        ),
        (
            "Oats cost 6 euros.\\footnotemark[2] Rye is dear.\\footnotemark[3]\n\n"
            "\\footnotetext[2]{NOTE}",
            ["Oats cost 6 euros."],
        ),
        ("Oats are dear.\n\n\\footnotetext{NOTE}\nRye is cheap.", []),
    ],
)
def test_a_note_apart_from_its_sign_is_for_what_has_the_sign(told, written, noted):
    found = told(written.replace("NOTE", "See \\cite[p. 3]{liu2019}."))

    assert [words for words, *keys in found if keys == ["liu2019"]] == noted
    assert not any("See" in words for words, *_ in found)


def test_a_note_apart_from_its_sign_may_name_a_work_by_its_title(tmp_path):
    (tmp_path / "oats.txt").write_text("Oats of the mill\n\nOats cost 6 euros.", "utf-8")
    body = "Oats cost 6 euros.\\footnotemark\\ Rye is dear.\\footnotetext{Liu, Oats of the mill.}"
    (tmp_path / "report.tex").write_text(f"{_OPENING}\n{body}\n\\end{{document}}", "utf-8")

    oats, rye = check(tmp_path / "report.tex", [tmp_path / "oats.txt"], judge="none").claims
    assert [len(one.claim.markers) for one in (oats, rye)] == [1, 0]
    assert oats.claim.statement == "Oats cost 6 euros."


def test_whom_a_title_thanks_is_no_footnote(told):
    title = r"\title{Mills by the sea\thanks{Funded by the council of fields.}}"

    assert told(rf"{title}\maketitle Oats cost 6 euros \cite{{liu2019}}.") == [
        ("Mills by the sea",),
        ("Oats cost 6 euros.", "liu2019"),
    ]
