"""Requests and responses of the API of teams.

Requests are decoded strictly. The OpenAPI description is generated from the same
structs.
"""

from __future__ import annotations
