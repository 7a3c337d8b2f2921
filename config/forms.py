"""How forms are rendered everywhere on the site."""

from __future__ import annotations

from django.forms.renderers import TemplatesSetting


class PaperRenderer(TemplatesSetting):
    """Render `{{ form }}` and `{{ field.as_field_group }}` in the site's style."""

    form_template_name = "components/_form.html"
    field_template_name = "components/_field.html"
