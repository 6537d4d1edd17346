"""The ledger's bytes are what the format page and the golden vectors say, for good."""

import hashlib
import hmac
import json
import re
from base64 import b64decode
from pathlib import Path
from uuid import UUID

import pytest
import rfc8785

from citation_engine.hashing import commitment, keyed_name
from citation_engine.model.entry import EntryType
from citation_engine.record import damage, envelope, merkle, verify_bundle
from citation_engine.record.checkpoints import Checkpoint, parse_vkey, sign, verify_signed
from citation_engine.record.envelope import Author, Content, seal
from citation_engine.record.keys import SigningKey
from citation_engine.record.log_check import Tree
from citation_engine.record.projections import micros_of
from citation_engine.record.proofs import format_proof, verify_proof
from record.scenario import fill, grow, open_engine

TESTS = Path(__file__).resolve().parent.parent
GOLDEN = TESTS / "golden" / "ledger-v1"
PAGE = TESTS.parent / "docs" / "reference" / "ledger-format.md"


def golden(name: str) -> dict:
    return json.loads((GOLDEN / name).read_text("utf-8"))


ENTRIES = golden("entries.json")
TREE = golden("tree.json")
CHECKPOINT = golden("checkpoint.json")
LEAVES = [bytes.fromhex(entry["leaf"]) for entry in ENTRIES["entries"]]


def in_memory(level: int, start: int, stop: int) -> list[bytes]:
    """The vectors' leaves; there are too few of them for a tile."""
    assert level == 0
    return LEAVES[start:stop]


