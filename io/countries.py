"""Countries as files have them: two letters, the three letters of chess federations (and TRF), and what is unknown."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache

from ..model.tournament.person import OTHER_CODES, name_key

#: What files write for a country or a club that nobody knows, beside signs alone.
_UNKNOWN = {"XX", "XXX", "XXXX"}
#: What TRF calls the countries that have Go players.
_FEDERATIONS = """
AD=AND AM=ARM AR=ARG AT=AUT AU=AUS AZ=AZE BA=BIH BE=BEL BG=BUL BR=BRA BY=BLR CA=CAN CH=SUI CL=CHI CN=CHN
CO=COL CR=CRC CU=CUB CY=CYP CZ=CZE DE=GER DK=DEN EC=ECU EE=EST ES=ESP FI=FIN FR=FRA GB=ENG GE=GEO GR=GRE
HK=HKG HR=CRO HU=HUN ID=INA IE=IRL IL=ISR IN=IND IS=ISL IT=ITA JP=JPN KR=KOR KZ=KAZ LT=LTU LU=LUX LV=LAT
MA=MAR MD=MDA ME=MNE MG=MAD MK=MKD MN=MGL MT=MLT MX=MEX MY=MAS NL=NED NO=NOR NZ=NZL PE=PER PH=PHI PL=POL
PT=POR RO=ROU RS=SRB RU=RUS SE=SWE SG=SGP SI=SLO SK=SVK TH=THA TR=TUR TW=TPE UA=UKR UK=ENG US=USA UY=URU
VE=VEN VN=VIE ZA=RSA
"""
#: The three letters of ISO 3166, where they are no federation's.
_ISO_THREE = """
AE=ARE AL=ALB BG=BGR BT=BTN CH=CHE CL=CHL CR=CRI DE=DEU DK=DNK DZ=DZA EG=EGY GB=GBR GR=GRC GT=GTM HR=HRV ID=IDN IR=IRN
KH=KHM KW=KWT LB=LBN LI=LIE LK=LKA LV=LVA MC=MCO MG=MDG MN=MNG MY=MYS NG=NGA NL=NLD NP=NPL PA=PAN PH=PHL PK=PAK PR=PRI
PT=PRT PY=PRY SA=SAU SI=SVN SM=SMR TN=TUN TW=TWN UY=URY UZ=UZB VN=VNM XK=XKX ZA=ZAF KG=KGZ BO=BOL HK=HKG MO=MAC LA=LAO
MM=MMR TJ=TJK TM=TKM AF=AFG BD=BGD IQ=IRQ JO=JOR QA=QAT OM=OMN BH=BHR SY=SYR KE=KEN GH=GHA SN=SEN CI=CIV CM=CMR ET=ETH
"""
FEDERATIONS = {pair[:2]: pair[3:] for pair in _FEDERATIONS.split()}
_TWO_LETTERS = {pair[3:]: pair[:2] for pair in _ISO_THREE.split()}
_TWO_LETTERS |= {three: two for two, three in reversed(FEDERATIONS.items())}


#: Names of the countries that have Go players, in their own languages and some others, beside the code.
_NAMES = """
AD Andorra; AM Armenia, Arménie, Armenien; AR Argentina, Argentine, Argentinien; AT Austria, Österreich, Autriche
AU Australia, Australie, Australien; AZ Azerbaijan, Azerbaïdjan, Aserbaidschan
BA Bosnia and Herzegovina, Bosna i Hercegovina, Bosnien und Herzegowina
BE Belgium, Belgique, België, Belgien, Bélgica, Belgio; BG Bulgaria, Bulgarie, Bulgarien, България
BR Brazil, Brasil, Brésil, Brasilien; BY Belarus, Bélarus, Weißrussland; CA Canada, Kanada
CH Switzerland, Schweiz, Suisse, Svizzera, Suiza, Szwajcaria; CL Chile, Chili
CN China, Chine, Kina, Chiny, People's Republic of China; CO Colombia, Colombie, Kolumbien; CR Costa Rica; CU Cuba, Kuba
CY Cyprus, Chypre, Zypern; CZ Czech Republic, Czechia, Česko, Česká republika, Tschechien, Tchéquie, Czechy
DE Germany, Deutschland, Allemagne, Alemania, Germania, Niemcy, Duitsland, Německo
DK Denmark, Danmark, Dänemark, Danemark; EC Ecuador, Équateur; EE Estonia, Eesti, Estland, Estonie
ES Spain, España, Spanien, Espagne, Spagna, Hiszpania; FI Finland, Suomi, Finnland, Finlande
FR France, Frankreich, Francia, Francja, Frankrijk, Francie
GB United Kingdom, Great Britain, Britain, England, Scotland, Wales, Northern Ireland, Großbritannien, Royaume-Uni
GE Georgia, Géorgie, Georgien; GR Greece, Griechenland, Grèce; HK Hong Kong
HR Croatia, Hrvatska, Kroatien, Croatie; HU Hungary, Magyarország, Ungarn, Hongrie, Węgry
ID Indonesia, Indonésie, Indonesien; IE Ireland, Republic of Ireland, Irland, Irlande, Éire; IL Israel, Israël
IN India, Inde, Indien
IS Iceland, Ísland, Islande; IT Italy, Italia, Italien, Italie, Włochy; JP Japan, Japon, Japón, Giappone
KR Korea, South Korea, Republic of Korea, Südkorea, Corée, Corée du Sud; KZ Kazakhstan, Kasachstan
LT Lithuania, Lietuva, Litauen, Lituanie; LU Luxembourg, Luxemburg; LV Latvia, Latvija, Lettland, Lettonie
MA Morocco, Maroc, Marokko; MD Moldova, Moldavie, Moldau; ME Montenegro, Crna Gora; MG Madagascar, Madagaskar
MK North Macedonia, Macedonia, Nordmazedonien; MN Mongolia, Mongolie, Mongolei; MT Malta, Malte
MX Mexico, México, Mexique, Mexiko; MY Malaysia, Malaisie; NL Netherlands, The Netherlands, Holland, Nederland
NL Niederlande, Pays-Bas, Paesi Bassi, Holandia; NO Norway, Norge, Norwegen, Norvège
NZ New Zealand, Neuseeland, Nouvelle-Zélande; PE Peru, Perú, Pérou; PH Philippines, Philippinen
PL Poland, Polska, Polen, Pologne, Polonia, Polsko; PT Portugal
RO Romania, România, Rumänien, Roumanie; RS Serbia, Srbija, Serbien, Serbie, Србија
RU Russia, Russian Federation, Russland, Russie, Rusia, Россия, Rosja, Rusko; SE Sweden, Sverige, Schweden, Suède
SG Singapore, Singapur, Singapour; SI Slovenia, Slovenija, Slowenien, Slovénie
SK Slovakia, Slovensko, Slowakei, Slovaquie, Słowacja; TH Thailand, Thaïlande
TR Turkey, Türkiye, Türkei, Turquie; TW Taiwan, Chinese Taipei, Taïwan
UA Ukraine, Україна, Ukrajina, Ukraina; US United States, United States of America, USA, États-Unis, Vereinigte Staaten
UY Uruguay; VE Venezuela; VN Vietnam, Viet Nam, Viêt Nam; ZA South Africa, Südafrika, Afrique du Sud
"""
_CODES = {
    name_key(name): entry.strip()[:2]
    for entry in _NAMES.replace("\n", ";").split(";")
    for name in entry.strip()[3:].split(",")
    if name.strip()
}


#: Every code of ISO 3166, and Kosovo's.
_ISO = """
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
VN VU WF WS YE YT ZA ZM ZW XK
"""
_KNOWN_CODES = frozenset(_ISO.split()) | OTHER_CODES.keys()
#: What cars bear, where it is no code of two letters.
_CARS = "A=AT B=BE D=DE E=ES F=FR H=HU I=IT J=JP L=LU N=NO P=PT S=SE"
_ON_CARS = dict(pair.split("=") for pair in _CARS.split())
MOST_NEAR = 3  # countries that are proposed for an unknown one
NEAR = 0.75  # how much alike the name of a proposed country must be


def is_known_code(country: str) -> bool:
    """Whether a text is the code of a country, in capitals."""
    return country in _KNOWN_CODES


def nearest_codes(text: str) -> list[str]:
    """Codes that an unknown country may stand for, the likeliest first: `D` DE, `SP` ES, `Germny` DE; perhaps none."""
    key = name_key(text)
    if key in _ON_CARS:
        return [_ON_CARS[key]]
    begun = [code for name, code in _CODES.items() if len(key) > 1 and name.startswith(key)]
    alike = (_CODES[name] for name in get_close_matches(key, _CODES, MOST_NEAR, NEAR))
    return list(dict.fromkeys([*begun, *alike]))[:MOST_NEAR]


@lru_cache(1024)
def code_of(country: str) -> str:
    """The two letters of a country that is given by its name or its federation, or the text in capitals as it is."""
    code = _TWO_LETTERS.get(country.strip().upper()) or _CODES.get(name_key(country), "")
    return code or country.strip().upper()


@lru_cache(4096)  # countries and clubs
def known(text: str) -> str:
    """The name of a country or a club; blank for one that nobody knows (`??`, `-`, `XX`), or bytes that are no text."""
    named = any(c.isalnum() or not c.isprintable() for c in text)
    return text if named and text.upper() not in _UNKNOWN else ""


def stands_for_none(text: str) -> bool:
    """Whether somebody has written letters for a country or a club that nobody knows, as `XX`."""
    return text.upper() in _UNKNOWN


def two_letters(country: str) -> str:
    """The code of a country in capitals, or nothing where it is not two letters."""
    return country.upper() if re.fullmatch(r"[A-Za-z]{2}", country) else ""
