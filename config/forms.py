"""How forms are drawn everywhere on the site."""

from __future__ import annotations

from django.forms.renderers import TemplatesSetting


class PaperRenderer(TemplatesSetting):
    """Makes `{{ form }}` and `{{ field.as_field_group }}` look like the site."""

    form_template_name = "components/_form.html"
    field_template_name = "components/_field.html"
