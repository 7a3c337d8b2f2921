from __future__ import annotations

app_name = "rulebook"
urlpatterns: list = []
