"""The language of a text is told by its words."""

import pytest

from citation_engine.language.detection import OTHERS, tell_english
from citation_engine.language.vocabulary import words

ENGLISH = words("function_words", "SMALL_WORDS", "english")
KNOWN = frozenset(
    """
    records kept years ten city river tower built people live report law firm tax rate percent
    rises fall price grow sea level warm water company profit million doctor patient drug trial
    name common king house general army friend port founded rise
    """.split()
)


def knows(word):
    return word in KNOWN


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
    assert tell_english(text, knows).english


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
    found = tell_english(text, knows)

    assert not found.english
    assert found.name == name


@pytest.mark.parametrize("text", ["", "Barack Obama", "1998", "§ 147", "\x00\ud800"])
def test_names_and_numbers_tell_nothing(text):
    assert tell_english(text, knows).score == 0


def test_every_language_has_small_words_that_english_has_not():
    assert all(len(small - ENGLISH) >= 15 for small in OTHERS.values())
