"""
Ways to tamper with a record in a SQLite file, as somebody who owns the file can.

Each takes a plain connection whose triggers are gone and a source of chance. It returns
the place in the log where the damage has to be found, or None where it has no place or
is found only by the roots.
"""

import hashlib
import json
import random
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from citation_engine.record import merkle
from citation_engine.record.checkpoints import Checkpoint, sign
from citation_engine.record.keys import SigningKey

Chance = random.Random
Tampering = Callable[[sqlite3.Connection, Chance], int | None]

# Not part of the record: keys of retries, the projects themselves, the sequencer's list, and the
# search index, which cannot make up words.
OUTSIDE = {
    *("idempotency", "project", "deployment", "pending", "citation_engine_version"),
    *("chunk", "sketch", "band", "vector", "chunk_words"),
    *(f"chunk_words_{part}" for part in ("config", "content", "data", "docsize", "idx")),
}
# Columns whose value says nothing: a row's own number, and when a checkpoint was stored.
FREE = {("checkpoint", "id"), ("checkpoint", "created_at")}
PROJECTED = ("citation", "status", "source", "snapshot", "session_source", "supersession", "alias")


@contextmanager
def unguarded(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that nothing holds back, in one transaction."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in names:
        connection.execute(f"DROP TRIGGER {name}")
    try:
        yield connection
        connection.execute("COMMIT")
    finally:
        connection.close()


def _size(db: sqlite3.Connection) -> int:
    return db.execute("SELECT count(*) FROM log").fetchone()[0]


def _pick(db: sqlite3.Connection, chance: Chance) -> tuple[int, int, bytes]:
    """A random entry: its place, its number, its body."""
    place = chance.randrange(_size(db))
    query = "SELECT idx, id, body FROM log JOIN entry ON entry.id = log.entry WHERE idx = ?"
    return db.execute(query, (place,)).fetchone()


def _other(body: bytes, chance: Chance) -> bytes:
    """Another body that is still JSON: the moment is changed."""
    parsed = json.loads(body)
    parsed["time"] = f"20{chance.randrange(10, 99)}-01-01T00:00:00.000000Z"
    return json.dumps(parsed, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def edit_body(db: sqlite3.Connection, chance: Chance) -> int:
    place, number, body = _pick(db, chance)
    db.execute("UPDATE entry SET body = ? WHERE id = ?", (_other(body, chance), number))
    return place


def garble_body(db: sqlite3.Connection, chance: Chance) -> int:
    place, number, body = _pick(db, chance)
    at = chance.randrange(len(body))
    garbled = body[:at] + bytes([body[at] ^ (1 << chance.randrange(8))]) + body[at + 1 :]
    db.execute("UPDATE entry SET body = ? WHERE id = ?", (garbled, number))
    return place


def edit_leaf(db: sqlite3.Connection, chance: Chance) -> int:
    place, number, _ = _pick(db, chance)
    db.execute("UPDATE entry SET leaf = ? WHERE id = ?", (chance.randbytes(32), number))
    return place


def recompute_tiles(db: sqlite3.Connection) -> None:
    """Make the stored tiles fit the entries as they are now."""
    query = "SELECT leaf FROM log JOIN entry ON entry.id = log.entry ORDER BY idx"
    leaves = [row[0] for row in db.execute(query)]
    most = db.execute("SELECT count(*) FROM tile WHERE level = 1").fetchone()[0]
    db.execute("DELETE FROM tile")
    for at in range(min(most, len(leaves) // 256)):
        root = merkle.root_of(leaves[at * 256 : (at + 1) * 256])
        db.execute("INSERT INTO tile VALUES (1, 1, ?, ?)", (at, root))


def edit_and_recompute(db: sqlite3.Connection, chance: Chance) -> None:
    _, number, body = _pick(db, chance)
    other = _other(body, chance)
    row = (other, merkle.leaf_hash(other), number)
    db.execute("UPDATE entry SET body = ?, leaf = ? WHERE id = ?", row)
    recompute_tiles(db)


def sign_again(db: sqlite3.Connection, seed: int) -> None:
    """Replace every stored checkpoint by one signed with another key."""
    query = "SELECT leaf FROM log JOIN entry ON entry.id = log.entry ORDER BY idx"
    leaves = [row[0] for row in db.execute(query)]
    (origin,) = db.execute("SELECT origin FROM project").fetchone()
    key = SigningKey(origin, hashlib.sha256(str(seed).encode()).digest())
    for id, size in db.execute("SELECT id, size FROM checkpoint").fetchall():
        if size > len(leaves):
            db.execute("DELETE FROM checkpoint WHERE id = ?", (id,))
            continue
        signed = sign(Checkpoint(origin, size, merkle.root_of(leaves[:size])), key)
        row = (signed.text.encode(), key.vkey, id)
        db.execute("UPDATE checkpoint SET note = ?, verifier_key = ? WHERE id = ?", row)


def edit_recompute_and_sign(db: sqlite3.Connection, chance: Chance) -> None:
    edit_and_recompute(db, chance)
    sign_again(db, chance.randrange(1000))


def delete_entry(db: sqlite3.Connection, chance: Chance) -> int:
    place, number, _ = _pick(db, chance)
    db.execute("DELETE FROM entry WHERE id = ?", (number,))
    return place


def delete_log_row(db: sqlite3.Connection, chance: Chance) -> int:
    place, _, _ = _pick(db, chance)
    db.execute("DELETE FROM log WHERE idx = ?", (place,))
    return place


def _forget(db: sqlite3.Connection, number: int) -> None:
    tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (table,) in tables:
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        if "entry" in columns:
            db.execute(f"DELETE FROM {table} WHERE entry = ?", (number,))
    db.execute("DELETE FROM entry WHERE id = ?", (number,))


def delete_and_close_the_gap(db: sqlite3.Connection, chance: Chance) -> None:
    place, number, _ = _pick(db, chance)
    _forget(db, number)
    _close_gap(db, place)


def _close_gap(db: sqlite3.Connection, place: int) -> None:
    later = db.execute("SELECT idx FROM log WHERE idx > ? ORDER BY idx", (place,)).fetchall()
    for (index,) in later:
        db.execute("UPDATE log SET idx = idx - 1 WHERE idx = ?", (index,))
    recompute_tiles(db)


def swap_places(db: sqlite3.Connection, chance: Chance) -> None:
    first, second = chance.sample(range(_size(db)), 2)
    for old, new in ((first, -1), (second, first), (-1, second)):
        db.execute("UPDATE log SET idx = ? WHERE idx = ?", (new, old))


def swap_bodies(db: sqlite3.Connection, chance: Chance) -> int:
    first, second = (_pick(db, chance) for _ in range(2))
    while first[0] == second[0]:
        second = _pick(db, chance)
    for (_, number, _), (_, _, body) in ((first, second), (second, first)):
        row = (body, merkle.leaf_hash(body), number)
        db.execute("UPDATE entry SET body = ?, leaf = ? WHERE id = ?", row)
    return first[0]


def cut_the_tail(db: sqlite3.Connection, chance: Chance) -> int:
    size = _size(db)
    left = chance.randrange(1, size)
    query = "SELECT entry FROM log WHERE idx >= ?"
    for (number,) in db.execute(query, (left,)).fetchall():
        _forget(db, number)
    db.execute("DELETE FROM checkpoint WHERE size > ?", (left,))
    db.execute("DELETE FROM tile WHERE (position + 1) << (8 * level) > ?", (left,))
    return left


def insert_forged(db: sqlite3.Connection, chance: Chance) -> None:
    """Put a well-formed entry between others, with everything that follows from it."""
    place, _, body = _pick(db, chance)
    parsed = json.loads(body)
    parsed |= {"type": "note.added", "data": {}, "entry_id": "0190a5b2-7c1e-7000-8000-000000000000"}
    forged = json.dumps(parsed, sort_keys=True, separators=(",", ":")).encode()
    (last,) = db.execute("SELECT max(id) FROM entry").fetchone()
    identity = bytes.fromhex(parsed["entry_id"].replace("-", ""))
    leaf = merkle.leaf_hash(forged)
    row = (last + 1, 1, identity, "note.added", None, None, forged, leaf)
    db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    later = db.execute("SELECT idx FROM log WHERE idx >= ? ORDER BY idx DESC", (place,)).fetchall()
    for (index,) in later:
        db.execute("UPDATE log SET idx = idx + 1 WHERE idx = ?", (index,))
    db.execute("INSERT INTO log VALUES (1, ?, ?)", (place, last + 1))
    recompute_tiles(db)


def append_unplaced(db: sqlite3.Connection, chance: Chance) -> None:
    insert_forged(db, chance)
    (last,) = db.execute("SELECT max(id) FROM entry").fetchone()
    (place,) = db.execute("SELECT idx FROM log WHERE entry = ?", (last,)).fetchone()
    db.execute("DELETE FROM log WHERE entry = ?", (last,))
    _close_gap(db, place)


def _content(db: sqlite3.Connection, chance: Chance) -> tuple[int, tuple[int, str], bytes]:
    """A random content: the place of its entry, its key, its bytes."""
    query = (
        "SELECT log.idx, content.entry, content.name, content.bytes FROM content"
        " JOIN log ON log.entry = content.entry ORDER BY log.idx, content.name"
    )
    place, entry, name, data = chance.choice(db.execute(query).fetchall())
    return place, (entry, name), data


def change_words(db: sqlite3.Connection, chance: Chance) -> int:
    place, key, data = _content(db, chance)
    at = chance.randrange(len(data))
    other = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
    db.execute("UPDATE content SET bytes = ? WHERE entry = ? AND name = ?", (other, *key))
    return place


def change_salt(db: sqlite3.Connection, chance: Chance) -> int:
    place, key, _ = _content(db, chance)
    salt = chance.randbytes(32)
    db.execute("UPDATE content SET salt = ? WHERE entry = ? AND name = ?", (salt, *key))
    return place


def delete_words(db: sqlite3.Connection, chance: Chance) -> int:
    place, key, _ = _content(db, chance)
    db.execute("DELETE FROM content WHERE entry = ? AND name = ?", key)
    return place


def rename_words(db: sqlite3.Connection, chance: Chance) -> int:
    place, key, _ = _content(db, chance)
    db.execute("UPDATE content SET name = 'more' WHERE entry = ? AND name = ?", key)
    return place


def add_content(db: sqlite3.Connection, chance: Chance) -> None:
    number = chance.choice([_pick(db, chance)[1], 10**6])
    row = (number, "more", 1, "text/plain", chance.randbytes(32), b"words")
    db.execute("INSERT INTO content VALUES (?, ?, ?, ?, ?, ?)", row)


def change_status(db: sqlite3.Connection, chance: Chance) -> int:
    query = "SELECT log.idx, citation_id, seq, status FROM status JOIN log USING (entry)"
    place, citation, seq, old = chance.choice(db.execute(query).fetchall())
    new = chance.choice([s for s in ("verified", "failed", "pending", "unverified") if s != old])
    where = " WHERE citation_id = ? AND seq = ?"
    db.execute("UPDATE status SET status = ?" + where, (new, citation, seq))
    return place


def add_status(db: sqlite3.Connection, chance: Chance) -> None:
    """A later status for a citation, filed in this project or in one that is not there."""
    query = "SELECT citation_id, seq, entry FROM status"
    citation, seq, entry = chance.choice(db.execute(query).fetchall())
    project = chance.choice([1, 2])
    row = (citation, seq + 50, project, "verified", chance.choice([entry, 10**6]))
    db.execute("INSERT INTO status VALUES (?, ?, ?, ?, ?)", row)


def delete_row(db: sqlite3.Connection, chance: Chance) -> None:
    table = chance.choice(PROJECTED)
    rows = db.execute(f"SELECT entry FROM {table}").fetchall()
    db.execute(f"DELETE FROM {table} WHERE entry = ?", chance.choice(rows))


def add_row(db: sqlite3.Connection, chance: Chance) -> None:
    """A citation that nobody made."""
    row = db.execute("SELECT * FROM citation ORDER BY id").fetchall()[chance.randrange(3)]
    forged = (10**6, *row[1:6], chance.choice([10**6, -5]), row[7])
    db.execute("INSERT INTO citation VALUES (?, ?, ?, ?, ?, ?, ?, ?)", forged)


def drop_tile(db: sqlite3.Connection, chance: Chance) -> None:
    level, position = chance.choice(db.execute("SELECT level, position FROM tile").fetchall())
    db.execute("DELETE FROM tile WHERE level = ? AND position = ?", (level, position))


def change_tile(db: sqlite3.Connection, chance: Chance) -> None:
    change = chance.choice(
        ["SET root = zeroblob(32)", "SET position = 77", "SET level = 9", "SET root = 'x'"]
    )
    db.execute(f"UPDATE tile {change} WHERE position = 0 AND level = 1")


def change_checkpoint(db: sqlite3.Connection, chance: Chance) -> None:
    rows = db.execute("SELECT id, size, note FROM checkpoint").fetchall()
    id, size, note = chance.choice(rows)
    match chance.randrange(3):
        case 0:
            db.execute("UPDATE checkpoint SET size = ? WHERE id = ?", (size + 1, id))
        case 1:
            at = chance.randrange(len(note))
            other = note[:at] + bytes([note[at] ^ 4]) + note[at + 1 :]
            db.execute("UPDATE checkpoint SET note = ? WHERE id = ?", (other, id))
        case _:
            db.execute("UPDATE checkpoint SET note = 'x' WHERE id = ?", (id,))


def change_any_cell(db: sqlite3.Connection, chance: Chance) -> None:
    """Change one cell of any table of the record to another value or another type."""
    tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    table = chance.choice([t for t in tables if t not in OUTSIDE and not t.startswith("sqlite_")])
    columns = db.execute(f"PRAGMA table_info({table})").fetchall()
    names = [row[1] for row in columns]
    row = chance.choice(db.execute(f"SELECT * FROM {table}").fetchall())
    at = chance.choice([n for n, name in enumerate(names) if (table, name) not in FREE])
    where = " AND ".join(f"{name} IS ?" for name in names)
    for value in _others(row[at], chance):
        try:
            db.execute(f"UPDATE {table} SET {names[at]} = ? WHERE {where}", (value, *row))
        except sqlite3.IntegrityError:
            continue  # The schema itself refuses this one.
        if [tuple(found) for found in db.execute(f"SELECT * FROM {table}")].count(row) == 0:
            return
    raise AssertionError(f"no other value for {table}.{names[at]}")


def _others(value: object, chance: Chance) -> list[object]:
    """Values that are not this one, of its own type and of others."""
    others: list[object] = ["text", "a\x00b", b"bytes", 1.5, -7, 2**62, None, b""]
    if isinstance(value, int):
        others += [value + 1, value - 1, value + 10**6]
    elif isinstance(value, str):
        others += [value + "x", value.upper(), value.encode()]
    elif isinstance(value, bytes):
        others += [value[:-1], value + b"\0", bytes([value[0] ^ 1]) + value[1:], value.hex()]
    others = [other for other in others if (type(other), other) != (type(value), value)]
    chance.shuffle(others)
    return others


def set_null(db: sqlite3.Connection, chance: Chance) -> int:
    """Take the constraints away, then a value."""
    place, number, _ = _pick(db, chance)
    column = chance.choice(["body", "leaf", "type", "entry_id"])
    db.execute("PRAGMA writable_schema = ON")
    db.execute("UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'entry'")
    db.execute("PRAGMA writable_schema = RESET")
    db.execute(f"UPDATE entry SET {column} = NULL WHERE id = ?", (number,))
    return place


def not_utf8(db: sqlite3.Connection, chance: Chance) -> int:
    place, number, _ = _pick(db, chance)
    db.execute("UPDATE entry SET type = CAST(x'ff00fe' AS TEXT) WHERE id = ?", (number,))
    return place


TAMPERINGS: tuple[Tampering, ...] = (
    edit_body,
    garble_body,
    edit_leaf,
    edit_and_recompute,
    edit_recompute_and_sign,
    delete_entry,
    delete_log_row,
    delete_and_close_the_gap,
    swap_places,
    swap_bodies,
    cut_the_tail,
    insert_forged,
    append_unplaced,
    change_words,
    change_salt,
    delete_words,
    rename_words,
    add_content,
    change_status,
    add_status,
    delete_row,
    add_row,
    drop_tile,
    change_tile,
    change_checkpoint,
    change_any_cell,
    set_null,
    not_utf8,
)


def flip_a_bit(path: Path, chance: Chance) -> None:
    """Change one bit of the file itself."""
    data = bytearray(path.read_bytes())
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


def logical_content(path: Path) -> object:
    """Everything the record's tables hold, without any index; None where it cannot be read."""
    connection = sqlite3.connect(path)
    connection.text_factory = bytes
    digest = 0
    try:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in sorted(names):
            table = name.decode()
            if table in OUTSIDE or table.startswith("sqlite_"):
                continue
            for row in connection.execute(f"SELECT * FROM {table} NOT INDEXED"):
                digest = zlib.crc32(repr((table, row)).encode(), digest)
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    finally:
        connection.close()
    return digest
