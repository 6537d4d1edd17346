"""
Verify a proof bundle (format citation-engine-bundle/1) without trusting whoever made it.

    python verify_bundle.py BUNDLE.zip --key VKEY [--against CHECKPOINT_FILE ...] [--json]

Needs only Python 3.8. Get this file, the key and older checkpoints from elsewhere than the bundle.
Exit status: 0 clean, 1 tampered or damaged, 2 misuse, 3 incomplete or could not run.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import hmac
import io
import json
import re
import sys
import zipfile
from base64 import b64decode, b64encode
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

FORMAT = "citation-engine-bundle/1"
MEMBERS = ("manifest.json", "checkpoint", "entries.jsonl", "contents.jsonl", "consistency.jsonl")
MAX_MEMBERS, MAX_MEMBER, MAX_TOTAL = 100_000, 256 << 20, 2 << 30
MAX_RATIO, RATIO_FREE, MAX_NOTE = 1000, 1 << 20, 1 << 18
SAFE_NAME = re.compile(r"(?!\.)[\w.-]+(/(?!\.)[\w.-]+)*", re.ASCII)
NOTE = r"(([^\x00-\x1f]+)\n(0|[1-9][0-9]{0,18})\n(\S+)\n)\n((?:\u2014 [^\s\x00-\x1f+]+ \S+\n)+)"
INCOMPLETE = {"format", "incomparable", "missing", "not_run"}
NOWHERE = (b"nowhere", b"nowhere")  # equal to no root
Key = namedtuple("Key", "name id public")
Checkpoint = namedtuple("Checkpoint", "origin size root problem")
NO_CHECKPOINT = Checkpoint("", 1 << 63, b"", "missing")

P = 2**255 - 19  # Ed25519 as in RFC 8032 section 5.1; points are (X, Y, Z, T)
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def _add(a: Sequence[int], b: Sequence[int]) -> Sequence[int]:
    e, f = (a[1] - a[0]) * (b[1] - b[0]), (a[1] + a[0]) * (b[1] + b[0])
    g, h = 2 * a[3] * b[3] * D, 2 * a[2] * b[2]
    i, j, k, m = f - e, h - g, h + g, f + e
    return i * j % P, k * m % P, j * k % P, i * m % P


def _times(factor: int, point: Sequence[int]) -> Sequence[int]:
    result: Sequence[int] = (0, 1, 1, 0)
    while factor:
        result = _add(result, point) if factor & 1 else result
        point, factor = _add(point, point), factor >> 1
    return result


def _decode_point(data: bytes) -> Sequence[int]:
    sign, y = divmod(int.from_bytes(data, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if (x * x - square) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    if len(data) != 32 or y >= P or (x * x - square) % P or (x == 0 and sign):
        raise ValueError("not a point on the curve")
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


def ed25519_verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Tell if the signature is good; keys of small order and non-canonical values never are."""
    (x, y, z, t), base = _decode_point(public), _decode_point(b"\x58" + b"\x66" * 31)
    s = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or s >= ORDER or _times(8, (x, y, z, t))[0] == 0:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little")
    point = _add(_times(s, base), _times(k % ORDER, (P - x, y, z, P - t)))
    x, y = (value * pow(point[2], -1, P) % P for value in point[:2])
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def root_of(level: Sequence[bytes]) -> bytes:
    """Return the RFC 6962 root over leaf hashes: join pairs, carry an odd last one up."""
    while len(level) > 1:
        pairs = [level[at : at + 2] for at in range(0, len(level), 2)]
        level = [_hash(b"\x01", *pair) if len(pair) == 2 else pair[0] for pair in pairs]
    return level[0] if level else _hash()


def _climb(index: int, last: int, start: bytes, proof: Sequence[bytes]) -> tuple[bytes, bytes]:
    """Return the hashes reached with only the left and with all siblings (RFC 9162, 2.1)."""
    old = new = start
    for sibling in proof:
        if last == 0:
            return NOWHERE
        if index & 1 or index == last:
            old, new = _hash(b"\x01", sibling, old), _hash(b"\x01", sibling, new)
            while index and not index & 1:
                index, last = index >> 1, last >> 1
        else:
            new = _hash(b"\x01", new, sibling)
        index, last = index >> 1, last >> 1
    return (old, new) if last == 0 else NOWHERE


def verify_inclusion(index: int, leaf: bytes, proof: Sequence[bytes], log: Checkpoint) -> bool:
    """Tell if the proof shows that the leaf hash stands at this index in the log."""
    return 0 <= index < log.size and bool(_climb(index, log.size - 1, leaf, proof)[1] == log.root)


