"""Countries as files have them: two letters, the three letters of chess federations (and TRF), and what is unknown."""

from __future__ import annotations

import re

#: What files write for a country or a club that nobody knows.
_UNKNOWN = {"XX", "--", "??", "XXX", "XXXX"}
#: What TRF calls the countries that have Go players.
_FEDERATIONS = """
AD=AND AM=ARM AR=ARG AT=AUT AU=AUS AZ=AZE BA=BIH BE=BEL BG=BUL BR=BRA BY=BLR CA=CAN CH=SUI CL=CHI CN=CHN
CO=COL CR=CRC CU=CUB CY=CYP CZ=CZE DE=GER DK=DEN EC=ECU EE=EST ES=ESP FI=FIN FR=FRA GB=ENG GE=GEO GR=GRE
HK=HKG HR=CRO HU=HUN ID=INA IE=IRL IL=ISR IN=IND IS=ISL IT=ITA JP=JPN KR=KOR KZ=KAZ LT=LTU LU=LUX LV=LAT
MA=MAR MD=MDA ME=MNE MG=MAD MK=MKD MN=MGL MT=MLT MX=MEX MY=MAS NL=NED NO=NOR NZ=NZL PE=PER PH=PHI PL=POL
PT=POR RO=ROU RS=SRB RU=RUS SE=SWE SG=SGP SI=SLO SK=SVK TH=THA TR=TUR TW=TPE UA=UKR UK=ENG US=USA UY=URU
VE=VEN VN=VIE ZA=RSA
"""
_THREE_LETTERS = {pair[:2]: pair[3:] for pair in _FEDERATIONS.split()}
_TWO_LETTERS = {three: two for two, three in reversed(_THREE_LETTERS.items())}


def federation_of(country: str) -> str:
    """The three letters of a country, or nothing where they are not known."""
    code = country.strip().upper()
    return _THREE_LETTERS.get(code, code if len(code) == 3 and code.isascii() and code.isalpha() else "")


def country_of(federation: str) -> str:
    """The two letters of a federation, or the federation itself where it is not known."""
    code = federation.strip().upper()
    return _TWO_LETTERS.get(code, code)


def known(text: str) -> str:
    """The name of a country or a club, or nothing where the text stands for one that nobody knows."""
    return "" if text.upper() in _UNKNOWN else text


def two_letters(country: str) -> str:
    """The code of a country in capitals, or nothing where it is not two letters."""
    return country.upper() if re.fullmatch(r"[A-Za-z]{2}", country) else ""
