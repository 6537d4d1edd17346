"""
The judge that asks a language model.

The model reads the claim, the passage and a little around it, never the agent's reasoning nor the
whole source. What it says about words that are not in the source changes nothing: they were looked
for before it was asked.
"""

import json
import logging
import re
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from citation_engine.display import one_line
from citation_engine.errors import InvalidSetting, JudgeError, JudgeUnavailable
from citation_engine.hashing import sha256_hex
from citation_engine.model.verdict import JudgeIdentity, Judgement, Support
from citation_engine.ports import Question, Reply
from citation_engine.verify.judges.chat_models import as_language_model, is_chat_model
from citation_engine.verify.judges.prompts import (
    LONGEST_REASON,
    VERDICTS,
    ids_for,
    messages_for,
    prompt_hash,
    schema_for,
)
from citation_engine.verify.judges.usage import Meter, Price, Usage

MOST_REMEMBERED = 10_000
_SAYS = "The model says: "


class RecentJudgements:
    """Keeps the judgements used last, in memory; one instance serves any number of threads."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        self._most = most
        self._kept: OrderedDict[str, Judgement] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> Judgement | None:
        """The judgement kept under a key."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: str, judgement: Judgement) -> None:
        """Keep a judgement, and forget the one unused for longest when there are too many."""
        with self._lock:
            self._kept[key] = judgement
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


def key_of(question: Question, identity: JudgeIdentity) -> str:
    """Return what a judgement is kept under: everything it depends on, and nothing else."""
    passage = question.passage
    parts = [question.claim, passage.before, passage.text, passage.after]
    who = [identity.name, identity.version, identity.model, identity.prompt_hash]
    return sha256_hex(json.dumps([*parts, *who]))


_THOUGHTS = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_MOST_STARTS = 50


class ModelAnswer(NamedTuple):
    """A judgement, and whether the model gave it: what was left out may be asked for again."""

    judgement: Judgement
    given: bool = False


class Unreadable(ValueError):
    """The answer as a whole is not what was asked for."""


def read_answers(text: str, ids: Sequence[str]) -> list[ModelAnswer]:
    """Return one answer for each question by its id, or raise `Unreadable`."""
    entries = [entry for entry in _verdicts(text) if isinstance(entry, dict)]
    if not entries:
        raise Unreadable("The model's answer has no verdicts.")
    times = Counter(_id_of(entry) for entry in entries)
    by_id = {_id_of(entry): entry for entry in entries}
    return [_answer(by_id.get(id), times[id]) for id in ids]


def undecided(reason: str) -> ModelAnswer:
    """Return the answer to a question that the model gave none to."""
    return ModelAnswer(Judgement(support=Support.UNDECIDED, reason=reason))


def _answer(entry: dict[str, Any] | None, times: int) -> ModelAnswer:
    if entry is None:
        return undecided("The model left this question out.")
    if times > 1:
        return undecided("The model answered this question more than once.")
    said = entry.get("verdict")
    if not isinstance(said, str) or said not in {one.value for one in VERDICTS}:
        return undecided("The model gave none of the verdicts it was asked for.")
    reason = entry.get("reason")
    shown = one_line(reason, LONGEST_REASON) if isinstance(reason, str) else ""
    reason = f"{_SAYS}{shown}" if shown else ""
    return ModelAnswer(Judgement(support=Support(said), reason=reason), given=True)


def _id_of(entry: dict[str, Any]) -> str:
    id = entry.get("id")
    return str(id) if isinstance(id, str) or type(id) is int else ""