def verify_consistency(old: Checkpoint, new: Checkpoint, proof: Sequence[bytes]) -> bool:
    """Tell if the proof shows that the new log begins with all entries of the old one."""
    if old.size in (0, new.size):
        return not proof and bool(old.root == (new.root if old.size else _hash()))
    start, *rest = [*([] if old.size & (old.size - 1) else [old.root]), *proof] or [b""]
    index, last = old.size - 1, new.size - 1
    while index & 1:
        index, last = index >> 1, last >> 1
    return old.size < new.size and _climb(index, last, start, rest) == (old.root, new.root)


def parse_key(text: str) -> Key:
    """Return the key from its text form `name+id+base64`."""
    name, key_id, encoded = [*text.strip().split("+", 2), "", ""][:3]
    typed = _unbase64(encoded, 33)
    key = Key(name, _hash(name.encode(), b"\n", typed)[:4], typed[1:])
    _decode_point(key.public)
    if not re.fullmatch(r"\S+", name) or typed[:1] != b"\x01" or key.id.hex() != key_id:
        raise ValueError("its parts do not fit together")
    return key


def parse_note(data: bytes, key: Key) -> Checkpoint:
    """Return the checkpoint in a signed note; a signature that fails is told in `problem`."""
    match = re.fullmatch(NOTE, data.decode("utf-8")) if len(data) <= MAX_NOTE else None
    if not match:
        raise ValueError("it is not a signed note with origin, size and root")
    text, origin, size, root, lines = match.groups()
    signed = [(name, _unbase64(blob)) for name, blob in re.findall(r"(\S+) (\S+)\n", lines)]
    ours = [blob[4:] for name, blob in signed if (name, blob[:4]) == (key.name, key.id)]
    good = [ed25519_verify(key.public, text.encode(), signature) for signature in ours]
    problem = "" if good and all(good) else "false" if good else "missing"
    return Checkpoint(origin, int(size), _unbase64(root, 32), problem)


def _parse_json(data: bytes) -> Any:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a name stands twice in one object")
        return dict(pairs)

    return json.loads(data.decode("utf-8"), object_pairs_hook=unique)


def _take(row: Any, name: str, kind: type) -> Any:
    value = row.get(name) if type(row) is dict else None
    if type(value) is not kind:
        raise ValueError(f"{_show(name)} is missing or is no {kind.__name__}")
    return value


def _unbase64(text: Any, length: int = -1) -> bytes:
    data = b64decode(text.encode("ascii"), validate=True) if type(text) is str else b""
    if b64encode(data).decode() != text or length not in (-1, len(data)):
        raise ValueError("a value is not base64 of the right length")
    return data


def _show(value: Any) -> str:
    return ascii(str(value)[:120])[1:-1]  # untrusted text must do nothing to a terminal


