"""Prizes in words: what somebody gets, why somebody gets it or not, and what has changed since it was announced."""

from __future__ import annotations

from collections.abc import Sequence

from ...io.pages.contents.prizes import amount_text
from ...model.language import ENGLISH, counted, first_few
from ...model.prizes.awards import Awards, Share
from ...model.prizes.prize import EACH, Prize, money_text
from ...model.prizes.prize_lists import CUP, UPSET_RATING
from ...model.prizes.told import Kind, PrizeChange, PrizeLine, Reason
from ...model.tournament.tournament import Tournament
from .written_values import counted_entrants, winner_name

__all__ = ["amount_text"]

MOST_NAMED = 5


def worth_text(prize: Prize) -> str:
    """What a prize is: `100 EUR and cup`; `cup (20)` where a thing has a value."""
    if prize.currency:
        return " and ".join(filter(None, (f"{money_text(prize.value)} {prize.currency}", prize.thing)))
    return f"{prize.thing} ({money_text(prize.value)})" if prize.value else prize.thing


def totals_text(awards: Awards, tournament: Tournament) -> str:
    """What is paid to how many, what is kept, and what nobody gets; blank where there is no money."""
    currency = next((prize.currency for award in awards.awards for prize in award.prizes if prize.currency), "")
    if not currency:
        return ""
    paid = [share for award in awards.awards for share in award.shares if share.money]
    kept, left = sum(award.kept for award in awards.awards), sum(prize.money for prize in awards.left)
    said = [f"{money_text(sum(share.money for share in paid))} {currency} for {_paid_to(paid, tournament)}"]
    said += [f"{money_text(kept)} {currency} kept by the organisers"] if kept else []
    said += [f"{money_text(left)} {currency} not given"] if left else []
    return "; ".join(said)


def _paid_to(paid: Sequence[Share], tournament: Tournament) -> str:
    """How many get something: `3 players`; people of teams beside teams, `3 teams and 2 players`."""
    winners, known = {share.player for share in paid}, tournament.by_id()
    entrants = sum(winner in known for winner in winners)
    texts = [counted_entrants(entrants, tournament.settings)] if entrants or not winners else []
    return " and ".join([*texts, *([counted(len(winners) - entrants, "player")] if entrants < len(winners) else [])])


def list_text(prize: Prize) -> str:
    """The list of a prize and its place in it: `place 1 of women=yes by the standings`."""
    who = prize.condition.text or ("people" if prize.people else "everybody")
    by = f"the {prize.order}" if prize.order.startswith(CUP) else prize.order or "the standings"
    place = "each" if prize.place == EACH else f"place {prize.place}"
    return f"{place} of {'people with ' if prize.people and prize.condition.text else ''}{who}, by {by}"


def loss_texts(changes: Sequence[PrizeChange], tournament: Tournament) -> list[str]:
    """A sentence for each player who gets something else than was announced."""
    return [_change(one, tournament) for one in changes]


def _change(change: PrizeChange, tournament: Tournament) -> str:
    name = winner_name(change.player, tournament)
    before, after = (_lines(lines) for lines in (change.before, change.after))
    if not change.after:
        return f"{name} no longer gets {before}"
    return f"{name} now gets {after}" + (f", not {before}" if before else "")


def _lines(lines: Sequence[PrizeLine]) -> str:
    return ENGLISH.listed([f"{line.prize} ({amount_text(line)})" for line in lines])


def reason_text(reason: Reason, tournament: Tournament) -> str:
    """Why a player gets a prize, or does not, in a few sentences."""
    return f"{reason.prize.name}: {_said(reason, tournament)}"


