"""What a form sent: texts, numbers and ticks, as people type them."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from mcmahon.model.errors import InputError
from mcmahon.web.forms import MOST_FIELDS, Form

from .conftest import Opened


def test_fields_are_read_without_blanks_around_them_and_the_last_of_a_name_counts() -> None:
    form = Form({"one": [" a b "], "more": ["x ", " ", "", " y"], "off": []})
    assert [form.text(name) for name in ("one", "more", "off", "none")] == ["a b", "y", "", ""]
    assert [form.all(name) for name in ("one", "more", "off", "none")] == [["a b"], ["x", "y"], [], []]
    assert [form.said(name) for name in ("one", "more", "off", "none")] == [True, True, False, False]


@pytest.mark.parametrize(
    ("typed", "number"),
    [("", 0), (" 7 ", 7), ("0", 0), ("60,000", 60_000), ("1,234,567", 1_234_567), ("-3", -3)],
)
def test_numbers_are_typed_with_commas_or_without(typed: str, number: int) -> None:
    assert Form({"limit": [typed]}).number("limit") == number


@pytest.mark.parametrize("typed", ["1,2", "12,3456", "1234,567", "1.5", "--3", "-", "1e3", "x", "1,000x", "x1,000"])
def test_what_is_no_number_is_named_with_its_field(typed: str) -> None:
    with pytest.raises(InputError, match=f"wrong limit '{typed}'; expected a whole number"):
        Form({"limit": [typed]}).number("limit")


def test_a_form_has_one_file_and_so_many_fields_as_the_largest_page(opened: Opened) -> None:
    page, file = "/t/congress60/import", ("x.csv", b"name,rank\nAmber,1d\n")
    for count, code in ((1, 200), (2, 422)):
        answer = opened.client.post(page, data={}, files=[("file", file)] * count)
        assert answer.status_code == code
    assert "this form cannot be read" in answer.text
    many = [("x", "1")] * (MOST_FIELDS + 1)
    answer = opened.client.post(
        page, content=urlencode(many), headers={"content-type": "application/x-www-form-urlencoded"}
    )
    assert (answer.status_code, "this form cannot be read" in answer.text) == (422, True)
