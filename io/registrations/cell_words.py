"""What cells say: yes, no and states of entries in thirteen languages, numbers of ratings, ranks as they are spelt."""

from __future__ import annotations

import re
from functools import lru_cache

from ...model.tournament.person import Status

_FINAL = """
final|fin|f|confirmed|yes|ok|paid|registered|active|accepted|approved|attending|going|checked in|complete
completed|valid|validated|validé|validée|confirmé|confirmée|payé|payée|inscrit|inscrite|bestätigt|bezahlt
angemeldet|zugesagt|confirmado|confirmada|pagado|pagada|aceptado|inscrito|confermato|confermata|pagato|iscritto
potwierdzony|potwierdzone|opłacony|opłacone|potvrzeno|zaplaceno|přihlášen|bevestigd|betaald|aangemeld|bekräftad
betald|anmäld|подтверждено|подтверждён|оплачено|оплачен|підтверджено
сплачено|確認済み|支払済み|参加|已确认|已付款|확인됨|결제완료
vahvistettu|maksettu|megerősítve|fizetve
"""
_PRELIMINARY = """
preliminary|pre|p|prelim|pending|no|unconfirmed|provisional|offen|unbestätigt|pendiente|in attesa|oczekuje|čeká
ожидает|очікує
"""
_WAITING = """
waitlist|waitlisted|wait list|waiting list|on waitlist|on hold|pending payment|payment pending|awaiting payment
unpaid|not paid|warteliste|unbezahlt|nicht bezahlt|zahlung offen|liste d'attente|en attente
en attente de paiement|lista de espera|sin pagar|lista d'attesa|non pagato|lista rezerwowa|nieopłacone
nieopłacony|nezaplaceno|čekací listina|wachtlijst|niet betaald|väntelista|obetald|лист ожидания|не оплачено
не оплачен|не сплачено|キャンセル待ち|未払い|候补|未付款|대기|미결제|várólista|varasija
"""
_OUT = """
withdrawn|out|cancelled|canceled|not attending|not going|refunded|refund|declined|rejected|refused|expired|void
deleted|no longer|annulé|annulée|remboursé|remboursée|refusé|refusée|désisté|storniert|abgesagt|abgemeldet
zurückgezogen|erstattet|abgelehnt|cancelado|cancelada|anulado|anulada|reembolsado|reembolsada|rechazado
annullato|annullata|cancellato|cancellata|rimborsato|rimborsata|anulowany|anulowane|odwołane|odwołany|zwrócony
zrušeno|zrušen|stornováno|odhlášen|vráceno|geannuleerd|afgemeld|terugbetaald|avbokad|avanmäld|återbetald
avbruten|отменено|отменён|отменен|отказ|возврат|возвращено|скасовано
повернено|キャンセル|キャンセル済み|取消|返金済み|已取消|已退款|취소
취소됨|환불|환불됨|peruttu|palautettu|lemondva|törölve
"""


_DISQUALIFIED = """
disqualified|dq|dsq|disqualifiziert|disqualifié|disqualifiée|descalificado|descalificada|squalificato|squalificata
zdyskwalifikowany|zdyskwalifikowana|diskvalifikován|diskvalifikována|gediskwalificeerd|diskvalificerad
дисквалифицирован|дисквалифицирована|дискваліфікований|дискваліфікована|失格|取消资格|실격
"""


_YES = """
x|1|yes|y|true|t|j|ja|oui|o|✓|✔|☑|✅|+|plays|in|wahr|vrai|vero|verdadero|sí|si|sì|tak|ano|igen|да|так|はい|是|예
"""
_NO = """
0|no|n|false|f|nein|non|-|–|absent|out|skip|bye|falsch|faux|falso|nee|nie|ne|nem|нет|ні|☐|✗|✘|❌|いいえ|否|아니요
"""


def _words(text: str) -> list[str]:
    return text.strip().replace("\n", "|").split("|")


YES, NO = frozenset(_words(_YES)), frozenset(_words(_NO))
MARKS = YES | NO
#: What each word, in small letters, makes of an entry; a blank is a final one.
STATES = {
    "": Status.FINAL,
    **dict.fromkeys(_words(_FINAL), Status.FINAL),
    **dict.fromkeys([*_words(_PRELIMINARY), *_words(_WAITING)], Status.PRELIMINARY),
    **dict.fromkeys(_words(_OUT), Status.WITHDRAWN),
    **dict.fromkeys(_words(_DISQUALIFIED), Status.DISQUALIFIED),
}
#: Words that say so under any title: nobody writes them of anything but an entry.
TELLING = frozenset(_words(_WAITING) + _words(_OUT) + _words(_DISQUALIFIED)) - {
    "out", "void", "no longer", "refund", "deleted", "expired", "dq",
}  # fmt: skip
_WORST = (Status.FINAL, Status.PRELIMINARY, Status.WITHDRAWN, Status.DISQUALIFIED)


def state_of(cells: list[str]) -> Status | None:
    """What the cells of one line say of its entry: the worst of them; None if one is no state."""
    found = [STATES.get(cell.casefold()) for cell in cells]
    states = [one for one in found if one is not None]
    return max(states, key=_WORST.index, default=Status.FINAL) if len(states) == len(found) else None


#: What people type where they have no rank or rating.
_NO_VALUE = frozenset({"", "-", "--", "?", "n/a", "na", "n.a.", "none", "unknown", "unrated"})
#: A rank or rating that somebody is not sure of, or has declared: `10k*`, `2100?`, `~1850`, `ca. 1800`.
_MARKED = re.compile(r"(?:~|≈|ca\.|about )?\s*(.*?)\s*[*?]*", re.IGNORECASE)


@lru_cache(8192)  # ranks and ratings of a tournament
def unmarked(text: str) -> str:
    """A rank or rating without marks of doubt such as `?`; empty for words that mean no value."""
    found = _MARKED.fullmatch(text)
    plain = found[1] if found else text
    return "" if plain.casefold() in _NO_VALUE else plain


#: Dan and kyu in Japanese, Chinese, Korean, Russian, Ukrainian.
_WORDS = {"段": "d", "단": "d", "дан": "d", "級": "k", "级": "k", "급": "k", "кю": "k", "кюй": "k", "к": "k", "д": "d"}
_SPELT = re.compile(
    rf"(?P<number>\d{{1,2}})(?:[.,]\d{{1,2}})?\s?(?:st|nd|rd|th|\.)?\s*"
    rf"(?P<letter>dan|kyu|d|k|{'|'.join(sorted(_WORDS, key=len, reverse=True))})\.?[+\-]?\s*(?:\([^()]*\))?",
    re.IGNORECASE,
)


#: Words for somebody who has no rank yet.
BEGINNERS = ("beginner", "novice", "anfänger", "anfaenger", "débutant", "debutant", "principiante", "новичок")
_OF_BEGINNERS = "20k"


@lru_cache(4096)
def spelt_rank(text: str) -> str:
    """A rank of `5 кю`, `3段`, `1st dan`, `6d+`, `4 kyu (EGF 1702)`, `7.5k` (7k, as in the AGA), for `parse_rank`.

    A `beginner` is 20k.
    """
    if text.casefold() in BEGINNERS:
        return _OF_BEGINNERS
    found = _SPELT.fullmatch(text)
    if not found:
        return text
    letter = found["letter"].casefold()
    return f"{found['number']}{_WORDS.get(letter, letter[0])}"
