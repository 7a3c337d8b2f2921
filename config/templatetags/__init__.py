"""The template tags of the site."""

from __future__ import annotations
