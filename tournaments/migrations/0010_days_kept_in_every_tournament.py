from typing import Any

from django.db import migrations, models


def carry_over(apps: Any, schema_editor: Any) -> None:
    """What was chosen for a registration holds for its tournament."""
    tournaments = apps.get_model("tournaments", "Tournament").objects
    for chosen in apps.get_model("tournaments", "Registration").objects.all():
        tournaments.filter(pk=chosen.tournament_id).update(days_kept=chosen.days_kept)


def carry_back(apps: Any, schema_editor: Any) -> None:
    registrations = apps.get_model("tournaments", "Registration").objects
    for tournament in apps.get_model("tournaments", "Tournament").objects.all():
        registrations.filter(tournament=tournament).update(days_kept=tournament.days_kept)


class Migration(migrations.Migration):
    """Contact details come by the import and by hand, too: how long they are kept is said of the
    tournament, not of its registration. The others get the 90 days that are promised."""

    dependencies = [
        ("tournaments", "0009_where_penalties_count"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="days_kept",
            field=models.PositiveSmallIntegerField(
                blank=True, default=90, null=True, verbose_name="days contact details are kept"
            ),
        ),
        migrations.RunPython(carry_over, carry_back),
        migrations.RemoveField(model_name="registration", name="days_kept"),
    ]
