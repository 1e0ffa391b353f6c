"""A document can be cancelled, and one that says the same as another is not printed again: the row
has to know what it prints."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reports", "0003_timetable_and_pruning")]

    operations = [
        migrations.AddField(
            model_name="job",
            name="digest",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AlterField(
            model_name="job",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "waiting"),
                    ("running", "running"),
                    ("done", "done"),
                    ("failed", "failed"),
                    ("cancelled", "cancelled"),
                ],
                default="waiting",
                max_length=12,
            ),
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(fields=["tournament", "digest"], name="job_printed_before"),
        ),
    ]
