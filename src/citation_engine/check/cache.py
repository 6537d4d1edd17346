"""What is kept in files that can be deleted at any time: readings, verdicts and judgements."""

import hashlib
import json
import logging
import os
import secrets
import tempfile
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from citation_engine import plugins
from citation_engine.hashing import sha256_hex
from citation_engine.model.passage import Layout, Stretch, Value
from citation_engine.model.source import Source
from citation_engine.model.verdict import Judgement, Verdict
from citation_engine.ports import Judge, Library, Question, ReadText, is_lasting
from citation_engine.version import VERSION

if TYPE_CHECKING:
    from citation_engine.search.indexing import ChunkedText

_log = logging.getLogger(__name__)

# Bytes of all files of a kind together.
READINGS_BYTES = 512 * 1024**2
# Raise it whenever the files of readings are written otherwise.
READINGS_VERSION = 1
# Characters from which on it is quicker to read an index than to make it.
LEAST_INDEXED = 5_000
# Raise it whenever a verdict on the same words may come out otherwise, or is kept otherwise: what
# finds passages, the guards, what is proposed instead. A judge has a version of its own.
VERDICTS_VERSION = 14
VERDICTS_BYTES = 256 * 1024**2
# Characters of one sheet of verdicts; what was used longest ago goes first.
SHEET_CHARACTERS = 64 * 1024**2
_FIELDS = ("text", "media_type", "reader", "reader_version", "encoding")
_DIGEST = 32
_UNFINISHED = ".unfinished-"
_LEFT_OVER_SECONDS = 3_600


