from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0014_told_and_kept_out'),
    ]

    operations = [
        migrations.AddField(
            model_name='fixture',
            name='missed',
            field=models.JSONField(default=list),
        ),
    ]