def _verdicts(text: str) -> list[Any]:
    """The list of verdicts in the one object of the answer that has such a list."""
    found = [o["verdicts"] for o in _objects(text) if isinstance(o.get("verdicts"), list)]
    if len(found) != 1:
        kind = "several lists" if found else "no list"
        raise Unreadable(f"The model's answer has {kind} of verdicts.")
    return list(found[0])


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects in an answer: the answer itself, or those that stand in its prose."""
    text = _THOUGHTS.sub("", text)
    decoder = json.JSONDecoder()
    at, starts = text.find("{"), 0
    while at >= 0 and starts < _MOST_STARTS:
        starts += 1
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
        else:
            yield value
        at = text.find("{", at)


log = logging.getLogger(__name__)

# Part of the identity: raise it whenever an answer may come out otherwise.
VERSION = "2"

# Characters of claims and passages that go into one call, and the most of one question.
MOST_IN_A_CALL = 24_000
MOST_IN_A_QUESTION = 60_000
TOKENS_PER_ANSWER = 360
TOKENS_AROUND = 60


class LlmJudge:
    """
    Asks a language model whether passages carry claims; one instance serves any number of threads.

    Args:
        model: A `LanguageModel`, or any chat model with `invoke`, such as LangChain's.
        batch: How many questions go into one call, all about one source: a page with instructions
            in it is never read beside passages of another.
        memory: Where judgements are kept; by default in this process.
        price: What a million tokens cost, to count money as well.
        seconds: How long a framework's chat model may take. A `LanguageModel` keeps its own time.
        tell: Called before every call, so that somebody can say where words are about to go.

    """

    def __init__(
        self,
        model: Any,
        *,
        batch: int = 8,
        memory: RecentJudgements | None = None,
        price: Price | None = None,
        seconds: float = 60,
        tell: Callable[[], None] = lambda: None,
    ) -> None:
        if not is_chat_model(model):
            raise InvalidSetting(
                f"A {type(model).__name__} is not a language model.",
                fix="Give a chat model with `invoke`, or an object like "
                "`citation_engine.ports.LanguageModel`.",
            )
        self._model = as_language_model(model, seconds=seconds)
        self._batch = max(1, batch)
        self._memory = memory or RecentJudgements()
        self._meter = Meter(price)
        self._tell = tell
        # A short hash, because the address of a server may be nobody else's business.
        server = getattr(self._model, "server", "")
        version = f"{VERSION}.{sha256_hex(server)[:12]}" if server else VERSION
        self._identity = JudgeIdentity(
            name="llm", version=version, model=self._model.name, prompt_hash=prompt_hash()
        )

    @property
    def identity(self) -> JudgeIdentity:
        """The model, and short hashes of its server's address and of the words it is asked with."""
        return self._identity

    @property
    def usage(self) -> Usage:
        """Calls, tokens and cost so far."""
        return self._meter.usage

    def is_lasting(self, judgement: Judgement) -> bool:
        """Whether the model itself said this: what it left out may be asked for again."""
        return judgement.support is not Support.UNDECIDED or judgement.reason.startswith(_SAYS)

    def judge(self, questions: Sequence[Question]) -> list[Judgement]:
        """
        One judgement for each question, in order.

        Where the model answers some calls and not others, the unanswered are `unreachable`.
        """
        keys = [key_of(question, self._identity) for question in questions]
        found = {key: kept for key in dict.fromkeys(keys) if (kept := self._memory.get(key))}
        self._meter.asked(len(questions), sum(key in found for key in keys))
        missing = {k: q for k, q in zip(keys, questions, strict=True) if k not in found}
        found.update(self._ask_all(missing, answered=bool(found)))
        return [found[key] for key in keys]

    def _ask_all(self, missing: Mapping[str, Question], *, answered: bool) -> dict[str, Judgement]:
        found: dict[str, Judgement] = {}
        failure: JudgeError | None = None
        waiting = deque(self._calls(missing))
        while waiting and failure is None:
            keys = waiting.popleft()
            try:
                answers = self._ask([missing[key] for key in keys])
            except JudgeError as error:
                waiting.appendleft(keys)
                if len(keys) == 1:
                    failure = error
                # A slow server or a small one may manage one question where several are too much.
                waiting = deque([key] for keys in waiting for key in keys)
            except Unreadable as error:
                log.debug("An answer to %s questions cannot be used: %s", len(keys), error)
                # One of several may be what the model stumbles over, so each is asked by itself.
                waiting.extendleft([key] for key in reversed(keys) if len(keys) > 1)
                found.update({key: _unreachable(str(error)) for key in keys})
            else:
                found.update(self._kept(keys, answers))
                answered = True
                left_out = [k for k, a in zip(keys, answers, strict=True) if not a.given]
                waiting.extend([key] for key in left_out if len(keys) > 1)
        if failure is not None:
            # The others are not tried: each would wait just as long.
            found.update({key: _unreachable(failure.message) for keys in waiting for key in keys})
            if not answered:
                raise failure
        return found

    def _kept(
        self, keys: Sequence[str], answers: Sequence[ModelAnswer]
    ) -> Iterator[tuple[str, Judgement]]:
        for key, answer in zip(keys, answers, strict=True):
            if answer.given:
                self._memory.put(key, answer.judgement)
            yield key, answer.judgement

    def _calls(self, missing: Mapping[str, Question]) -> Iterator[list[str]]:
        """The questions in groups that go into one call each: of one source, and not too long."""
        groups: dict[object, list[str]] = {}
        sizes: Counter[object] = Counter()
        for key, question in missing.items():
            origin = _origin(question)
            group, length = groups.setdefault(origin, []), _length(question)
            if group and (len(group) == self._batch or sizes[origin] + length > MOST_IN_A_CALL):
                yield groups.pop(origin)
                group, sizes[origin] = groups.setdefault(origin, []), 0
            group.append(key)
            sizes[origin] += length
        yield from groups.values()

    def _ask(self, questions: Sequence[Question]) -> list[ModelAnswer]:
        """The answers of one call."""
        if _length(questions[0]) > MOST_IN_A_QUESTION:
            return [undecided("The passage is too long for the model.")]
        reply = self._reply(questions)
        self._meter.answered(reply)
        if reply.refused and len(questions) > 1:
            raise Unreadable("The model declined to answer.")
        if reply.refused:
            return [undecided("The model declined to answer.")]
        return read_answers(reply.text, ids_for(questions))

    def _reply(self, questions: Sequence[Question]) -> Reply:
        self._tell()
        try:
            return self._model.complete(
                messages_for(questions),
                schema=schema_for(ids_for(questions)),
                most_tokens=TOKENS_AROUND + TOKENS_PER_ANSWER * len(questions),
            )
        except JudgeError:
            raise
        except Exception as error:
            kind = type(error).__name__
            raise JudgeUnavailable(f"The model {self._model.name} failed with {kind}.") from error


def _origin(question: Question) -> object:
    """What questions of one call have in common: the source or, where none is named, the words."""
    return question.passage.text if question.source is None else question.source


def _length(question: Question) -> int:
    passage = question.passage
    return sum(map(len, (question.claim, passage.before, passage.text, passage.after)))


def _unreachable(reason: str) -> Judgement:
    return Judgement(support=Support.UNREACHABLE, reason=reason)
