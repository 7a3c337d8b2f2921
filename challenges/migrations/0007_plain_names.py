"""Rename two models: Answer to ReportAnswer, Amendment to Correction."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('challenges', '0006_side_proposals'),
    ]

    operations = [
        migrations.RenameModel(old_name='Answer', new_name='ReportAnswer'),
        migrations.RenameModel(old_name='Amendment', new_name='Correction'),
        migrations.AlterField(
            model_name='correction',
            name='match',
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name='corrections',
                to='challenges.match',
            ),
        ),
    ]
