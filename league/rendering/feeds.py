"""News as Atom."""

from __future__ import annotations

from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed

from league.rendering.markdown import html_of
from league.selectors.feeds import NewsFeed

TYPE = "application/atom+xml; charset=utf-8"


def atom(feed: NewsFeed, *, site: str, own: str) -> str:
    """`site` is what addresses begin with, `own` the address of the feed itself."""
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
