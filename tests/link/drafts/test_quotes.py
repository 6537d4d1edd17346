import pytest

from citation_engine.link.drafts.quotes import find_quotes
from citation_engine.link.drafts.reading import read_draft
from citation_engine.model.draft import DraftFormat


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ('He said "we will go" and left.', ["we will go"]),
        ("He said “we will go”.", ["we will go"]),
        ("Er sagte „wir gehen jetzt“.", ["wir gehen jetzt"]),
        ('Er sagte „wir gehen jetzt".', ["wir gehen jetzt"]),
        ("Er sagte »wir gehen jetzt«.", ["wir gehen jetzt"]),
        ("Il dit «nous partons tout de suite».", ["nous partons tout de suite"]),
        ("Il dit « nous partons ».", []),
        ("He said ‘we will go’ and didn’t.", ["we will go"]),
        ("He said 'we don't know' then.", ["we don't know"]),
        ('The so-called "mess" is a ‘thing’.', []),
        ('It is a "Geschwindigkeitsbegrenzung".', ["Geschwindigkeitsbegrenzung"]),
        ("It is 5' 3\" tall and 6' 2\" wide.", []),
        ("The workers' and the owners' view.", []),
        ('He said "we “must” go" now.', ["we “must” go"]),
        ("Er sagte „wir ‚müssen‘ gehen“.", ["wir ‚müssen‘ gehen"]),
        ('An "open mark goes on.', []),
    ],
)
def test_words_between_quotation_marks_are_found(text, quotes):
    assert [span.of(text) for span in find_quotes(text)] == quotes


def test_a_quotation_of_several_sentences_stays_in_one_claim():
    text = 'He said: "We will go. We must go now." [1] Then he left.'
    claims = read_draft(text, DraftFormat.MARKDOWN).claims

    assert len(claims) == 2
    assert [quote.text for quote in claims[0].quotes] == ["We will go. We must go now."]
    assert [marker.text for marker in claims[0].markers] == ["[1]"]


def test_the_span_of_a_quotation_has_its_markup_and_its_text_does_not():
    text = 'He said "we **will** [go](https://a.example) now" [1].'
    (claim,) = read_draft(text, DraftFormat.MARKDOWN).claims

    assert claim.quotes[0].text == "we will go now"
    assert claim.quotes[0].span.of(text) == "we **will** [go](https://a.example) now"
