"""Every format: any bytes, and its own file damaged anywhere, give a tournament or an error with problems."""

from __future__ import annotations

import pytest
from builders import damaged, read_or_refused
from hypothesis import given, settings
from hypothesis import strategies as st
from mcmahon.io.formats import OWN, TRF, formats
from test_aga import SAMPLE as AGA
from test_egd import SAMPLE as EGD
from test_ffg import SAMPLE as TOU
from test_macmahon import SAMPLE as MACMAHON
from test_opengotha import SAMPLE as OPENGOTHA
from test_pairgoth import TEXT as PAIRGOTH
from test_registration_files import MACMAHON as PARTICIPANTS
from test_tde import REGISTER

#: A file of each format, and the signs that mean something to it.
FILES: dict[str, tuple[str, ...]] = {
    "opengotha": (OPENGOTHA, '"', "<", "K"), "macmahon": (MACMAHON, '"', "<", "K"),
    "pairgoth": (PAIRGOTH, '"', "{", "[", "null", "1.5"), "aga": (AGA, "'", "=", "/"), "tou": (TOU, ";"),
    "tde": (REGISTER, "#"), "participants": (PARTICIPANTS, "|", ";", "'"), "egd": (EGD, ";", "[", "+", "0"),
    "csv": ("name,rank,club\nAmber Ada,2d,Ulm\nBirch Bo,3k,Bonn\n", '"', ",", "d"),
}  # fmt: skip
LETTERS = st.text("|;\n fp01ab2dk", max_size=80).map(str.encode)


def with_junk(sample: str) -> st.SearchStrategy[bytes]:
    """The file with any bytes in its middle."""
    whole = sample.encode()
    middle = len(whole) // 2
    return st.binary(max_size=40).map(lambda junk: whole[:middle] + junk + whole[middle:])


def test_every_format_has_a_file_here() -> None:
    assert {*FILES} == {form.name for form in OWN if form is not TRF}


@pytest.mark.slow
@pytest.mark.parametrize("form", FILES)
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_any_bytes_give_a_tournament_or_an_error(form: str, data: st.DataObject) -> None:
    sample, *_ = FILES[form]
    given_bytes = data.draw(st.binary(max_size=300) | LETTERS | with_junk(sample))
    assert read_or_refused(formats()[form].read, given_bytes)


@pytest.mark.slow
@pytest.mark.parametrize("form", FILES)
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_a_damaged_file_gives_a_tournament_or_an_error(form: str, data: st.DataObject) -> None:
    sample, *signs = FILES[form]
    assert read_or_refused(formats()[form].read, data.draw(damaged(sample, *signs)))
