from citation_engine.cli.output import Printer
from citation_engine.cli.verdicts import after, before, show_passage
from citation_engine.model.passage import Passage, Span


def test_the_words_are_marked_by_signs_where_there_is_no_style(capsys):
    passage = Passage(start=10, end=15, text="words", before="some ", after=" here")
    passage = passage.model_copy(update={"segments": (Span(10, 15),)})

    show_passage(Printer("never"), passage)

    assert capsys.readouterr().out == "    │ some »words« here\n"


def test_the_words_are_bold_and_underlined_where_there_is_style(capsys):
    passage = Passage(start=0, end=1, text="x", segments=(Span(0, 1),))

    show_passage(Printer("always"), passage)

    assert capsys.readouterr().out == "    │ \x1b[1;4mx\x1b[0m\n"


def test_what_an_omission_leaves_out_is_not_marked(capsys):
    passage = Passage(start=5, end=16, text="one two six", segments=(Span(5, 8), Span(13, 16)))

    show_passage(Printer("never"), passage)

    assert capsys.readouterr().out == "    │ »one« two »six«\n"


def test_a_passage_cannot_steer_the_terminal(capsys):
    passage = Passage(start=0, end=4, text="\x1b[2J", segments=(Span(0, 4),), after="\u202e[bold]")

    show_passage(Printer("never"), passage)

    assert capsys.readouterr().out == "    │ »\ufffd[2J«\ufffd[bold]\n"


def test_the_surroundings_are_of_the_same_paragraph_and_short():
    assert before("old\n\nnew ") == "new "
    assert after(" end.\nnext\n\nother") == " end.\nnext"
    assert before("word " * 200).startswith("…word ")
    assert after("word " * 200).endswith(" word…")
    assert before("1\n2\n3\n4\n5 ") == "3\n4\n5 "
    assert after(" 1\n2\n3\n4\n5") == " 1\n2\n3"
