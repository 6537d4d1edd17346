"""
The roles of PostgreSQL: who may write, who may read everything, who may redact.

They are group roles without a login. An administrator grants one of them to
each login: `GRANT citation_agent TO alice`. The tables belong to a role nobody
logs in as, so that no agent can take the guards off.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection

from citation_engine.store.guards import NUMBERED, auditor_policy
from citation_engine.store.migrate import VERSION_TABLE
from citation_engine.store.schema import DELETABLE_WHEN_REDACTED, WORK_TABLES, metadata
from citation_engine.store.search import signatures

OWNER = "citation_owner"
AGENT = "citation_agent"
AUDITOR = "citation_auditor"
MAINTAINER = "citation_maintainer"
ROLES = (OWNER, AGENT, AUDITOR, MAINTAINER)
EVERYONE = "public"

_FUNCTIONS = ("citation_refuse", "citation_refuse_unredacted")
_ALTERING = ("UPDATE", "TRUNCATE", "REFERENCES", "TRIGGER")
_DELETABLE = {AGENT: WORK_TABLES, MAINTAINER: (*WORK_TABLES, *DELETABLE_WHEN_REDACTED)}
_HAS_RIGHT = """
SELECT CASE WHEN kind = 'schema' THEN has_schema_privilege(role, thing, asked)
            WHEN kind = 'sequence' THEN has_sequence_privilege(role, thing, asked)
            WHEN asked = 'UPDATE' THEN has_any_column_privilege(role, thing, asked)
            ELSE has_table_privilege(role, thing, asked) END
FROM unnest(%s::text[], %s::text[], %s::text[], %s::text[])
     WITH ORDINALITY AS t(role, kind, thing, asked, place)
ORDER BY place
"""


@dataclass(frozen=True, slots=True)
class Login:
    """What the role this connection is logged in as can do to the record."""

    name: str
    superuser: bool
    bypasses_row_security: bool
    owner: bool
    groups: tuple[str, ...]

    @property
    def least_privilege(self) -> bool:
        """Whether the database holds this login to its rights."""
        return not (self.superuser or self.bypasses_row_security or self.owner)


def read_login(connection: Connection) -> Login:
    """The login of this connection, from the live catalogue."""
    row = connection.exec_driver_sql(
        "SELECT rolname, rolsuper, rolbypassrls, coalesce((SELECT pg_has_role(relowner, 'MEMBER')"
        " FROM pg_class WHERE oid = to_regclass('entry')), false)"
        " FROM pg_roles WHERE rolname = current_user"
    ).one()
    groups = connection.exec_driver_sql(
        "SELECT rolname FROM pg_roles WHERE rolname LIKE 'citation\\_%%'"
        " AND pg_has_role(oid, 'USAGE') AND NOT %s ORDER BY rolname",
        (row[1],),
    ).scalars()
    return Login(row[0], row[1], row[2], row[3], tuple(groups))


def roles_in_force(connection: Connection) -> bool:
    """Whether the tables belong to the role made for that."""
    return (
        connection.exec_driver_sql(
            "SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = to_regclass('entry')"
        ).scalar()
        == OWNER
    )


def set_up_roles(connection: Connection) -> None:
    """
    Make the roles, give them the tables, and say what each may do.

    1. The roles, where they are missing; they are shared by all databases of a server.
    2. Tables, sequences and functions change hands.
    3. Rights are taken away, then given, so that a second run repairs what was opened.
    4. Auditors see every project.
    """
    for role in _missing_roles(connection):
        connection.exec_driver_sql(_despite_others(f"CREATE ROLE {role} NOLOGIN"))
    _join_groups(connection)
    sequences = _sequences(connection)
    for statement in (*_hand_over(connection, sequences), *_rights(connection, sequences)):
        connection.exec_driver_sql(statement)
    for table in metadata.tables:
        name = auditor_policy(table)
        connection.exec_driver_sql(f"DROP POLICY IF EXISTS {name} ON {table}")
        connection.exec_driver_sql(
            f"CREATE POLICY {name} ON {table} FOR SELECT TO {AUDITOR} USING (true)"
        )


def wrong_rights(connection: Connection) -> list[str]:
    """Rights that a role has and should not have, or should have and has not."""
    rights = [*_expected_rights(connection)]
    columns = [[right[n] for right in rights] for n in range(4)]
    found = connection.exec_driver_sql(_HAS_RIGHT, tuple(columns)).scalars().all()
    return [
        f"{role} {'lacks' if expected else 'has'} {right} on {thing}"
        for (role, _, thing, right, expected), has in zip(rights, found, strict=True)
        if has != expected
    ]


def _expected_rights(connection: Connection) -> Iterator[tuple[str, str, str, str, bool]]:
    """Each role, the kind and name of a thing, a right, and whether the role should have it."""
    groups = (AGENT, AUDITOR, MAINTAINER)
    for role in groups:
        yield role, "schema", _schema(connection), "USAGE", True
    for sequence in _sequences(connection):
        for role in groups:
            yield role, "sequence", sequence, "USAGE", role != AUDITOR
            yield role, "sequence", sequence, "UPDATE", False
    for table in metadata.tables:
        for role in (*groups, EVERYONE):
            yield role, "table", table, "SELECT", role != EVERYONE
            yield role, "table", table, "INSERT", role in (AGENT, MAINTAINER)
            yield role, "table", table, "DELETE", table in _DELETABLE.get(role, ())
            for right in _ALTERING:
                yield role, "table", table, right, False


def _missing_roles(connection: Connection) -> list[str]:
    found = connection.exec_driver_sql("SELECT rolname FROM pg_roles").scalars().all()
    return [role for role in ROLES if role not in found]


def _join_groups(connection: Connection) -> None:
    """A maintainer is an agent too; who is not a superuser must belong to the owners to go on."""
    wanted = [(MAINTAINER, AGENT)]
    login = read_login(connection)
    if not login.superuser:
        wanted.append((f'"{login.name}"', OWNER))
    for member, group in wanted:
        belongs = connection.exec_driver_sql(
            "SELECT pg_has_role(%s, %s, 'USAGE')", (member.strip('"'), group)
        ).scalar()
        if not belongs:
            connection.exec_driver_sql(_despite_others(f"GRANT {group} TO {member}"))


def _despite_others(statement: str) -> str:
    """The statement, content when another database's set-up did the same at the same moment."""
    return (
        f"DO $$ BEGIN {statement}; EXCEPTION WHEN duplicate_object OR unique_violation "
        "OR internal_error THEN NULL; END $$"
    )


