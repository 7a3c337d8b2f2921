"""`{{ form }}` as the site draws it, everywhere."""

from __future__ import annotations

import re

from django import forms


class Colours(forms.Form):
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
    assert '<label for="id_name">Name</label>' in drawn
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
    assert "This field is required." in error


def test_a_group_of_choices_is_a_fieldset_with_a_legend() -> None:
    drawn = Colours({}).render()
    group = drawn.partition("<fieldset")[2].partition("</fieldset>")[0]
    assert 'aria-describedby="id_pick_helptext id_pick_error"' in group
    assert "<legend>Pick</legend>" in group
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
