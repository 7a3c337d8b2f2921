from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0018_seeding'),
    ]

    operations = [
        migrations.AddField(
            model_name='league',
            name='place',
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AddField(
            model_name='league',
            name='starts_on',
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='league',
            name='ends_on',
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name='league',
            constraint=models.CheckConstraint(condition=models.Q(('starts_on', None), ('ends_on', None), ('starts_on__lte', models.F('ends_on')), _connector='OR'), name='league_starts_before_it_ends'),
        ),
    ]