def _said(reason: Reason, tournament: Tournament) -> str:
    match reason.kind:
        case Kind.WON:
            return _won(reason, tournament)
        case Kind.TO_OTHERS:
            what = "teams" if tournament.settings.of_teams else "pairs"
            if reason.prize.people:
                return f"no. It is for people, not for {what}; ask for one of the members."
            return f"no. It is for {what}, not for people; ask for the {what[:-1]}."
        case Kind.EXCLUDED:
            return f"no. Only players with {_term(reason)} can win a prize."
        case Kind.NOT_ON_LIST:
            return f"no. It is for players with {_term(reason)}."
        case Kind.NO_UPSET:
            what = "higher rating" if reason.prize.order == UPSET_RATING else "higher rank"
            return f"no. It is for a win over a player of {what}, played without handicap."
        case Kind.NO_CUP_PLACE:
            return f"no. It is for the first places of the {reason.prize.order}."
        case Kind.OTHER_PLACE:
            own = f"this player is {'tied for' if reason.tied else 'at'} place {reason.place}"
            return f"no. It is for place {reason.prize.place} of its list; {own}.{_winners(reason, tournament)}"
        case Kind.HAS_ANOTHER:
            assert reason.award is not None
            title = " + ".join(prize.name for prize in reason.award.prizes)
            worth = "more" if max(prize.value for prize in reason.award.prizes) > reason.prize.value else "as much"
            return f"no. Everybody gets one prize, and this player has {title}, which is worth {worth}."
        case Kind.BEHIND:
            tied = f", tied with {counted(len(reason.tied), 'player')}" if reason.tied else ""
            return f"no, at place {reason.place} of its list{tied}.{_winners(reason, tournament)}"
        case Kind.NOT_GIVEN:
            return "no. Nobody gets it: everybody who can has a prize worth as much, or nobody is at its place."


def _term(reason: Reason) -> str:
    """A term with blanks around its sign, and what the player has."""
    assert reason.term is not None
    term = f"{reason.term.column} {reason.term.sign} {' or '.join(reason.term.values)}"
    return f"{term}{f' (here: {reason.has})' if reason.has else ''}"


def _won(reason: Reason, tournament: Tournament) -> str:
    assert reason.award is not None
    said = [f"yes, {_own(reason)}."]
    if len(reason.award.shares) > 1 and reason.prize.place != EACH:
        worth = " + ".join(worth_text(prize) for prize in reason.award.prizes)
        said.append(f"{len(reason.award.shares)} tied players share {worth}.")
    if reason.prize.place != EACH and not reason.prize.is_besides:
        said += _ahead(reason, tournament)
    if reason.tied and len(reason.award.shares) == 1 and reason.prize.place != EACH:
        said.append("The order of the standings decides between them.")
    if reason.award.kept:
        said.append(f"{money_text(reason.award.kept)} cannot be divided and is kept by the organisers.")
    return " ".join(said)


def _own(reason: Reason) -> str:
    """Where the player is in the list."""
    if reason.prize.place == EACH:
        return "everybody on the list gets it"
    upset, unit = reason.upset, "rating point" if reason.prize.order == UPSET_RATING else "rank"
    stronger = f"{counted(upset.difference, unit)} stronger in round {upset.round}" if upset else ""
    size = f" with a win over a player {stronger}" if upset else ""
    tied = f", tied with {counted(len(reason.tied), 'other player')}" if reason.tied else ""
    return f"at place {reason.place} of its list{size}{tied}"


def _ahead(reason: Reason, tournament: Tournament) -> list[str]:
    """What those who are placed better have."""
    has = [(winner_name(one.player, tournament), " + ".join(prize.name for prize in one.has)) for one in reason.ahead]
    named = first_few([f"{name} has {prizes or 'no prize'}" for name, prizes in has], MOST_NAMED)
    return [f"Placed better: {named}."] if has else []


def _winners(reason: Reason, tournament: Tournament) -> str:
    award = reason.award
    if award is None:
        return ""
    names = first_few([winner_name(share.player, tournament) for share in award.shares], MOST_NAMED)
    decided = {share.player for share in award.shares} & {*reason.tied}
    rule = " The order of the standings decides between them." if decided else ""
    return f" It goes to {names}.{rule}"
