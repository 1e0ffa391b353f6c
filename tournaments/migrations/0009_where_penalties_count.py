from django.db import migrations, models


class Migration(migrations.Migration):
    """Where the points count that rulings took; in every tournament so far, in the points."""

    dependencies = [
        ("tournaments", "0008_former_players_initials"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="penalty_rule",
            field=models.CharField(
                default="points", max_length=12, verbose_name="points taken by rulings"
            ),
        ),
    ]
