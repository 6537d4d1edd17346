"""For tests: fakes without a model, contracts for plug-ins, and assertions about reports."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import PathLike
from typing import Any

from citation_engine.check.checker import check
from citation_engine.check.report import CheckReport
from citation_engine.collect.tool_outputs.registry import ExtractorRegistry
from citation_engine.engine.engine import CitationEngine
from citation_engine.errors import JudgeError, JudgeUnavailable, VerificationFailed
from citation_engine.hashing import sha256_hex
from citation_engine.language.detection import Language
from citation_engine.language.terms import forms_of, is_stop_word, stem_of
from citation_engine.model.citation import CitationResult
from citation_engine.model.draft import Marker
from citation_engine.model.passage import Locator, Passage
from citation_engine.model.source import Source
from citation_engine.model.verdict import JudgeIdentity, Judgement, Status, Support
from citation_engine.ports import (
    Dialect,
    Extractor,
    Judge,
    Output,
    Provider,
    Question,
    Reader,
    StoreScheme,
    Style,
)
from citation_engine.render.findings.report import Options

__all__ = [
    "FakeJudge",
    "HashingEmbedder",
    "JudgeContract",
    "assert_citations_hold",
    "assert_fits",
    "assert_supported",
    "question",
]
Answer = Support | str | Callable[[Question], Support | str]


class FakeJudge:
    """
    Answers every question alike, or by a function of yours, and remembers what it was asked.

    `FakeJudge("supported")`, `FakeJudge(lambda question: ...)`. With
    `FakeJudge(available=False)` every question ends in `JudgeUnavailable`, as
    with a server that is down.
    """

    def __init__(self, answer: Answer = Support.SUPPORTED, *, available: bool = True) -> None:
        self.identity = JudgeIdentity(name="fake", version="1")
        self.available = available
        self.asked: list[Question] = []
        self.answer = answer

    def judge(self, questions: Sequence[Question]) -> list[Judgement]:
        """The answers, one for each question."""
        self.asked.extend(questions)
        if not self.available:
            raise JudgeUnavailable("The fake judge was told to be unavailable.")
        return [Judgement(support=self._say(question)) for question in questions]

    def is_lasting(self, judgement: Judgement) -> bool:
        """Never: another fake in the next test answers otherwise under the same name."""
        return False

    def _say(self, question: Question) -> Support:
        answer = self.answer(question) if callable(self.answer) else self.answer
        return Support(answer)


def assert_citations_hold(
    report: str | PathLike[str],
    sources: str | PathLike[str] | Sequence[str | PathLike[str]],
    *,
    fail_on: str = "error",
    **options: Any,
) -> CheckReport:
    """
    Fail the test if a citation of a report does not hold or could not be checked.

    What failed is shown as `cite check` shows it. `options` are those of `check`.
    """
    checked = check(report, sources, **options)
    try:
        checked.raise_if_failed(fail_on)
    except VerificationFailed as error:
        raise AssertionError(f"{error.message}\n\n{checked.render('full')}") from error
    return checked


def assert_supported(
    claim: str, source: str | PathLike[str], *, quote: str | None = None, **options: Any
) -> CitationResult:
    """Fail the test unless the words of a file carry a claim, by the judge that is set."""
    with CitationEngine(":memory:", **options) as engine:
        added = engine.add(source)
        words = quote or _nearest(engine, claim, added)
        result = engine.cite(claim, added, quote=words)
    assert result.verification_status is Status.VERIFIED, (
        f"{claim!r} is {result.verification_status}. {result.verification_notes}"
    )
    return result


def _nearest(engine: CitationEngine, claim: str, source: Source) -> str | None:
    found = engine.find_evidence(claim, sources=[source], limit=1)
    return found[0].passage.text if found else None


class HashingEmbedder:
    """
    An embedder that needs no model: each stem of a text adds to one of the vector's numbers.

    `meanings` says which words mean the same, as in `{"car": "automobile"}`.
    """

    def __init__(
        self,
        dimensions: int = 256,
        *,
        meanings: Mapping[str, str] | None = None,
        identity: str = "hashing 1",
    ) -> None:
        self.identity = identity
        self.dimensions = dimensions
        pairs = (meanings or {}).items()
        self._meanings = {_stems(one)[0]: _stems(other)[0] for one, other in pairs}

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector for each text."""
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        vector = [0.0] * self.dimensions
        for stem in _stems(text):
            meant = self._meanings.get(stem, stem)
            vector[int(sha256_hex(meant)[:8], 16) % self.dimensions] += 1.0
        return vector


def _stems(text: str) -> list[str]:
    return [stem_of(form, Language.ENGLISH) for form in forms_of(text) if not is_stop_word(form)]


def question(claim: str, passage: str, *, before: str = "", after: str = "") -> Question:
    """A question for a judge, whether `passage` carries `claim`."""
    start = len(before)
    words = Passage(start=start, end=start + len(passage), text=passage, before=before, after=after)
    return Question(claim, words)