class Report:
    """One verification: what it has read so far, and everything it found wrong."""

    def __init__(self, key: Key) -> None:
        self.key, self.log, self.last_time = key, NO_CHECKPOINT, ""
        self.project: str | None = None
        self.findings: list[dict[str, Any]] = []
        self.members: dict[str, bytes] = {}
        self.leaves: dict[int, bytes] = {}
        self.unproven: list[int] = []
        self.proofs: dict[int, list[bytes]] = {}
        self.entry_ids: set[str] = set()
        self.commitments: dict[tuple[str, str], tuple[int, Any]] = {}
        self.contents: set[tuple[str, str]] = set()
        self.entries = self.contents_checked = self.contents_absent = 0

    def add(self, kind: str, message: str, index: Any = None, entry_id: Any = None) -> None:
        """Note one finding with its place."""
        place = {"index": index if type(index) is int else None, "entry_id": entry_id}
        self.findings.append({"kind": kind, **place, "message": message})

    @property
    def status(self) -> str:
        """The worst of it, in one word."""
        kinds = {finding["kind"] for finding in self.findings}
        return "tampered" if kinds - INCOMPLETE else "incomplete" if kinds else "clean"

    def as_json(self) -> str:
        """The report for machines."""
        names = ("status", "findings", "entries", "contents_checked", "contents_absent")
        return json.dumps({name: getattr(self, name) for name in names}, indent=2)

    def as_text(self) -> str:
        """The report for people."""
        text = f"{self.status.upper()}: {len(self.findings)} findings in {self.entries} entries"
        if not self.findings:
            text = f"{self.entries} entries, all in the log signed by {_show(self.key.name)}"
            text += f" (size {self.log.size}), the last of {self.last_time}"
        text += f"; {self.contents_checked} contents checked, {self.contents_absent} withheld."
        for item in self.findings:
            place = "" if item["index"] is None else f" at entry {item['index']}"
            place += f" ({_show(item['entry_id'])})" if item["entry_id"] else ""
            text += f"\n- {item['kind']}{place}: {item['message']}"
        return text

    @contextlib.contextmanager
    def _reading(self, place: str, index: Any = None, kind: str = "unreadable") -> Iterator[None]:
        """Turn whatever hostile data makes our readers raise into a finding."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - zipfile and json raise all kinds
            self.add(kind, f"{place}: {_show(error)}", index)

    def each(self, name: str, keys: str, check: Callable[[str, dict[str, Any]], None]) -> None:
        """Hand each line of a member to `check`, if it is an object with no other keys."""
        for number, line in enumerate(io.BytesIO(self.members.get(name, b"")), 1):
            place = f"{name} line {number}"
            with self._reading(place):
                row = _parse_json(line)
                if type(row) is not dict or not set(row) <= set(keys.split()):
                    raise ValueError(f"it is no object with only {keys}")
                with self._reading(place, row.get("index")):
                    check(place, row)

    def read(self, bundle: IO[bytes]) -> None:
        """Unpack the members we know, within limits, after a look at all of them."""
        with self._reading("the zip file"), zipfile.ZipFile(bundle) as archive:
            infos = archive.infolist()
            if len(infos) > MAX_MEMBERS or sum(info.file_size for info in infos) > MAX_TOTAL:
                raise ValueError("it has too many members or too many bytes")
            for info in infos:
                name, limit = info.filename, RATIO_FREE + MAX_RATIO * info.compress_size
                dense = info.file_size > min(limit, MAX_MEMBER) or info.compress_type not in (0, 8)
                if not SAFE_NAME.fullmatch(name) or name in self.members or dense:
                    self.add("unsafe", f"{_show(name)}: a bad or repeated name, size or packing.")
                elif name in MEMBERS:
                    with self._reading(name), archive.open(info) as file:
                        self.members[name] = file.read(MAX_MEMBER)

    def check_head(self) -> None:
        """Check who signed the checkpoint, and that the unsigned manifest agrees with it."""
        with self._reading("checkpoint"):
            self.log = parse_note(self.members.get("checkpoint", b""), self.key)
            if self.log.problem:
                self.add("signature", f"The signature by the given key is {self.log.problem}.")
            if self.log.origin != self.key.name:
                self.add("origin", f"The checkpoint is of the log {_show(self.log.origin)}.")
        with self._reading("manifest.json"):
            manifest = _parse_json(self.members.get("manifest.json", b""))
            self.project = _take(manifest, "project", str)
            signed = {"origin": self.log.origin, "size": self.log.size} if self.log.root else {}
            for name, value in {"format": FORMAT, **signed}.items():
                if _take(manifest, name, type(value)) != value:
                    self.add(name, f"manifest.json does not say {name} {_show(value)}.")

    def check_entry(self, place: str, row: dict[str, Any]) -> None:
        """Check one line of entries: its body, its index and its proof."""
        self.entries += 1
        index, body = _take(row, "index", int), _unbase64(row.get("body"))
        entry_id, leaf = self._check_body(index, body), _hash(b"\x00", body)
        if not 0 <= index < self.log.size:
            self.add("index", f"The log has only {self.log.size} entries.", index, entry_id)
            return
        if index in self.leaves:
            self.add("duplicate", f"{place}: this index was there before.", index, entry_id)
        elif self.leaves and index < next(reversed(self.leaves)):
            self.add("order", f"{place}: a later entry stands before it.", index, entry_id)
        self.leaves.setdefault(index, leaf)
        proof = [_unbase64(item, 32) for item in _take({"proof": [], **row}, "proof", list)]
        if "proof" not in row:
            self.unproven.append(index)
        elif not verify_inclusion(index, leaf, proof, self.log):
            self.add("inclusion", "Entry, index or proof is not what was signed.", index, entry_id)

    def _check_body(self, index: int, data: bytes) -> Any:
        """Return the id in the body of an entry, after noting what is wrong in there."""
        entry_id = None
        with self._reading("body", index):
            body = _parse_json(data)
            entry_id, project = _take(body, "entry_id", str), _take(body, "project", str)
            if _take(body, "v", int) != 1:
                self.add("format", "The body is of an unknown version.", index, entry_id)
            if self.project not in (None, project):
                self.add("project", f"It belongs to {_show(project)}.", index, entry_id)
            if entry_id in self.entry_ids:
                self.add("duplicate", "An earlier entry has the same id.", index, entry_id)
            self.entry_ids.add(entry_id)
            self.last_time = max(self.last_time, _show(_take(body, "time", str)))
            inner = {"commitments": {}, **_take(body, "data", dict)}
            for name, value in _take(inner, "commitments", dict).items():
                wanted = _take(value, "hmac", str), _take(value, "length", int)
                self.commitments.setdefault((entry_id, name), (index, wanted))
        return entry_id

    def check_coverage(self) -> None:
        """Rebuild the tree where entries come without proofs, or say why that cannot be done."""
        indexes, size = sorted(self.leaves), self.log.size
        leaves = [self.leaves[index] for index in indexes]
        self.ordered = leaves if len(leaves) == size and root_of(leaves) == self.log.root else []
        edges = zip([-1, *indexes], [*indexes, size])  # noqa: B905 - Python 3.8 has no `strict`
        gaps = ", ".join(f"{low + 1}-{high - 1}" for low, high in edges if high - low > 1)
        if not self.entries:
            self.add("missing", "There are no entries.")
        elif self.unproven and gaps:
            self.add("missing", f"It has no proof and needs entries {gaps}.", self.unproven[0])
        elif self.unproven and not self.ordered:
            self.add("root", "The entries do not give the signed root: at least one was changed.")

    def check_content(self, place: str, row: dict[str, Any]) -> None:
        """Check one line of contents against the commitment in its entry."""
        entry_id, name = _take(row, "entry_id", str), _take(row, "name", str)
        index, wanted = self.commitments.get((entry_id, name), (None, None))
        if wanted is None:
            self.add("orphan", f"{place}: no entry commits to this content.", None, entry_id)
        if (entry_id, name) in self.contents:
            self.add("duplicate", f"{place}: this content was there before.", index, entry_id)
        self.contents.add((entry_id, name))
        salt, data = _unbase64(row.get("salt"), 32), _unbase64(row.get("bytes"))
        found = hmac.new(salt, data, hashlib.sha256).hexdigest(), len(data)
        if wanted not in (None, found):
            self.add("commitment", f"The content {_show(name)} was changed.", index, entry_id)

    def check_proof(self, place: str, row: dict[str, Any]) -> None:
        """Keep one line of consistency proofs for the checkpoints that the reader has."""
        first, second = _take(row, "first", int), _take(row, "second", int)
        if second != self.log.size or not 0 < first < second or first in self.proofs:
            self.add("consistency", f"{place}: it is not from an older size to this checkpoint.")
        self.proofs[first] = [_unbase64(item, 32) for item in _take(row, "proof", list)]

    def check_older(self, name: str, note: bytes) -> None:
        """Check that the log only grew since a checkpoint that the reader kept."""
        old = NO_CHECKPOINT
        with self._reading(name, kind="incomparable"):
            old = parse_note(note, self.key)
        proof = [] if old.size in (0, self.log.size) else self.proofs.get(old.size)
        if old.problem or old.origin != self.key.name or not self.log.root:
            self.add("incomparable", f"{name}: there are no two checkpoints signed by the key.")
        elif old.size > self.log.size:
            self.add("rollback", f"{name} has {old.size} entries: the later ones are gone.")
        elif self.ordered and root_of(self.ordered[: old.size]) != old.root:
            self.add("split_view", f"{name} is of a log with other entries.")
        elif proof is None and not self.ordered:
            self.add("incomparable", f"{name}: there is no consistency proof from size {old.size}.")
        elif proof is not None and not verify_consistency(old, self.log, proof):
            self.add("consistency" if proof else "split_view", f"{name}: false proof or a fork.")


def verify(bundle: IO[bytes], key: Key, against: Iterable[bytes] = ()) -> Report:
    """Return the report on an open bundle, under a key from `parse_key`; never raises."""
    report = Report(key)
    report.read(bundle)
    report.check_head()
    report.each("entries.jsonl", "index body proof", report.check_entry)
    report.check_coverage()
    report.each("contents.jsonl", "entry_id name salt bytes", report.check_content)
    report.each("consistency.jsonl", "first second proof", report.check_proof)
    for number, note in enumerate(against, 1):
        report.check_older(f"older checkpoint {number}", note)
    report.contents_checked = len(report.contents & report.commitments.keys())
    report.contents_absent = len(report.commitments) - report.contents_checked
    return report


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    parser = argparse.ArgumentParser(description="Verify a Citation Engine proof bundle offline.")
    parser.add_argument("bundle", type=Path, help="the zip file")
    parser.add_argument("--key", type=parse_key, required=True, help="the key you pinned")
    parser.add_argument("--against", type=Path, nargs="+", action="extend", default=[])
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    given = parser.parse_args(arguments)
    report = Report(given.key)
    try:
        notes = [path.read_bytes() for path in given.against]
        with given.bundle.open("rb") as bundle:
            report = verify(bundle, given.key, notes)
    except OSError as error:
        report.add("not_run", f"A file cannot be read: {_show(error)}")
    sys.stdout.write((report.as_json() if given.json else report.as_text()) + "\n")
    return {"clean": 0, "tampered": 1, "incomplete": 3}[report.status]  # argparse gives 2


if __name__ == "__main__":
    sys.exit(main())
