"""A person in the API."""

from __future__ import annotations

from rest_framework import serializers

from people.rules import names


class MeSerializer(serializers.Serializer):
    """Your own profile. Services check the changes."""

    id = serializers.IntegerField(read_only=True)
    username = serializers.CharField(read_only=True)
    name = serializers.CharField(read_only=True, help_text="What others see.")
    display_name = serializers.CharField(
        allow_blank=True, max_length=names.DISPLAY_NAME_LENGTH_MAX
    )
    email = serializers.EmailField(read_only=True)
    time_zone = serializers.CharField(
        max_length=64, help_text="A name of the IANA database, such as Europe/Berlin."
    )
    language = serializers.CharField(max_length=10)
    created = serializers.DateTimeField(read_only=True)
