"""`{{ form }}` as the site draws it, everywhere."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from copy import deepcopy
from types import ModuleType

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile

import challenges.forms
import config.component_gallery
import league.forms
import people.forms
import teams.forms
from league.forms.house_rules import HouseRulesForm
from people.forms import SiteForm, own_words
from rulebook.catalogue import catalogue

PLACES = (
    challenges.forms,
    config.component_gallery,
    league.forms,
    people.forms,
    teams.forms,
)
# What Django says unless told otherwise.
DJANGO = re.compile(
    r"This field|Enter a (?:valid|whole number|number|list|complete)|Select a valid"
    r"|Ensure |Null characters|No file was"
    r"|submitted file|Please either|Upload a valid|is required|is not one of"
)
WRONG = (
    None,
    "",
    "x",
    "x" * 100_000,
    "nul\0l",
    "-" + "9" * 30,
    "9" * 30,
    "nan",
    ["x", "y"],
    SimpleUploadedFile("empty.json", b""),
)


class Colours(SiteForm):
    name = forms.CharField(help_text="At most <b>ten</b> letters.", max_length=10)
    nickname = forms.CharField(required=False)
    pick = forms.ChoiceField(
        choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect, help_text="One."
    )
    is_sure = forms.BooleanField(label="I am sure")
    token = forms.CharField(widget=forms.HiddenInput, initial="t")

    def clean(self) -> None:
        raise forms.ValidationError("Nothing is <right>.")


def test_a_label_belongs_to_its_input() -> None:
    drawn = Colours().render()
    assert re.search(r'<label for="id_name">\s*Name\s*</label>', drawn)
    assert re.search(r'<input[^>]*id="id_name"', drawn)


def test_what_may_be_left_out_says_so() -> None:
    drawn = Colours().render()
    assert drawn.count("(optional)") == 1
    assert 'Nickname <span class="optional">(optional)</span>' in drawn


def test_help_and_error_are_tied_to_the_input() -> None:
    drawn = Colours({}).render()
    field = re.search(r'<input[^>]*id="id_name"[^>]*>', drawn)
    assert field is not None
    assert 'aria-describedby="id_name_helptext id_name_error"' in field[0]
    assert 'aria-invalid="true"' in field[0]
    assert 'id="id_name_helptext"' in drawn
    error = drawn.partition('id="id_name_error"')[2].partition("</div>")[0]
    assert "Fill in “Name”." in error


def test_a_group_of_choices_is_a_fieldset_with_a_legend() -> None:
    drawn = Colours({}).render()
    group = drawn.partition("<fieldset")[2].partition("</fieldset>")[0]
    assert 'aria-describedby="id_pick_helptext id_pick_error"' in group
    assert re.search(r"<legend>\s*Pick\s*</legend>", group)
    assert group.count('type="radio"') == 2


def test_a_tick_stands_before_its_words() -> None:
    tick = Colours()["is_sure"].as_field_group()
    assert tick.index("<input") < tick.index("I am sure")


def test_what_is_wrong_with_the_whole_is_said_first_and_escaped() -> None:
    drawn = Colours({}).render()
    assert drawn.index("Nothing is &lt;right&gt;.") < drawn.index("id_name")
    assert 'role="alert"' in drawn


def test_hidden_fields_are_there_and_unseen() -> None:
    drawn = Colours().render()
    assert drawn.count('type="hidden"') == 1
    assert "Token" not in drawn


def modules() -> Iterator[ModuleType]:
    for place in PLACES:
        yield place
        for found in pkgutil.iter_modules(getattr(place, "__path__", [])):
            yield importlib.import_module(f"{place.__name__}.{found.name}")


def all_forms() -> list[type[forms.BaseForm]]:
    found = {
        each
        for module in modules()
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, forms.BaseForm)
        and each.__module__ == module.__name__
    }
    return sorted(found, key=lambda each: (each.__module__, each.__qualname__))


def complaints(field: forms.Field) -> Iterator[str]:
    """Everything a field says to what makes no sense."""
    for value in WRONG:
        try:
            field.clean(value, None) if isinstance(
                field, forms.FileField
            ) else field.clean(value)
        except forms.ValidationError as error:
            yield from error.messages
        except (AttributeError, TypeError):
            continue  # no browser sends that to such a field


def test_all_forms_are_found() -> None:
    names = {each.__name__ for each in all_forms()}
    assert {
        "LogInForm",
        "ReportForm",
        "PostForm",
        "MatchActionForm",
        "SampleForm",
    } <= names
    assert len(names) > 50


@pytest.mark.parametrize(
    "form", all_forms(), ids=lambda form: f"{form.__module__}.{form.__qualname__}"
)
def test_no_form_speaks_as_django_does(form: type[forms.BaseForm]) -> None:
    assert issubclass(form, SiteForm)
    for name, declared in form.base_fields.items():
        field = deepcopy(declared)
        own_words(field, name)
        said = list(complaints(field))
        assert [one for one in said if DJANGO.search(one)] == [], name


def test_neither_do_the_knobs_of_the_house_rules() -> None:
    rules = catalogue().house_rules.defaults
    names = HouseRulesForm(rules=rules, now=1).fields
    for value in ("", "x" * 500, "nul\0l", "1.5"):
        form = HouseRulesForm(dict.fromkeys(names, value), rules=rules, now=1)
        said = [str(one) for errors in form.errors.values() for one in errors]
        assert said
        assert [one for one in said if DJANGO.search(one)] == []


def test_a_field_keeps_the_words_it_was_given() -> None:
    field = forms.CharField(error_messages={"required": "Say why."}, max_length=3)
    own_words(field, "Why")
    own_words(field, "Why")
    with pytest.raises(forms.ValidationError, match="Say why"):
        field.clean("")
    with pytest.raises(forms.ValidationError, match="Shorten “Why” to 3 letters"):
        field.clean("because")


def test_a_percent_sign_in_a_label_does_no_harm() -> None:
    field = forms.IntegerField(max_value=3)
    own_words(field, "Share in %")
    with pytest.raises(forms.ValidationError) as caught:
        field.clean("4")
    assert caught.value.messages == ["“Share in %” is at most 3."]
