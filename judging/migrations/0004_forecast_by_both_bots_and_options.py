from django.db import migrations, models


class Migration(migrations.Migration):
    """A forecast keeps the options it was played by, and the games of bots that choose by lot."""

    dependencies = [
        ("judging", "0003_what_a_disqualified_pair_was"),
    ]

    operations = [
        migrations.AddField("forecast", "options", models.JSONField(default=dict)),
        migrations.AddField("forecast", "games_by_lot", models.PositiveIntegerField(default=0)),
        migrations.AddField("forecast", "wins_by_lot", models.JSONField(default=list)),
    ]
