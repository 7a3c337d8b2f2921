from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0017_ends_of_seasons")]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="seeding",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        )
    ]
