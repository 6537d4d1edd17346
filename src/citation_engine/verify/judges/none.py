"""The judge that does not judge."""

from collections.abc import Sequence

from citation_engine.model.verdict import JudgeIdentity, Judgement, Support
from citation_engine.ports import Question


class NoJudge:
    """Leaves every question open, so that nothing is called verified that nobody judged."""

    identity = JudgeIdentity(name="none", version="1")

    def judge(self, questions: Sequence[Question]) -> list[Judgement]:
        """`not_judged`, once for each question."""
        return [Judgement(support=Support.NOT_JUDGED) for _ in questions]
