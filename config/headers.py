"""Headers of every response: who may cache it, and what its page may use."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.api_problems import is_api

# Nothing on the site asks for a device, a sensor or a payment. The clipboard and
# sharing are left to the page itself.
_UNUSED = (
    *("accelerometer", "autoplay", "browsing-topics"),
    *("camera", "display-capture", "encrypted-media", "gamepad", "geolocation"),
    *("gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer"),
    *("microphone", "midi", "payment", "publickey-credentials-get"),
    *("screen-wake-lock", "serial", "usb", "window-management"),
    "xr-spatial-tracking",
)
PERMISSIONS_POLICY = ", ".join(
    [*(f"{feature}=()" for feature in _UNUSED), "clipboard-write=(self)"]
)


class HeadersMiddleware:
    """Keep personal pages in the person's browser, and API responses out of every
    cache.

    Visitors without a session get pages that caches may share. A view can set its own
    `Cache-Control`: the rulebook is the same for all visitors.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        if "Cache-Control" not in response.headers:
            if is_api(request):
                response.headers["Cache-Control"] = "no-store"
            elif is_personal(request):
                response.headers["Cache-Control"] = "private, no-cache"
        return response


def is_personal(request: HttpRequest) -> bool:
    """Return whether the request carries a session or a token."""
    return (
        settings.SESSION_COOKIE_NAME in request.COOKIES
        or "Authorization" in request.headers
    )
