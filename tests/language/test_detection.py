"""The language of a text is told by its small words, or by the document it is from."""

import pytest

from citation_engine.language.detection import KNOWN, OTHERS, language_named, tell_language


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
        "Hale Brothers declined to comment, citing the need for confidentiality.",
        "What administration did Ludwig Mies van der Rohe design a building for?",
    ],
)
def test_english_is_told_also_beside_foreign_names(text):
    assert tell_language(text) == "English"


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
    assert tell_language(text) == name


@pytest.mark.parametrize(
    "text",
    [
        *("", "Barack Obama", "1998", "§ 147", "\x00\ud800"),
        # One small word of another language may be a name, a unit or a rare word.
        "Rye sourdough: autolyse 30 min, bulk 90 min, proof 60 min, bake 45 min",
        "Universidad de Chile, Santiago",
    ],
)
def test_names_numbers_and_single_small_words_tell_nothing(text):
    assert tell_language(text) == ""


@pytest.mark.parametrize(
    "text", ["Umsatz 2023: 41 Mio. Euro", "Revenue 2023: 41 million", "Universidad de Chile"]
)
def test_the_document_tells_the_language_of_a_text_that_says_little(text):
    assert tell_language(text, "German") == "German"
    assert tell_language(text, "French") == "French"


def test_the_document_does_not_outweigh_what_a_text_clearly_says():
    german = "Die Frist beträgt zehn Jahre und beginnt mit dem Schluss des Jahres."
    assert tell_language(german, "English") == "German"
    french = "Les documents sont conservés pendant dix ans par l'entreprise."
    assert tell_language(french, "English") == "French"


def test_a_document_is_told_by_most_of_its_words():
    french = "Les documents sont conservés pendant dix ans par l'entreprise. "
    english = "Abstract: All of the records are kept for ten years by this and every other firm. "
    assert tell_language(english + 60 * french) == "French"
    assert tell_language(french + 60 * english) == "English"


@pytest.mark.parametrize(
    ("given", "name"),
    [
        *(("en", "English"), ("en-GB", "English"), ("DE", "German"), ("deu", "German")),
        *(("German", "German"), ("French", "French"), ("another script", "another script")),
        *(("fr", ""), ("", ""), (None, "")),
    ],
)
def test_a_language_is_known_by_its_name_or_code(given, name):
    assert language_named(given) == name


def test_every_language_has_small_words_that_english_has_not():
    assert all(len(small - KNOWN["English"]) >= 15 for small in OTHERS.values())
