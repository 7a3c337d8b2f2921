"""`manage.py up`: prepare the data folder, then run the whole product."""

from __future__ import annotations

import sys
import threading
import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connections

from config import demo, startup
from config.environment import number
from config.supervisor import programs
from config.supervisor.data_folder_lock import FolderLock, lock_folder
from config.supervisor.errors import CannotStart
from config.supervisor.listener import Address, listen
from config.supervisor.supervisor import Supervisor


class Command(BaseCommand):
    help = "Run the whole product: web, worker, beat and, without REDIS_URL, a broker."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument(
            "--port",
            type=int,
            default=number("MOONLIGHT_PORT", default=8000),
            help="0 picks any free port (default: 8000, or MOONLIGHT_PORT)",
        )
        choice = parser.add_mutually_exclusive_group()
        choice.add_argument(
            "--demo",
            action="store_true",
            help="fill a new database with the demo",
        )
        choice.add_argument(
            "--reset-demo",
            action="store_true",
            help="move the embedded database aside and start again with the demo",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        self.began = time.monotonic()
        self.writing = threading.Lock()
        try:
            with lock_folder(settings.DATA_DIR) as folder_lock:
                self.run_everything(folder_lock, **options)
        except CannotStart as error:
            self.stderr.write(str(error))
            sys.exit(1)

    def run_everything(self, folder_lock: FolderLock, **options: Any) -> None:
        with (
            listen(options["host"], options["port"]) as listener,
            Supervisor(self.say) as supervisor,
        ):
            address = Address(options["host"], listener.getsockname()[1])
            folder_lock.note(url=address.url)
            if options["reset_demo"]:
                startup.move_database_aside(self.say)
            # Without it, links in mails would lead to the usual port.
            environment = {"MOONLIGHT_PORT": str(address.port)}
            if not settings.REDIS_URL:
                environment |= programs.broker_environment(
                    supervisor, settings.DATA_DIR / "broker", self.say
                )
            startup.prepare_database(
                self.say, wants_demo=options["demo"] or options["reset_demo"]
            )
            startup.collect_files(self.say)
            is_quiet = options["verbosity"] < 2
            children = programs.Children(
                environment=environment, log="warning" if is_quiet else "info"
            )
            self.serve(supervisor, address, children, listener.fileno())
        self.say("Moonlight has stopped.")

    def serve(
        self,
        supervisor: Supervisor,
        address: Address,
        children: programs.Children,
        listener: int,
    ) -> None:
        """Start the children and keep them running until asked to stop."""
        web = children.web(
            count=number("MOONLIGHT_WEB_PROCESSES", default=1),
            listener=listener,
            is_proxied=settings.BEHIND_PROXY,
        )
        worker = children.worker(concurrency=number("MOONLIGHT_WORKERS", default=2))
        started = supervisor.start(*web, worker)
        log_ins = demo.log_ins()
        connections.close_all()
        if supervisor.wait_until_ready(address, started):
            self.welcome(address, log_ins)
            # Nobody waits for these, so they do not slow the others down.
            supervisor.start(children.caller(), children.thinker(), children.beat())
            supervisor.watch()

    def welcome(self, address: Address, log_ins: str) -> None:
        seconds = time.monotonic() - self.began
        self.say(f"Moonlight is ready at {address.url} (after {seconds:.1f} s).")
        if log_ins:
            self.say(log_ins)
        self.say(f"Its data is in {settings.DATA_DIR}. Press Ctrl-C to stop.")

    def say(self, sentence: str) -> None:
        """Print one whole line at a time, from any thread."""
        with self.writing:
            try:
                self.stdout.write(sentence)
                self.stdout.flush()
            except OSError:
                # Nobody reads any more; the children's output must still be taken
                # from them, or they would wait for it for ever.
                return
