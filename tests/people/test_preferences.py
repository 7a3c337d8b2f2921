"""Pages appear in the language and the time zone of whoever looks at them."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone, translation
from django.utils.translation import gettext

from people.checks import languages_are_translated
from people.middleware import PreferencesMiddleware
from people.selectors import day_words, moment_words

pytestmark = pytest.mark.django_db

BOTH = [("en", "English"), ("de", "Deutsch")]


def seen(request) -> HttpResponse:
    zone = timezone.get_current_timezone_name()
    return HttpResponse(f"{zone} {translation.get_language()} {gettext('Yes')}")


def look(person=None):
    request = RequestFactory().get("/")
    if person is not None:
        request.COOKIES["sessionid"] = "any"
        request.user = person
    return PreferencesMiddleware(seen)(request)


def test_a_person_sees_their_own_zone_and_language(alice, settings):
    settings.LANGUAGES = BOTH
    alice.time_zone, alice.language = "Asia/Tokyo", "de"
    response = look(alice)
    assert response.content.decode() == "Asia/Tokyo de Ja"
    assert response.headers["Content-Language"] == "de"


def test_the_next_visitor_does_not_inherit_them(alice, settings):
    settings.LANGUAGES = BOTH
    alice.time_zone, alice.language = "Asia/Tokyo", "de"
    look(alice)
    assert look().content.decode() == "UTC en Yes"


def test_they_are_put_back_even_when_a_view_fails(alice):
    def fail(request):
        raise ZeroDivisionError

    alice.time_zone = "Asia/Tokyo"
    request = RequestFactory().get("/")
    request.COOKIES["sessionid"] = "any"
    request.user = alice
    with pytest.raises(ZeroDivisionError):
        PreferencesMiddleware(fail)(request)
    assert timezone.get_current_timezone_name() == "UTC"


def test_a_language_the_site_stopped_speaking_is_read_as_english(alice):
    alice.language = "de"
    assert look(alice).content.decode() == "UTC en Yes"


def test_a_zone_this_machine_lost_is_read_as_utc(alice):
    alice.time_zone = "Europe/Atlantis"
    assert look(alice).content.decode() == "UTC en Yes"


def test_times_on_a_real_page_are_the_readers_own(alice, alice_client):
    alice.created = datetime(2026, 11, 15, 23, 30, tzinfo=UTC)
    alice.time_zone = "UTC"
    alice.save()
    assert "15 November 2026" in alice_client.get("/people/profile/").content.decode()
    alice.time_zone = "Asia/Tokyo"
    alice.save()
    assert "16 November 2026" in alice_client.get("/people/profile/").content.decode()


def test_a_german_browser_gets_english_as_long_as_nothing_is_translated(visitor):
    response = visitor.get("/people/sign-up/", headers={"Accept-Language": "de"})
    assert response.headers["Content-Language"] == "en"


def test_a_visitor_without_a_session_is_not_asked_who_they_are():
    """Asking would make every answer vary by cookie, and no cache could share it."""

    class Asked(WSGIRequest):
        @property
        def user(self):
            raise AssertionError("asked")

    request = Asked(RequestFactory()._base_environ())
    assert PreferencesMiddleware(seen)(request).content.decode() == "UTC en Yes"


def test_the_site_does_not_start_with_a_language_it_does_not_speak(settings, tmp_path):
    assert languages_are_translated(None) == []
    settings.LANGUAGES = BOTH
    settings.LOCALE_PATHS = [tmp_path]
    (error,) = languages_are_translated(None)
    assert error.id == "people.E001"
    assert "'de'" in error.msg
    compiled = tmp_path / "de" / "LC_MESSAGES" / "django.mo"
    compiled.parent.mkdir(parents=True)
    compiled.touch()
    assert languages_are_translated(None) == []


def test_a_moment_is_told_where_it_is_read_and_says_where_that_is() -> None:
    late = datetime(2026, 12, 5, 23, 30, tzinfo=UTC)
    assert moment_words(late, ZoneInfo("Europe/Berlin")) == (
        "Sun 6 Dec, 00:30 (Europe/Berlin)"
    )
    assert moment_words(late, ZoneInfo("America/New_York")) == (
        "Sat 5 Dec, 18:30 (America/New York)"
    )
    assert day_words(late, ZoneInfo("Asia/Tokyo")) == "Sun 6 Dec"