def _sequences(connection: Connection) -> list[str]:
    numbering = connection.exec_driver_sql(
        "SELECT pg_get_serial_sequence(c.oid::regclass::text, 'id') FROM pg_class c"
        " WHERE c.oid IN (to_regclass('project'), to_regclass('checkpoint'))"
    ).scalars()
    return [*(f"{kind}_number" for kind in NUMBERED), *(name for name in numbering if name)]


def _hand_over(connection: Connection, sequences: list[str]) -> Iterator[str]:
    yield f'GRANT USAGE, CREATE ON SCHEMA "{_schema(connection)}" TO {OWNER}'
    for table in (*metadata.tables, VERSION_TABLE):
        yield f"ALTER TABLE {table} OWNER TO {OWNER}"
    for sequence in sequences:
        # A sequence that numbers a table goes with its table.
        if sequence.endswith("_number"):
            yield f"ALTER SEQUENCE {sequence} OWNER TO {OWNER}"
    for function in (*(f"{name}()" for name in _FUNCTIONS), *signatures()):
        yield f"ALTER FUNCTION {function} OWNER TO {OWNER}"


def _rights(connection: Connection, sequences: list[str]) -> Iterator[str]:
    tables, numbers = ", ".join(metadata.tables), ", ".join(sequences)
    everybody = f"{AGENT}, {AUDITOR}, {MAINTAINER}"
    yield f'GRANT USAGE ON SCHEMA "{_schema(connection)}" TO {everybody}'
    yield f"REVOKE ALL ON {tables}, {VERSION_TABLE} FROM PUBLIC, {everybody}"
    yield f"REVOKE ALL ON SEQUENCE {numbers} FROM PUBLIC, {everybody}"
    yield f"GRANT SELECT ON {tables}, {VERSION_TABLE} TO {AGENT}, {AUDITOR}"
    yield f"GRANT INSERT ON {tables} TO {AGENT}"
    yield f"GRANT DELETE ON {', '.join(WORK_TABLES)} TO {AGENT}"
    yield f"GRANT USAGE ON SEQUENCE {numbers} TO {AGENT}"
    for function in signatures():
        yield f"REVOKE ALL ON FUNCTION {function} FROM PUBLIC, {everybody}"
        yield f"GRANT EXECUTE ON FUNCTION {function} TO {AGENT}, {AUDITOR}"
    yield f"GRANT DELETE ON {', '.join(DELETABLE_WHEN_REDACTED)} TO {MAINTAINER}"


def _schema(connection: Connection) -> str:
    return str(connection.exec_driver_sql("SELECT current_schema()").scalar())
