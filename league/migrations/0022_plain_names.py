from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0021_push_devices'),
    ]

    operations = [
        migrations.RenameModel('Notice', 'Notification'),
        migrations.RenameModel('NoticeSwitch', 'NotificationPreference'),
        migrations.RenameModel('Letter', 'OutgoingEmail'),
        migrations.RenameModel('Delivery', 'WebhookDelivery'),
        migrations.RenameModel('AuditLine', 'AuditEntry'),
        migrations.AlterField(
            model_name='competition',
            name='kind',
            field=models.CharField(choices=[('round-robin', 'Round robin'), ('swiss', 'Swiss'), ('ladder', 'Open ladder'), ('random', 'Random draw every round'), ('cross', 'Between divisions'), ('playoffs', 'Playoffs'), ('friendlies', 'Friendlies')], max_length=12),
        ),
        migrations.AlterField(
            model_name='league',
            name='admission',
            field=models.CharField(choices=[('open', 'Anyone can join'), ('request', 'Players ask the ninja master to join'), ('invited', "Only with the league's link or code")], max_length=10),
        ),
        migrations.AlterField(
            model_name='league',
            name='visibility',
            field=models.CharField(choices=[('public', 'Public: listed, and everyone can see it'), ('unlisted', 'Unlisted: anyone with the link can see it'), ('private', 'Private: only members can see it')], max_length=10),
        ),
        migrations.AlterField(
            model_name='notification',
            name='kind',
            field=models.CharField(choices=[('reported', 'Your match was reported: confirm the result'), ('disputed', 'A report is disputed'), ('ruled', 'A ninja master ruled on your match'), ('settled', 'A match was settled, or you have choices to make'), ('amended', 'A past match was corrected or declared void'), ('drawn', 'Your next opponents'), ('dates', 'Dates offered and agreed'), ('reminder', 'A match or an answer is due'), ('joining', 'Requests to join, and their answers'), ('roles', 'Your role in a league, and who runs it'), ('rules', 'House rules changed'), ('season', 'A season opens, starts or ends'), ('news', 'A newsletter was published'), ('tables', 'Games online: offers, and when it is your turn'), ('talk', 'Comments on your matches')], max_length=10),
        ),
        migrations.AlterField(
            model_name='notificationpreference',
            name='kind',
            field=models.CharField(choices=[('reported', 'Your match was reported: confirm the result'), ('disputed', 'A report is disputed'), ('ruled', 'A ninja master ruled on your match'), ('settled', 'A match was settled, or you have choices to make'), ('amended', 'A past match was corrected or declared void'), ('drawn', 'Your next opponents'), ('dates', 'Dates offered and agreed'), ('reminder', 'A match or an answer is due'), ('joining', 'Requests to join, and their answers'), ('roles', 'Your role in a league, and who runs it'), ('rules', 'House rules changed'), ('season', 'A season opens, starts or ends'), ('news', 'A newsletter was published'), ('tables', 'Games online: offers, and when it is your turn'), ('talk', 'Comments on your matches')], max_length=10),
        ),
        migrations.AlterField(
            model_name='outgoingemail',
            name='kind',
            field=models.CharField(choices=[('reported', 'Your match was reported: confirm the result'), ('disputed', 'A report is disputed'), ('ruled', 'A ninja master ruled on your match'), ('settled', 'A match was settled, or you have choices to make'), ('amended', 'A past match was corrected or declared void'), ('drawn', 'Your next opponents'), ('dates', 'Dates offered and agreed'), ('reminder', 'A match or an answer is due'), ('joining', 'Requests to join, and their answers'), ('roles', 'Your role in a league, and who runs it'), ('rules', 'House rules changed'), ('season', 'A season opens, starts or ends'), ('news', 'A newsletter was published'), ('tables', 'Games online: offers, and when it is your turn'), ('talk', 'Comments on your matches')], max_length=10),
        ),
        migrations.AlterField(
            model_name='webhookdelivery',
            name='event',
            field=models.CharField(choices=[('result', 'A match is confirmed'), ('round', 'Fixtures are drawn'), ('news', 'A newsletter is published'), ('season', 'A season opens, starts or ends'), ('test', 'A test')], max_length=10),
        ),
    ]
