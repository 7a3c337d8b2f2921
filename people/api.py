"""The API for your own profile."""

from __future__ import annotations

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from people import selectors
from people.authentication import SCHEME
from people.serializers import MeSerializer
from people.services.accounts import update_profile

CHANGEABLE = ("display_name", "time_zone", "language")


class TokenScheme(OpenApiAuthenticationExtension):
    """Describe in the API schema how to send a token."""

    target_class = "people.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:  # noqa: ARG002
        return {
            "type": "http",
            "scheme": SCHEME.lower(),
            "description": "A token made in your profile.",
        }


class MeView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(responses=MeSerializer, summary="Your own profile")
    def get(self, request: Request) -> Response:
        return Response(MeSerializer(request.user).data)

    @extend_schema(
        request=MeSerializer, responses=MeSerializer, summary="Change your profile"
    )
    def patch(self, request: Request) -> Response:
        given = MeSerializer(data=request.data, partial=True)
        given.is_valid(raise_exception=True)
        person = selectors.signed_in(request.user)
        kept = {name: getattr(person, name) for name in CHANGEABLE}
        update_profile(person=person, **{**kept, **given.validated_data})
        return Response(MeSerializer(person).data)
