"""The database itself refuses to change or delete an event of the log.

Triggers, since a mistake in a shell or another program goes past our verbs. All that may still be
written to an event is its place in the chain, once. Set up after each migration: SQLite drops a
table's triggers when a migration builds the table anew.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

REFUSAL: Final = "The log is append-only."
#: Everything but place and digest.
_COVERED: Final = (
    "id", "tournament_id", "at", "actor_id", "verb", "subject_kind", "subject_id", "subject",
    "before", "after", "why", "key", "origin",
)  # fmt: skip

_SQLITE: Final = (
    # Those of an earlier version know fewer columns.
    "DROP TRIGGER IF EXISTS event_is_kept",
    "DROP TRIGGER IF EXISTS event_stays",
    f"""
    CREATE TRIGGER event_is_kept BEFORE DELETE ON tournaments_event
    BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
    """,
    f"""
    CREATE TRIGGER event_stays BEFORE UPDATE ON tournaments_event
    WHEN OLD.digest <> '' OR {" OR ".join(f'OLD."{n}" IS NOT NEW."{n}"' for n in _COVERED)}
    BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
    """,
)
_POSTGRESQL: Final = (
    f"""
    CREATE OR REPLACE FUNCTION tournaments_event_guard() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' AND OLD.digest = ''
           AND ({", ".join(f'OLD."{n}"' for n in _COVERED)})
           IS NOT DISTINCT FROM ({", ".join(f'NEW."{n}"' for n in _COVERED)})
        THEN RETURN NEW; END IF;
        RAISE EXCEPTION '{REFUSAL}';
    END $$
    """,
    """
    CREATE OR REPLACE TRIGGER event_guard BEFORE UPDATE OR DELETE ON tournaments_event
    FOR EACH ROW EXECUTE FUNCTION tournaments_event_guard()
    """,
)


def guard(connection: BaseDatabaseWrapper) -> None:
    """Set the triggers up as they are to be."""
    with connection.cursor() as cursor:
        for statement in _POSTGRESQL if connection.vendor == "postgresql" else _SQLITE:
            cursor.execute(statement)


def unguard(connection: BaseDatabaseWrapper) -> None:
    """Take the triggers away: for tests, which empty the database after themselves."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("DROP TRIGGER IF EXISTS event_guard ON tournaments_event")
        else:
            cursor.execute("DROP TRIGGER IF EXISTS event_is_kept")
            cursor.execute("DROP TRIGGER IF EXISTS event_stays")


def guard_after_migrate(*, using: str = DEFAULT_DB_ALIAS, **_kwargs: Any) -> None:
    """Receiver of `post_migrate`."""
    connection = connections[using]
    with connection.cursor() as cursor:
        columns = connection.introspection.get_table_description(cursor, "tournaments_event")
    # On the way there, with only the earlier migrations, there is no chain to guard.
    if {"digest", "origin"} <= {column.name for column in columns}:
        guard(connection)
