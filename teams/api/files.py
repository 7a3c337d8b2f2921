"""API views of files: the scroll as PDF and as an image."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpResponse
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from teams.api.base import TeamApi, described
from teams.selectors.scroll_page import get_scroll_page
from teams.views.scroll_files import pdf_of, picture_of


class AsItIs(BaseContentNegotiation):
    """Skip content negotiation: each path has one file. Refusals use the first
    renderer."""

    def select_parser(
        self,
        request: Request,  # noqa: ARG002
        parsers: Iterable[BaseParser],
    ) -> BaseParser:
        return next(iter(parsers))

    def select_renderer(
        self,
        request: Request,  # noqa: ARG002
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,  # noqa: ARG002
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type


def _file(media_type: str) -> dict[tuple[int, str], dict[str, str]]:
    return {(200, media_type): {"type": "string", "format": "binary"}}


class PdfView(TeamApi):
    content_negotiation_class = AsItIs

    @described("pdf", "Get the scroll as PDF", None, responses=_file("application/pdf"))
    def get(self, request: Request, team_id: int) -> HttpResponse:
        reading = get_scroll_page(team_id, request.user)
        return pdf_of(request, reading, reading.page.head.share_token)


class PictureView(TeamApi):
    content_negotiation_class = AsItIs

    @described("picture", "Get the scroll as PNG", None, responses=_file("image/png"))
    def get(self, request: Request, team_id: int) -> HttpResponse:
        return picture_of(request, get_scroll_page(team_id, request.user))
