"""
Negative citations: whether the section that was searched has words of the claim.

The section that the locator names is read, and nothing else. Where it has none of the words that
say what the claim is about, it is silent. Where one sentence has all of them, it is not. In
between, and in another language, words tell nothing, and a judge decides.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from citation_engine.display import one_line
from citation_engine.language.detection import KNOWN, OTHERS, Language
from citation_engine.language.sentences import split_sentences
from citation_engine.language.terms import forms_of, is_stop_word, stem_of
from citation_engine.language.tokens import tokenise
from citation_engine.language.vocabulary import table
from citation_engine.language.vocabulary import words as word_list
from citation_engine.model.checked import CitedClaim
from citation_engine.model.passage import Passage
from citation_engine.model.source import EXTENT, ReadState
from citation_engine.model.verdict import Judgement, Support
from citation_engine.verify.guards.passages import find_negations, read
from citation_engine.verify.words import text_of

# A section of fewer words may be a heading whose words stand elsewhere.
FEWEST_WORDS = 5
# Small words from which on a section tells its language by itself.
FEWEST_SMALL = 5
# The least letters of a word that is looked for in compounds.
SHORTEST_PART = 4
# The least letters of an English word that is looked for inside of others.
_LONG = 6
# No word is longer, and where one of so many is, spaces got lost.
LONGEST_WORD, MOST_JOINED = 35, 0.005
_SHOWN = 200
# What a text does with its matter, and what is called a text: no search is for them.
_AROUND = (
    word_list("phrases", "SAYING")
    | word_list("phrases", "SOURCE_WORDS")
    | word_list("phrases", "TREATING")
    | frozenset(
        word
        for name in (("negation", "NEGATIONS"), ("modality", "MODALS"))
        for said in table(*name).values()
        for phrase in said
        for word in phrase.split()
    )
)
_SMALL = {**OTHERS, **KNOWN}


def searched(cited: CitedClaim, sections: Sequence[Passage]) -> Judgement | None:
    """What the words of the named sections tell; None where they tell nothing."""
    snapshot = cited.snapshot
    whole = cited.source.state is ReadState.READY and not cited.source.metadata.get(EXTENT)
    if not sections or snapshot is None or not whole:
        return None
    text = "\n".join(one.text for one in sections)
    forms, language = forms_of(text), read(cited.new.claim).likely
    if language is None or len(forms) < FEWEST_WORDS or ran_together(forms):
        return None
    if not _is_in(language, forms, text_of(snapshot).forms):
        return None
    where = ", ".join(dict.fromkeys(one.section or "" for one in sections))
    return _found(_terms(cited, sections), text, forms, language, one_line(where, _SHOWN))


def _terms(cited: CitedClaim, sections: Sequence[Passage]) -> list[str]:
    """The words of the claim that say what is looked for; names of the source and place do not."""
    names = [cited.source.name, cited.source.identifier, *(one.section or "" for one in sections)]
    names.extend(str(value) for value in cited.new.locator.given().values())
    around = _AROUND.union(*map(forms_of, names))
    forms = dict.fromkeys(forms_of(cited.new.claim))
    return [form for form in forms if not is_stop_word(form) and form not in around]


def _found(
    terms: Sequence[str], text: str, forms: Sequence[str], language: Language, where: str
) -> Judgement | None:
    """The judgement where all of the words or none of them are there."""
    stems = {stem_of(form, language) for form in forms}
    wanted = {stem_of(term, language) for term in terms}
    if not wanted:
        return None
    words = ", ".join(f'"{term}"' for term in terms)
    if not any(map(_have(stems, language), wanted)):
        reason = f"None of these words was found in {where}, which has {len(forms):,}: {words}."
        return Judgement(support=Support.UNSUPPORTED, reason=one_line(reason, _SHOWN * 3))
    sentences = [span.of(text) for span in split_sentences(text)] if wanted <= stems else []
    said = [one for one in sentences if _says(one, wanted, language)]
    if not said:
        return None
    sentence = one_line(max(said, key=len), _SHOWN)
    reason = f'These words were found in {where}: {words}. It says: "{sentence}"'
    return Judgement(support=Support.SUPPORTED, reason=reason)


def _have(stems: Collection[str], language: Language) -> Callable[[str], bool]:
    """Whether a text may have a word in any form, as part of a compound, or cut by a line end."""
    if language is Language.GERMAN:
        return lambda stem: any(in_compounds([stem], stems))
    long = [one for one in stems if len(one) >= _LONG]
    return lambda stem: (
        stem in stems or (len(stem) >= _LONG and any(stem in one or one in stem for one in long))
    )


def _says(sentence: str, wanted: Collection[str], language: Language) -> bool:
    """Whether a sentence has all of the words, and denies nothing."""
    here = {stem_of(form, language) for form in forms_of(sentence)}
    return here.issuperset(wanted) and not any(find_negations(tokenise(sentence)))


def settled(claim: str, found: Judgement | None, heard: Judgement) -> Judgement:
    """
    The search and the judge together; where they disagree, nothing is decided.

    A claim may be what was looked for ("Encryption is required") or the silence itself ("It says
    nothing about encryption"). Who contradicts a silence has found words about it.
    """
    denies = any(find_negations(tokenise(claim)))
    contrary = {Support.CONTRADICTED} if denies else {Support.SUPPORTED, Support.PARTIAL}
    if found is None:
        is_open = denies and heard.support is Support.CONTRADICTED
        return heard.model_copy(update={"support": Support.UNDECIDED}) if is_open else heard
    if found.support is Support.SUPPORTED:
        contrary = set() if denies else {Support.UNSUPPORTED, Support.CONTRADICTED}
    if heard.support not in contrary:
        return found
    reason = f"The judge does not agree with the search. {found.reason} {heard.reason}".strip()
    return Judgement(support=Support.UNDECIDED, reason=reason)


def _is_in(language: Language, forms: Sequence[str], all_forms: Sequence[str]) -> bool:
    """Whether most small words of a section, or of the text where it has few, are a language's."""
    counts = {name: sum(form in small for form in forms) for name, small in _SMALL.items()}
    own = counts.pop(language.name.capitalize())
    is_told = own >= FEWEST_SMALL or forms is all_forms or _is_in(language, all_forms, all_forms)
    return is_told and own > max(counts.values())


def ran_together(forms: Sequence[str]) -> bool:
    """Whether the words of a text were joined when it was taken out of a file."""
    return sum(len(form) > LONGEST_WORD for form in forms) > MOST_JOINED * len(forms)


def in_compounds(own: Iterable[str], stems: Collection[str]) -> Iterator[str]:
    """Those of some stems that a text has, be it as the first or last part of a German compound."""
    joined = f" {' '.join(stems)} "
    for stem in own:
        cuts = range(SHORTEST_PART, len(stem) + 1)
        parted = any(stem[:at] in stems or stem[-at:] in stems for at in cuts)
        is_part = len(stem) >= SHORTEST_PART and (f" {stem}" in joined or f"{stem} " in joined)
        if parted or is_part or stem in stems:
            yield stem
