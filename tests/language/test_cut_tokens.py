import pytest

from citation_engine.language.tokens import cuts_token


def cut(marked):
    """Ask about the place marked with a bar."""
    before, after = marked.split("|")
    return cuts_token(before + after, len(before))


@pytest.mark.parametrize(
    "marked",
    [
        *("p|arty", "part|y", "10|00", "v|2", "2|nd", "schö|n", "scho|\u0308n", "scho\u0308|n"),
        *(
            "2|.5",
            "2.|5",
            "1|,5",
            "1,|5",
            "1|,000",
            "12|:30",
            "12:|30",
            "1|/2",
            "1/|2",
            "1.2.|2020",
        ),
        *("-|5", "−|5", " –|5", "±|5", "(-|5)", " .|5", "3–|5", "3|–5", "−|x"),
        *("10| 000", "10 |000", "10\u202f|000", "1 000| 000", "10’|000"),
        *("non-|profit", "non|-profit", "10|-year", "Ein|- und", "E|‑Mail", "COVID-|19"),
        *("can|'t", "can|’t", "can’|t", "l’|État", "Anna|'s", "max|_size", "max_|size", "km|/h"),
        *(
            "trans|-\nfer",
            "trans-\n|fer",
            "trans\u00ad\n  |fer",
            "trans|\u00ad\nfer",
            "trans-|\nfer",
            "10-\n|12",
        ),
        *("un|\u00adver", "un\u00ad|ver", "un\u200b|ver", "10|²", "m|²", "5|½", "=|\u0338"),
        *("十|五", "1|5年", "한|국", "при|вет", "م|ن"),
    ],
)
def test_inside_a_token(marked):
    assert cut(marked)


@pytest.mark.parametrize(
    "marked",
    [
        *(
            "|party",
            "party|",
            "the| party",
            "the |party",
            "end|.",
            "end.| Next",
            "(|word)",
            "„|Wort“",
        ),
        *("2| .5", "in 2020|. Then", "5|%", "€|5", "a:|5", "one, |5", "Abs.|5", "Nr. |5"),
        *("3 –| 5", "3 – |5", "word—|5", "word|—word", "word--|word", "word|--word", "\n-|item"),
        *("1999| 000", "10| 0000", "10 |years", "the |000 page"),
        *(
            "'|can't'",
            "said ‘|yes’",
            "yes|’ he said",
            "_|word_",
            "word|_ next",
            "__|init__",
            " /|path",
        ),
        *(
            "Ein-\n|und Ausgang",
            "Ein-|\nund",
            "Ein\u00ad\n|und",
            "foo -\n|bar",
            "foo-\n\n|bar",
            "end.\n|Next",
        ),
        *("これは|日本語", "日本語|です", "5|年", "第|5", "ภาษา|ไทย"),
        *("🎉|party", "party|🎉", "word\u00a0|next", "note|[1]", "C|++", "C++| is"),
    ],
)
def test_between_tokens(marked):
    assert not cut(marked)


def test_a_long_row_of_invisible_characters_is_not_read_to_its_end():
    assert not cuts_token("a" + "\u200b" * 1_000_000 + "b", 500_000)
