from django.db import migrations

# The plan of a league was the address of no other reminder.
OF_AN_END = {
    "kind": "reminder",
    "address__startswith": "/leagues/",
    "address__endswith": "/plan/",
}


def tell_of_the_season(apps, schema_editor):
    """That a season is at its end was once told as a reminder."""
    database = schema_editor.connection.alias
    for name, words in (("Notice", "words"), ("Letter", "body")):
        told = apps.get_model("league", name).objects.using(database)
        ends = told.filter(**OF_AN_END, **{f"{words}__contains": " is at its end. "})
        ends.update(kind="season")


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0016_public_names'),
    ]

    operations = [
        migrations.RunPython(tell_of_the_season, migrations.RunPython.noop),
    ]
