"""Views that say no in every way, for the tests of config/refusal_responses.py."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template import engines
from django.urls import path
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from config import urls
from kernel.errors import Conflict, Refusal, Refusals, Unreadable

handler400 = urls.handler400
handler403 = urls.handler403
handler404 = urls.handler404
handler500 = urls.handler500

REFUSALS = {
    "one": Refusal(
        "You have 3 koban and a Kaiken costs 8. Sell something first.",
        code="not-enough-koban",
        field="profile",
    ),
    "many": Refusals(
        [
            Refusal("The team has no chunin. Recruit one.", code="no-chunin"),
            Refusal("The name is taken. Choose another.", code="taken", field="name"),
        ]
    ),
    "conflict": Conflict("Ines has moved since you looked. Look at the board again."),
    "unreadable": Unreadable("There is no space called K21.", line=4),
    "markup": Refusal("<b>Bold</b> names are not allowed. Use letters."),
}

FORM_PAGE = """{% extends "base.html" %}{% block main %}
<div class="wrap"><section class="sheet stack"><h1>Say something</h1>
<form method="post" action="/refuse/one/" class="form">{% csrf_token %}{{ form }}
<button>Send</button></form>
<form method="post" action="/refuse/many/" hx-post="/refuse/many/" hx-target="#here"
 hx-select="#elsewhere">{% csrf_token %}<button>Send quietly</button></form>
<button hx-post="/refuse/one/">Send without a form</button>
<button hx-get="/broken/" hx-target="#here">Break</button>
<p id="here">As it was.</p></section></div>
{% endblock %}"""


class NameForm(forms.Form):
    name = forms.CharField(help_text="At most twenty letters.")


def form_page(request: HttpRequest) -> HttpResponse:
    template = engines["django"].from_string(FORM_PAGE)
    return HttpResponse(template.render({"form": NameForm()}, request))


def say(request: HttpRequest) -> HttpResponse:
    messages.success(request, "Suzume is spared.")
    messages.error(request, "The ronin has left.")
    return redirect("/form/")


def refuse(request: HttpRequest, which: str) -> HttpResponse:
    raise REFUSALS[which]


def deny(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def deny_members(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied("The log is for members.")


def garble(request: HttpRequest) -> HttpResponse:
    raise BadRequest


def broken(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


class Line(serializers.Serializer):
    count = serializers.IntegerField(min_value=1)


class Order(serializers.Serializer):
    name = serializers.CharField(max_length=4)
    lines = Line(many=True)

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        if attrs["name"] == "none":
            raise serializers.ValidationError("Say who it is for.")
        return attrs


class OrderView(APIView):
    permission_classes = []

    def post(self, request: Request) -> Response:
        Order(data=request.data).is_valid(raise_exception=True)
        return Response({"ok": True})


class RefusingView(APIView):
    def get(self, _request: Request, which: str) -> Response:
        raise REFUSALS[which]


class RaisingView(APIView):
    raised: Exception = AssertionError()

    def get(self, _request: Request) -> Response:
        raise self.raised


class Always(BaseThrottle):
    def allow_request(self, _request: Request, _view: APIView) -> bool:
        return False

    def wait(self) -> float:
        return 41.5


class ThrottledView(APIView):
    throttle_classes = [Always]

    def get(self, _request: Request) -> Response:
        return Response({})


class MembersView(APIView):
    def post(self, _request: Request) -> Response:
        return Response({})


urlpatterns = [
    *urls.urlpatterns,
    path("form/", form_page),
    path("say/", say),
    path("refuse/<which>/", refuse),
    path("deny/", deny),
    path("deny/members/", deny_members),
    path("garble/", garble),
    path("broken/", broken),
    path("api/plain/<which>/", refuse),
    path("api/refuse/<which>/", RefusingView.as_view()),
    path("api/orders/", OrderView.as_view()),
    path("api/missing/", RaisingView.as_view(raised=Http404())),
    path("api/denied/", RaisingView.as_view(raised=PermissionDenied())),
    path(
        "api/denied/members/",
        RaisingView.as_view(raised=PermissionDenied("The log is for members.")),
    ),
    path("api/refused/", RaisingView.as_view(raised=exceptions.PermissionDenied())),
    path("api/broken/", RaisingView.as_view(raised=ZeroDivisionError())),
    path("api/throttled/", ThrottledView.as_view()),
    path("api/members/", MembersView.as_view()),
]
