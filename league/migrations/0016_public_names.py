import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0015_missed'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='league',
            name='league_name_once',
        ),
        migrations.AddConstraint(
            model_name='league',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('name'), condition=models.Q(('visibility', 'public')), name='public_league_name_once'),
        ),
    ]
