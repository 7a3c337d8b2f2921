"""Render news as Atom feeds and fixtures as iCalendar files."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from icalendar import Calendar, Event

from league.rendering.markdown import html_of
from league.selectors.communication.feeds import Agenda, Appointment, NewsFeed

ATOM_TYPE = "application/atom+xml; charset=utf-8"


def atom(feed: NewsFeed, *, site: str, own: str) -> str:
    """Return an Atom feed. Addresses begin with `site`; `own` is the feed's address."""
    home = site + reverse("league:news", args=[feed.uid])
    made = Atom1Feed(
        title=f"{feed.league}: news",
        link=home,
        description=feed.blurb,
        feed_url=own,
        feed_guid=home,
        language="en",
    )
    for post in feed.posts:
        link = site + reverse("league:post", args=[feed.uid, post.number])
        made.add_item(
            title=post.title,
            link=link,
            unique_id=link,
            description=str(html_of(post.text)),
            author_name=post.author,
            pubdate=post.published,
            updateddate=post.edited,
        )
    return str(made.writeString("utf-8"))


CALENDAR_TYPE = "text/calendar; charset=utf-8"
LENGTH = timedelta(hours=2)  # of a match, as far as a calendar has to know
REFRESH = timedelta(hours=4)


def calendar(agenda: Agenda, *, site: str) -> bytes:
    made = Calendar()
    made.add("prodid", "-//Moonlight//Leagues//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", agenda.name)
    made.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for one in agenda.appointments:
        made.add_component(_event(one, site))
    return bytes(made.to_ical())


def _event(one: Appointment, site: str) -> Event:
    """Return an event for a match on its date, or on the last day of its round."""
    event = Event()
    event.add("uid", f"fixture-{one.id}@{urlsplit(site).hostname}")
    event.add("dtstamp", one.changed)
    event.add("last-modified", one.changed)
    if one.begins is not None:
        event.add("summary", one.title)
        event.add("dtstart", one.begins)
        event.add("dtend", one.begins + LENGTH)
        event.add("status", "CONFIRMED")
    elif one.until is not None:
        event.add("summary", f"Play by today: {one.title}")
        event.add("dtstart", one.until)
        event.add("dtend", one.until + timedelta(days=1))
        event.add("status", "TENTATIVE")
        event.add("transp", "TRANSPARENT")
    link = site + reverse("challenges:match", args=[one.match])
    event.add("description", f"{one.league}, {one.heading}\n{link}")
    event.add("url", link)
    return event