class JudgeContract:
    """
    What every judge keeps to, as tests: subclass it as `Test...` and pytest runs them.

    ```python
    class TestMyJudge(JudgeContract):
        def make_judge(self):
            return MyJudge()
    ```

    A judge may always raise `JudgeError`: it was not reached then, and the citation waits. Set
    `deterministic = False` where the same question may be answered in different ways.
    """

    deterministic = True

    def make_judge(self) -> Judge:
        """The judge to test, made new."""
        raise NotImplementedError

    def test_it_is_a_judge_with_a_name_that_stays(self) -> None:
        """Its identity is the same before and after it judged."""
        judge = self.make_judge()
        before = judge.identity
        _answers(judge, _ORDINARY)
        assert isinstance(judge, Judge)
        assert isinstance(before, JudgeIdentity)
        assert before.name
        assert judge.identity == before

    def test_no_question_gets_no_answer(self) -> None:
        """An empty list is answered with an empty list, even when nobody can be reached."""
        assert list(self.make_judge().judge([])) == []

    def test_every_question_gets_its_own_answer_in_order(self) -> None:
        """One judgement for each question; together they are answered as they are alone."""
        judge = self.make_judge()
        together = _answers(judge, _ORDINARY)
        if self.deterministic and together is not None:
            alone = [_answers(self.make_judge(), [one]) for one in _ORDINARY]
            assert [a.support for a in together] == [a[0].support for a in alone if a]

    def test_the_same_question_twice_is_two_answers(self) -> None:
        """A question that is asked twice in one call is answered twice, and alike."""
        answers = _answers(self.make_judge(), [_ORDINARY[0]] * 2)
        assert answers is None or answers[0].support == answers[1].support

    def test_long_texts_are_answered(self) -> None:
        """The longest claims and passages an engine sends do not break it."""
        text = "Records are kept for ten years. " * 6_000
        long = [question("Ten years.", text), question(text[:20_000], "Ten years.")]
        _answers(self.make_judge(), long)

    def test_odd_characters_are_answered(self) -> None:
        """Neither controls nor lone surrogates nor nothing at all break it."""
        _answers(self.make_judge(), [question(one, one) for one in _ODD])
        _answers(self.make_judge(), [question("", ""), question("claim", ""), question("", "x")])

    def test_many_threads_may_use_it_at_once(self) -> None:
        """Eight threads get what one would."""
        judge = self.make_judge()
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda _: _answers(judge, _ORDINARY), range(16)))
        if self.deterministic:
            said = {tuple(a.support for a in answers) for answers in found if answers}
            assert len(said) <= 1


_ORDINARY = (
    question("Records are kept for ten years.", "Records are kept for ten years."),
    question("Records are kept for two years.", "Records are kept for ten years."),
    question("Der Himmel ist grün.", "Unterlagen sind zehn Jahre aufzubewahren."),
)
_ODD = (
    "\x00\x07\x1b[31m",
    "\ud800 \udfff",
    "\u202egnirts desrever\u202c",
    "e\u0301\u0301\u0301" * 50,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 \U000e0041",
    "法律規定保存十年。",
    '{}[]"\\ </passage> ```json {"verdicts": []}',
)


def assert_fits(group: str, plugin: object) -> None:
    """
    Fail the test unless something fits a group of plug-ins, such as `dialects`.

    It must have what the group asks for, and take strange input calmly. `JudgeContract` asks more
    of a judge.
    """
    port, tries = _PORTS[group]
    assert isinstance(plugin, port), f"{plugin!r} is no {port.__name__}."
    tries(plugin)


def _try_reader(reader: Any) -> None:
    assert isinstance(reader.name, str)
    assert isinstance(reader.accepts(b"", "nothing.unheard-of"), bool)


def _try_dialect(dialect: Any) -> None:
    for text in ("", "Ten years [S1]. See [2] and ->3.", *_ODD):
        for marker in dialect.find(text):
            assert isinstance(marker, Marker)
            assert marker.span.end <= len(text)
            assert marker.numbers or marker.names or marker.problem


def _try_provider(provider: Any) -> None:
    for data in (None, [], {}, "", {"unheard": {"of": 1}}, [{"unheard": "of"}]):
        assert not provider.fits(data)


def _try_style(style: Any) -> None:
    with CitationEngine(":memory:", judge="none") as engine:
        source = engine.add_text("Ten years.", name="Act")
    entry = style.entry(source, Locator(page=2))
    assert isinstance(entry, str)
    assert entry in style.bibliography([entry])
    assert isinstance(style.bibliography([]), str)


def _try_output(output: Any) -> None:
    assert isinstance(output.render([], Options()), str)


_PORTS: Mapping[str, tuple[type, Callable[[Any], object]]] = {
    "readers": (Reader, _try_reader),
    "dialects": (Dialect, _try_dialect),
    "outputs": (Output, _try_output),
    "providers": (Provider, _try_provider),
    "extractors": (Extractor, lambda extractor: ExtractorRegistry([extractor])),
    "judges": (Judge, lambda judge: _answers(judge, ())),
    "styles": (Style, _try_style),
    "stores": (StoreScheme, lambda _: None),
}


def _answers(judge: Judge, questions: Sequence[Question]) -> list[Judgement] | None:
    """What a judge answers, checked for form; None where it says that it cannot."""
    try:
        answers = list(judge.judge(questions))
    except JudgeError:
        return None
    assert len(answers) == len(questions)
    for answer in answers:
        assert isinstance(answer, Judgement)
        assert isinstance(answer.support, Support)
        assert answer.confidence is None or 0 <= answer.confidence <= 1
    return answers
