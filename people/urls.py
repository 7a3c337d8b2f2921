from __future__ import annotations

app_name = "people"
urlpatterns: list = []
