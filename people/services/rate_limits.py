"""Rate limits, counted in the shared cache."""

from __future__ import annotations

import hashlib
import math
import time
from dataclasses import dataclass

from django.core.cache import cache

from kernel.errors import Refusal

HOUR = 3600


class TooMany(Refusal):
    """Too many requests; `retry_after` is the number of seconds to wait."""

    code = "too-many"
    status = 429

    def __init__(self, sentence: str, *, retry_after: int) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Limit:
    """A number of attempts per time window; `sentence` is shown when it is exceeded."""

    name: str
    times: int
    seconds: int
    sentence: str


# A whole club may sit behind one address on its first evening.
SIGN_UPS = Limit("sign-up", 30, HOUR, "Many people have just signed up from here.")
RESETS = Limit("reset", 30, HOUR, "Many passwords have just been reset from here.")
MAILS = Limit("mail", 3, HOUR, "We have already sent three emails to this address.")
EMAIL_CHANGES = Limit("email", 5, HOUR, "You have asked for five changes of address.")
LOG_IN_FAILURES = Limit("log-in", 50, HOUR, "Too many failed log-ins from here.")
INVITATION_GUESSES = Limit("invitation", 60, HOUR, "Too many unknown codes from here.")
PASSWORD_FAILURES = Limit("password", 10, HOUR, "You have entered ten wrong passwords.")


def _key(limit: Limit, who: str, *, now: float) -> str:
    # Whoever reads the cache should not find addresses in it.
    digest = hashlib.sha256(who.lower().encode()).hexdigest()
    return f"people.limit.{limit.name}.{int(now // limit.seconds)}.{digest}"


def _too_many(limit: Limit, *, now: float) -> TooMany:
    left = math.ceil(limit.seconds - now % limit.seconds)
    minutes = math.ceil(left / 60)
    wait = "a minute" if minutes == 1 else f"{minutes} minutes"
    return TooMany(f"{limit.sentence} Try again in {wait}.", retry_after=left)


def refuse_if_limited(limit: Limit, *, who: str) -> None:
    """Refuse if the limit is used up, without counting."""
    now = time.time()
    if cache.get(_key(limit, who, now=now), 0) >= limit.times:
        raise _too_many(limit, now=now)


def count_attempt(limit: Limit, *, who: str) -> None:
    """Count one attempt, and refuse it if it exceeds the limit."""
    now = time.time()
    key = _key(limit, who, now=now)
    # The key names its stretch of the clock, so outliving it does no harm, and it
    # cannot expire between the two calls.
    cache.add(key, 0, timeout=2 * limit.seconds)
    if cache.incr(key) > limit.times:
        raise _too_many(limit, now=now)
