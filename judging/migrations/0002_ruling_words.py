"""Full text of rulings: a table of SQLite's own, an index of PostgreSQL's."""

from django.db import migrations


def make(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(
            "CREATE VIRTUAL TABLE judging_ruling_words USING fts5"
            "(words, tokenize = 'unicode61 remove_diacritics 0', prefix = '2 3')"
        )
    elif schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "CREATE INDEX judging_ruling_words ON judging_ruling USING gin "
            "(to_tsvector('simple', happened || ' ' || decision || ' ' || rules::text))"
        )


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TABLE judging_ruling_words")
    elif schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX judging_ruling_words")


class Migration(migrations.Migration):
    dependencies = [("judging", "0001_initial")]

    operations = [migrations.RunPython(make, drop)]