def plain_root(leaves: list[bytes]) -> bytes:
    """RFC 6962, section 2.1, word for word."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return hashlib.sha256(
        b"\x01" + plain_root(leaves[:split]) + plain_root(leaves[split:])
    ).digest()


# vectors ------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", ENTRIES["entries"], ids=lambda entry: entry["type"])
def test_the_writer_makes_these_bytes(entry, monkeypatch):
    salts = iter([bytes.fromhex(given["salt"]) for given in entry["contents"].values()])
    monkeypatch.setattr(envelope.secrets, "token_bytes", lambda _: next(salts))
    sealed = seal(
        type=entry["type"],
        entry_id=UUID(entry["entry_id"]),
        project=ENTRIES["project"],
        author=Author(ENTRIES["session"], ENTRIES["actor"], 1, 1),
        micros=entry["micros"],
        data=entry["data"],
        contents={
            name: Content(given["text"].encode(), given["media_type"])
            for name, given in entry["contents"].items()
        },
    )

    assert sealed.body == entry["body"].encode()
    assert sealed.leaf.hex() == entry["leaf"]


@pytest.mark.parametrize("entry", ENTRIES["entries"], ids=lambda entry: entry["type"])
def test_the_bytes_are_what_others_make_of_them(entry):
    body = entry["body"].encode()
    read = json.loads(body)

    assert rfc8785.dumps(read) == body
    assert hashlib.sha256(b"\x00" + body).hexdigest() == entry["leaf"]
    assert micros_of(read["time"]) == entry["micros"]
    for name, given in entry["contents"].items():
        salt, words = bytes.fromhex(given["salt"]), given["text"].encode()
        expected = hmac.new(salt, words, hashlib.sha256).hexdigest()
        committed = read["data"]["commitments"][name]
        assert committed["hmac"] == expected == entry["commitments"][name]
        assert committed["length"] == len(words)
        assert commitment(salt, words) == expected


def test_the_vectors_have_every_type_and_one_that_is_unknown():
    types = {entry["type"] for entry in ENTRIES["entries"]}

    assert types == {*EntryType, "moon.landed"}


@pytest.mark.parametrize("given", ENTRIES["handles"], ids=lambda given: given["kind"])
def test_pseudonyms_are_made_like_this(given):
    key = bytes.fromhex(ENTRIES["name_key"])
    message = f"{given['kind']}\n{given['name']}".encode()

    assert keyed_name(key, given["kind"], given["name"]) == given["handle"]
    assert hmac.new(key, message, hashlib.sha256).hexdigest()[:32] == given["handle"]


def test_roots():
    for size, root in enumerate(TREE["roots"]):
        assert merkle.root_of(LEAVES[:size]).hex() == root
        assert plain_root(LEAVES[:size]).hex() == root
        assert verify_bundle.root_of(LEAVES[:size]).hex() == root


@pytest.mark.parametrize("given", TREE["inclusion"], ids=lambda g: f"{g['index']} in {g['size']}")
def test_inclusion_proofs(given):
    index, size = given["index"], given["size"]
    proof = [bytes.fromhex(each) for each in given["proof"]]
    root = bytes.fromhex(TREE["roots"][size])

    assert merkle.inclusion_proof(index, size, in_memory) == proof
    assert merkle.verify_inclusion(index, size, LEAVES[index], proof, root)
    log = verify_bundle.Checkpoint("", size, root, "")
    assert verify_bundle.verify_inclusion(index, LEAVES[index], proof, log)


@pytest.mark.parametrize(
    "given", TREE["consistency"], ids=lambda g: f"{g['first']} to {g['second']}"
)
def test_consistency_proofs(given):
    first, second = given["first"], given["second"]
    proof = [bytes.fromhex(each) for each in given["proof"]]
    old, new = (bytes.fromhex(TREE["roots"][size]) for size in (first, second))

    assert merkle.consistency_proof(first, second, in_memory) == proof
    assert merkle.verify_consistency(first, second, old, new, proof)
    logs = [verify_bundle.Checkpoint("", *each, "") for each in ((first, old), (second, new))]
    assert verify_bundle.verify_consistency(*logs, proof)


def test_tiles():
    given, tiles = golden("tiles.json"), {}
    tree = Tree(lambda level, position, root: tiles.setdefault((level, position), root.hex()))
    for number in range(given["size"]):
        tree.append(merkle.leaf_hash(str(number).encode()))

    assert tree.root().hex() == given["root"]
    for tile in given["tiles"]:
        assert tiles[tile["level"], tile["position"]] == tile["root"]


def test_the_key_and_what_it_signs():
    key = SigningKey(CHECKPOINT["origin"], bytes.fromhex(CHECKPOINT["seed"]))

    assert key.vkey == CHECKPOINT["verifier_key"]
    assert key.to_text() == CHECKPOINT["signing_key"]
    for given in CHECKPOINT["checkpoints"]:
        checkpoint = Checkpoint(key.name, given["size"], bytes.fromhex(given["root"]))
        assert sign(checkpoint, key).text == given["note"]
        assert verify_signed(given["note"], key.vkey) == checkpoint
        alone = verify_bundle.parse_note(given["note"].encode(), verify_bundle.parse_key(key.vkey))
        assert (alone.size, alone.problem) == (given["size"], "")


def test_the_key_id_is_computed_like_this():
    name, key_id, encoded = CHECKPOINT["verifier_key"].split("+", 2)
    digest = hashlib.sha256(name.encode() + b"\n" + b64decode(encoded)).hexdigest()

    assert digest[:8] == key_id == parse_vkey(CHECKPOINT["verifier_key"]).id.hex()


def test_the_proof_text():
    given, note = CHECKPOINT["proof"], CHECKPOINT["checkpoints"][-1]["note"]
    index = given["index"]
    body = ENTRIES["entries"][index]["body"].encode()
    hashes = merkle.inclusion_proof(index, len(LEAVES), in_memory)

    assert format_proof(index, hashes, note) == given["text"]
    assert verify_proof(given["text"], body, CHECKPOINT["verifier_key"]).index == index


# the page -----------------------------------------------------------------------------------


def documented() -> dict[str, dict[str, set[str]]]:
    """For each type on the page, the names of its fields by how they are kept."""
    types = {}
    for section in re.split(r"^### ", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        if match := re.match(r"`([a-z.]+)`\n", section):
            kept: dict[str, set[str]] = {}
            rows = re.findall(r"^\| `(\w+)` \| ([a-z, ]+) \|", section, flags=re.MULTILINE)
            for name, how in rows:
                kept.setdefault(how, set()).add(name)
            types[match[1]] = kept
    return types


def test_the_page_lists_every_type_and_no_other():
    assert set(documented()) == set(EntryType)


def _written(engine) -> list[tuple[dict, dict[str, bytes]]]:
    """Every entry with its contents, as they are stored."""
    store, project = engine.state.store, engine.state.row
    with store.view(project) as view:
        contents: dict[int, dict[str, bytes]] = {}
        for entry, name, _, _, data in view.stream("contents"):
            contents.setdefault(entry, {})[name] = data
        return [(json.loads(row[5]), contents.get(row[0], {})) for row in view.stream("entries")]


def test_every_entry_has_exactly_the_documented_fields(tmp_path):
    (tmp_path / "law.txt").write_bytes("§ 1 Zehn Jahre.\r\n".encode("cp1252"))
    with open_engine(":memory:", tmp_path / "keys", session="first") as engine:
        fill(engine)
        grow(engine, 7, 40)
        engine.add(tmp_path / "law.txt")
        engine.add("https://example.org/page")
        (tmp_path / "report.md").write_text("Zehn Jahre gelten als Frist [S1].", "utf-8")
        engine.check(tmp_path / "report.md", save=True)
        written = _written(engine)
        engine.redact(citation=1, reason="asked", authority="office")
        written += _written(engine)[-1:]
    page = documented()

    assert {body["type"] for body, _ in written} == set(EntryType)
    for body, contents in written:
        kept = page[body["type"]]
        assert set(body["data"]) - {"commitments"} == kept.get("open", set())
        names = set(body["data"].get("commitments", ()))
        if not contents:
            continue
        assert names == set(contents)
        assert kept.get("content", set()) <= names - {"fields"}
        assert names - {"fields"} <= kept.get("content", set()) | kept.get(
            "content, optional", set()
        )
        fields = set(json.loads(contents["fields"]))
        always = kept["committed"]
        assert always <= fields <= always | kept.get("committed, optional", set())


CHECKS = ("witnesses", "log_check", "entry_check", "ledger")


def test_the_page_lists_every_kind_of_damage():
    package = Path(damage.__file__).parent
    source = "".join((package / f"{name}.py").read_text("utf-8") for name in CHECKS)
    used = set(re.findall(r"\.add\(\s*\"([a-z-]+)\",", source))
    section = PAGE.read_text("utf-8").split("## Damage")[1]
    rows = re.findall(r"^\| (`.+?`) \|", section, flags=re.MULTILINE)
    listed = {kind for row in rows for kind in re.findall(r"`([a-z-]+)`", row)}

    assert listed == used
    assert listed >= damage.NOT_CHECKED
