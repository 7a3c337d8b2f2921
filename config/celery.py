"""The Celery application: `celery -A config`."""

from __future__ import annotations

import os

from celery import Celery
from celery.signals import worker_ready

from config.supervisor import parent_link

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("moonlight")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def announce(**_details: object) -> None:
    parent_link.announce()


@app.task(name="moonlight.ping", ignore_result=False)
def ping() -> str:
    """Show that jobs reach a worker and that results come back."""
    return "pong"
