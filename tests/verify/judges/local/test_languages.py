import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.verify.judges.local.language_words import ENGLISH, OTHERS
from citation_engine.verify.judges.local.languages import foreign, language_of

KNOWN = frozenset(
    """
    records kept years ten city river tower built people live report law firm tax rate percent
    rises fall price grow sea level warm water company profit million doctor patient drug trial
    name common king house general army friend port founded rise
    """.split()
)
ENGLISH_PASSAGE = (
    "Records are kept for ten years by every company. The law says that they must be shown to "
    "the tax office when it asks for them."
)
GERMAN_PASSAGE = (
    "Unterlagen sind zehn Jahre lang aufzubewahren. Das Gesetz verlangt, dass sie dem Finanzamt "
    "auf Verlangen vorgelegt werden."
)


def knows(word):
    return word in KNOWN


def about(claim, passage, **given):
    return foreign(claim, passage, passage, knows, **given)


@pytest.mark.parametrize(
    "text",
    [
        "Records are kept for ten years.",
        "The Eiffel Tower is in Paris.",
        "Sea levels rise as the water gets warm.",
        "He didn't say so.",
        "It's the king's house, isn't it.",
        "Charles de Gaulle was a general of the French army.",
        "The man was a friend of Ludwig van Beethoven.",
        "Los Angeles has a river and a port.",
        "The Académie française was founded by Richelieu in 1635.",
        "Her name (Japanese: 花子) is common.",
    ],
)
def test_english_is_known(text):
    assert language_of(text, knows).english


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Unterlagen sind zehn Jahre aufzubewahren.", "German"),
        ("Ich war in Missouri.", "German"),
        ("Die Frist beträgt zehn Jahre und beginnt mit dem Schluss des Jahres.", "German"),
        ("De gegevens worden tien jaar bewaard door het bedrijf.", "Dutch"),
        ("Les documents sont conservés pendant dix ans par l'entreprise.", "French"),
        ("Los documentos se conservan durante diez años por la empresa.", "Spanish"),
        ("I documenti sono conservati per dieci anni dalla società.", "Italian"),
        ("Os documentos são guardados por dez anos pela empresa.", "Portuguese"),
        ("Handlingarna ska bevaras i tio år av företaget och inte kastas.", "Swedish"),
        ("Dokumenty są przechowywane przez dziesięć lat i nie można ich usunąć.", "Polish"),
        ("Asiakirjat säilytetään kymmenen vuotta, mutta niin ei ole aina ollut.", "Finnish"),
        ("Belgeler on yıl boyunca saklanır ve bir daha silinmez.", "Turkish"),
        ("Dokumen disimpan selama sepuluh tahun dan tidak boleh dihapus.", "Indonesian or Malay"),
        ("Документы хранятся десять лет.", "another script"),
        ("法律規定保存十年。", "another script"),
        ("تحفظ السجلات لمدة عشر سنوات", "another script"),
        ("Τα αρχεία διατηρούνται για δέκα χρόνια.", "another script"),
    ],
)
def test_other_languages_are_told_by_their_small_words_and_letters(text, name):
    found = language_of(text, knows)

    assert not found.english
    assert found.name == name


@pytest.mark.parametrize("text", ["", "Barack Obama", "1998", "§ 147", "\x00\ud800"])
def test_names_and_numbers_tell_nothing(text):
    assert language_of(text, knows).score == 0


def test_english_words_beside_english_words_are_judged():
    assert about("Firms must keep records.", ENGLISH_PASSAGE) is None


@pytest.mark.parametrize(
    ("claim", "passage", "said"),
    [
        ("Das Gesetz ist neu.", ENGLISH_PASSAGE, "The claim reads as German"),
        ("The law is new.", GERMAN_PASSAGE, "The passage reads as German"),
        ("Das Gesetz ist neu.", GERMAN_PASSAGE, "The passage reads as German"),
        ("Закон новый.", ENGLISH_PASSAGE, "The claim reads as another script"),
        ("The law is new.", "法律規定保存十年。", "The passage reads as another script"),
        ("Zorblat qux fnord.", ENGLISH_PASSAGE, "The claim reads as another language than English"),
        ("Barack Obama", "Angela Merkel", "Nothing tells which language the passage is in"),
    ],
)
def test_what_is_not_in_english_is_named(claim, passage, said):
    reason = about(claim, passage)

    assert reason.startswith(said)
    assert reason.endswith("only English is judged.")


def test_names_count_as_english_beside_english():
    assert about("Barack Obama", ENGLISH_PASSAGE) is None
    assert about("The records are kept by Dan.", "Dan Brown, Company Records") is None


def test_rare_words_do_not_make_a_claim_foreign():
    assert about("Alex Jones is apolitical.", ENGLISH_PASSAGE) is None
    # The passage has them as well.
    assert about("camostat cures", "The drug camostat cures people in a trial.") is None


def test_english_around_a_passage_does_not_make_it_english():
    premise = f"{ENGLISH_PASSAGE} {GERMAN_PASSAGE} {ENGLISH_PASSAGE}"

    reason = foreign("The law is new.", GERMAN_PASSAGE, premise, knows)

    assert reason == "The passage reads as German, and only English is judged."


def test_a_declared_language_counts_where_the_words_tell_nothing():
    assert about("Barack Obama", "Angela Merkel", declared="en") is None
    assert about("Barack Obama", "Angela Merkel", declared="en-GB") is None
    assert about("Barack Obama", "Angela Merkel", declared="de") is not None


def test_a_declared_language_does_not_outweigh_the_words():
    assert about("Das Gesetz ist neu.", GERMAN_PASSAGE, declared="en") is not None
    assert about("The law is new.", ENGLISH_PASSAGE, declared="de") is None


def test_every_language_has_small_words_that_english_has_not():
    assert all(len(words - ENGLISH) >= 15 for words in OTHERS.values())


@given(st.text(), st.text())
def test_any_text_has_an_answer(claim, passage):
    assert about(claim, passage) is None or about(claim, passage).endswith("judged.")
