"""For tests of code that uses the engine: a judge that says what it is told."""

from collections.abc import Callable, Sequence

from citation_engine.errors import JudgeUnavailable
from citation_engine.model.verdict import JudgeIdentity, Judgement, Support
from citation_engine.ports import Question

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

    def _say(self, question: Question) -> Support:
        answer = self.answer(question) if callable(self.answer) else self.answer
        return Support(answer)
