"""How Django draws a form: with the components of `templates/components/`."""

from __future__ import annotations

from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    """`{{ form }}` and `{{ field.as_field_group }}`: label, help and error beside each field."""

    form_template_name = "components/form.html"
    field_template_name = "components/field.html"