class CacheFolder:
    """
    The files of one folder with one ending; the folder is made when the first one is written.

    No failure to read or write one is an error: what is not there is made anew. The files used
    longest ago go first, where all of them together have more than `most_bytes`.
    """

    def __init__(self, folder: Path, ending: str, most_bytes: int) -> None:
        self.folder = folder
        self._ending = ending
        self._most_bytes = most_bytes

    def path(self, name: str) -> Path:
        """Where the file of that name is, or would be."""
        return self.folder / f"{name}{self._ending}"

    def read(self, name: str) -> bytes | None:
        """The bytes of a file, or None."""
        try:
            data = self.path(name).read_bytes()
        except OSError:
            return None
        self.used(name)
        return data

    def used(self, name: str) -> None:
        """Note that a file was used just now."""
        try:
            os.utime(self.path(name))
        except OSError:
            return

    def names(self, beginning: str) -> list[str]:
        """The names of the files that begin so, in no order."""
        found = self.folder.glob(f"{beginning}*{self._ending}")
        return [path.name.removesuffix(self._ending) for path in found]

    def write(self, name: str, parts: Iterable[bytes]) -> bool:
        """Write a file, at once or not at all, readable by the user alone; say if it is there."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._make_room()
            with tempfile.NamedTemporaryFile(
                dir=self.folder, prefix=_UNFINISHED, delete=False
            ) as file:
                for part in parts:
                    file.write(part)
            Path(file.name).replace(self.path(name))
        except OSError as error:
            _log.debug("The file %s cannot be written: %s", self.path(name), error)
            return False
        return True

    def erase(self, beginning: str = "") -> int:
        """
        Delete the files whose names begin so, and return how many there were.

        Raises `OSError` where one is there and cannot be deleted: the words would stay.
        """
        found = list(self.folder.glob(f"{beginning}*{self._ending}"))
        if not beginning:
            found += self.folder.glob(f"{_UNFINISHED}*")
        for path in found:
            path.unlink(missing_ok=True)
        return len(found)

    def _make_room(self) -> None:
        """Delete what was used longest ago, where there is too much, and what was left over."""
        total = 0
        for _, size, path in sorted(_sizes(self.folder.glob(f"*{self._ending}")), reverse=True):
            total += size
            if total > self._most_bytes:
                path.unlink(missing_ok=True)
        for used, _, path in _sizes(self.folder.glob(f"{_UNFINISHED}*")):
            if used < time.time() - _LEFT_OVER_SECONDS:
                path.unlink(missing_ok=True)


def _sizes(paths: Iterable[Path]) -> Iterator[tuple[float, int, Path]]:
    for path in paths:
        try:
            status = path.stat()
        except OSError:
            continue
        yield status.st_mtime, status.st_size, path


class KeptReadings:
    """
    The readings of one folder, by the hash of the document and the reader's name and version.

    They have the words of the documents in them, and can be deleted at any time.
    """

    def __init__(self, folder: Path, most_bytes: int = READINGS_BYTES) -> None:
        self._files = CacheFolder(folder, ".reading", most_bytes)

    def get(self, data: bytes, reader: str, version: str) -> ReadText | None:
        """What this reader made of these bytes, if that was kept."""
        kept = self._files.read(_name(data, reader, version))
        if kept is None or hashlib.sha256(kept[_DIGEST:]).digest() != kept[:_DIGEST]:
            return None
        return _unpacked(kept[_DIGEST:])

    def put(self, data: bytes, reader: str, version: str, read: ReadText) -> None:
        """Keep what a reader made of these bytes."""
        packed = _packed(read)
        self._files.write(_name(data, reader, version), (hashlib.sha256(packed).digest(), packed))

    def erase(self, original_sha256: str) -> int:
        """Delete what was read from a document; `OSError` where that cannot be done."""
        return self._files.erase(original_sha256)


def _name(data: bytes, reader: str, version: str) -> str:
    asked = json.dumps([READINGS_VERSION, reader, version])
    return f"{sha256_hex(data)}.{sha256_hex(asked)[:16]}"


def _packed(read: ReadText) -> bytes:
    facts: dict[str, Any] = {name: getattr(read, name) for name in _FIELDS}
    facts |= {"metadata": dict(read.metadata), "layout": read.layout.model_dump(mode="json")}
    head = json.dumps(facts).encode()
    body = len(head).to_bytes(8, "big") + head
    if read.geometry is not None:
        body += read.geometry
    return bytes([read.geometry is not None]) + zlib.compress(body, 1)


def _unpacked(packed: bytes) -> ReadText:
    body = zlib.decompress(packed[1:])
    end = 8 + int.from_bytes(body[:8], "big")
    facts = json.loads(body[8:end])
    facts["layout"] = Layout.model_validate(facts["layout"])
    return ReadText(**facts, geometry=body[end:] if packed[0] else None)


class KeptIndexes:
    """What a search made of the texts of one folder, by the hash of each text."""

    def __init__(self, folder: Path, most_bytes: int = READINGS_BYTES) -> None:
        self._files = CacheFolder(folder, ".words", most_bytes)

    def prepared(self, text: str) -> "ChunkedText":
        """The text with its pieces and its sketch, made where they were not kept."""
        # Where a whole result is kept, nothing is searched.
        from citation_engine.search.indexing import INDEX_VERSION, ChunkedText
        from citation_engine.search.likeness import SKETCH_VERSION

        if len(text) < LEAST_INDEXED:
            return ChunkedText(text)
        name = f"{sha256_hex(text)}.{INDEX_VERSION}-{SKETCH_VERSION}"
        kept = self._files.read(name)
        if kept is not None and hashlib.sha256(kept[_DIGEST:]).digest() == kept[:_DIGEST]:
            return ChunkedText.unpacked(text, zlib.decompress(kept[_DIGEST:]))
        made = ChunkedText(text)
        packed = zlib.compress(made.packed(), 1)
        self._files.write(name, (hashlib.sha256(packed).digest(), packed))
        return made

    def erase(self, text_sha256: str) -> int:
        """Delete what was made of a text; `OSError` where that cannot be done."""
        return self._files.erase(text_sha256)


V = TypeVar("V", bound=Value)


class KeptVerdicts:
    """
    What was said of claims that cite the same sources, by one judge: sheets in the cache folder.

    Who writes puts what the sheets say on a sheet of its own, and takes away those that it read.
    So several processes can write at once, and none takes away what another one wrote.

    A verdict is known by the claim and by every word of every source, since any of them may have
    decided which passage was found. A judgement is known by the claim and the passage, so it
    still holds where only other words of a source changed. Nothing that came of a failure is kept.

    `whole` says that the library is all that was searched, so that it can be known by its sources.
    """

    def __init__(
        self,
        folder: Path,
        library: Library,
        judge: Judge,
        *,
        whole: bool,
        most_characters: int = SHEET_CHARACTERS,
    ) -> None:
        self._files = CacheFolder(folder, ".verdicts", VERDICTS_BYTES)
        self._most_characters = most_characters
        sources = library.sources
        judged_by = [judge.identity.model_dump(mode="json"), plugins.installed("judges")]
        where = [source.identifier for source in sources]
        self._name = sha256_hex(json.dumps([VERDICTS_VERSION, VERSION, judged_by, where]))
        # A judge without a version cannot say that it answers as before.
        self._known = self._read()[0] if judge.identity.version else None
        self._library = [_facts_of(one, library) for one in sources] if whole else None
        self._used: dict[str, str] = {}
        self._failed = self._changed = False
        self.judge: Judge = judge if self._known is None else _KeptJudge(judge, self)

    def verdict(self, asked: Sequence[object]) -> Verdict | None:
        """The verdict on what is asked, where the same was asked of the same sources before."""
        return self._get(self._verdict_key(asked), Verdict)

    def keep_verdict(self, asked: Sequence[object], verdict: Verdict) -> None:
        """Keep a verdict, unless the judge failed to answer anything so far."""
        if not self._failed:
            self._put(self._verdict_key(asked), verdict)

    def judgement(self, question: Question) -> Judgement | None:
        """The judgement on the same claim and the same words, wherever they stand now."""
        kept = self._get(_question_key(question), Judgement)
        if kept is None or kept.relied_on is None:
            return kept
        passage, words = question.passage, kept.relied_on.text
        at = f"{passage.before}{passage.text}{passage.after}".find(words)
        place = passage.place_of(at, at + len(words))
        relied = Stretch(start=place.start, end=place.end, text=words) if at >= 0 else None
        return kept.model_copy(update={"relied_on": relied})

    def keep_judgement(self, question: Question, judgement: Judgement) -> None:
        """Keep a judgement."""
        self._put(_question_key(question), judgement)

    def note_failure(self) -> None:
        """Note that the judge may answer otherwise next time: from here on no verdict is kept."""
        self._failed = True

    def write(self) -> None:
        """Write the sheet: what was used now last, before it what others wrote in the meantime."""
        if self._known is None or not self._changed:
            return
        used = self._used
        known, sheets = self._read()
        earlier = {key: kept for key, kept in known.items() if key not in used}
        room = self._most_characters - sum(map(len, used.values()))
        while earlier and sum(map(len, earlier.values())) > max(room, 0):
            for key in list(earlier)[: len(earlier) // 2 + 1]:
                del earlier[key]
        packed = zlib.compress(json.dumps(earlier | used).encode(), 1)
        own = f"{self._name}.{secrets.token_hex(8)}"
        if self._files.write(own, (hashlib.sha256(packed).digest(), packed)):
            for sheet in sheets:
                with suppress(OSError):  # What stays is read again, and says the same.
                    self._files.path(sheet).unlink()
        self._changed = False

    def _read(self) -> tuple[dict[str, str], list[str]]:
        """What the sheets say, and their names."""
        found: dict[str, str] = {}
        sheets = []
        for name in self._files.names(self._name):
            kept = self._files.read(name)
            if kept is not None:
                sheets.append(name)
                if hashlib.sha256(kept[_DIGEST:]).digest() == kept[:_DIGEST]:
                    found |= json.loads(zlib.decompress(kept[_DIGEST:]))
        return found, sheets

    def _get(self, key: str | None, kind: type[V]) -> V | None:
        if key is None or self._known is None:
            return None
        kept = self._used.get(key) or self._known.get(key)
        if kept is None:
            return None
        self._used[key] = kept
        return kind.model_validate_json(kept)

    def _put(self, key: str | None, value: Value) -> None:
        if key is not None and self._known is not None:
            self._used[key] = value.model_dump_json()
            self._changed = True

    def _verdict_key(self, asked: Sequence[object]) -> str | None:
        if self._library is None:
            return None
        return sha256_hex(json.dumps(["verdict", asked, self._library], default=_dumped))


class _KeptJudge:
    """A judge that is asked only what it was not asked before."""

    def __init__(self, judge: Judge, kept: KeptVerdicts) -> None:
        self._judge, self._kept = judge, kept
        self.identity = judge.identity
        self.in_process = getattr(judge, "in_process", False)

    def judge(self, questions: Sequence[Question]) -> list[Judgement]:
        """One judgement for each question, in order; what is wrong with the answers stays so."""
        known = [self._kept.judgement(question) for question in questions]
        asked = [one for one, found in zip(questions, known, strict=True) if found is None]
        if not asked:
            return [found for found in known if found is not None]
        try:
            answers = list(self._judge.judge(asked))
        except Exception:
            self._kept.note_failure()
            raise
        if len(answers) != len(asked):
            self._kept.note_failure()
            return []
        for question, answer in zip(asked, answers, strict=True):
            if isinstance(answer, Judgement) and is_lasting(self._judge, answer):
                self._kept.keep_judgement(question, answer)
            else:
                self._kept.note_failure()
        new = iter(answers)
        return [next(new) if found is None else found for found in known]


def _facts_of(source: Source, library: Library) -> list[object]:
    """All that a source is known by, and a hash of its words and of what they were read from."""
    told = source.model_dump(mode="json", exclude={"created_at", "entry_id"})
    words = library.snapshot(source)
    if words is None:
        return [told]
    read = [words.media_type, words.reader, words.reader_version, words.redacted]
    return [told, words.text_sha256, words.original_sha256, *read]


def _question_key(question: Question) -> str:
    passage = question.passage
    words = [passage.before, passage.text, passage.after, passage.section, passage.page]
    languages = [question.language, question.claim_language]
    return sha256_hex(json.dumps(["judgement", question.claim, *languages, *words]))


def _dumped(value: object) -> object:
    return value.model_dump(mode="json") if isinstance(value, Value) else str(value)
