"""Pictures of a tournament as SVG: score groups by round, a player's score, and the games between the lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from html import escape

from ....model.language import ENGLISH, Words
from ....model.placing.scores import RoundKind
from ....model.placing.standings import Standings
from ....model.placing.tie_breaks import value_text
from ....model.tournament.numbers import minus
from ..public import said_name

ROW, COLUMN, LABEL = 22, 92, 46
CELL = 9
MOST_LINES = 400


def score_groups(standings: Standings, words: Words = ENGLISH) -> str:
    """Bars of how many players are on each pairing score, a column for each round and one for the start."""
    after = {row.player.id: standings.sums.scores.mms_after[row.player.id] for row in standings.rows}
    columns = [Counter(scores[k] // 2 for scores in after.values()) for k in range(standings.after_round + 1)]
    every = sorted({score for column in columns for score in column}, reverse=True)
    most = max((count for column in columns for count in column.values()), default=1)
    width, height = LABEL + COLUMN * len(columns), ROW * (len(every) + 1)
    label = words.say("Score groups by round")
    parts = [f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{label}">']
    for k, column in enumerate(columns):
        x = LABEL + k * COLUMN
        title = words.say_as("picture", "start") if k == 0 else words.say_as("picture", "round {round}", round=k)
        parts.append(_text(x, ROW - 7, 13, title))
        for line, score in enumerate(every, 1):
            if count := column[score]:
                long, y = max(2, round(count / most * (COLUMN - 34))), line * ROW
                parts.append(f'<rect class="bar" x="{x}" y="{y + 4}" width="{long}" height="{ROW - 8}" rx="2"/>')
                parts.append(_text(x + long + 4, y + 16, 12, count))
    parts += [_text(LABEL - 8, line * ROW + 16, 12, minus(score), "end") for line, score in enumerate(every, 1)]
    return "".join([*parts, "</svg>"])


def _text(x: float, y: float, size: int, text: object, anchor: str = "") -> str:
    """A text at a place, to its right unless another anchor is named."""
    placed = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}"{placed}>{text}</text>'


def games_between_lines(standings: Standings, words: Words = ENGLISH) -> str:
    """A square for every game, by the lines of its two players; a stronger colour is a greater score difference."""
    rows = standings.rows[:MOST_LINES]
    lines = {row.player.id: k for k, row in enumerate(rows)}
    scores, size = standings.sums.scores, CELL * len(rows)
    label = words.say("Games by difference")
    parts = [f'<svg viewBox="0 0 {size + 1} {size + 1}" width="{size + 1}" role="img" aria-label="{label}">']
    parts.append(f'<rect class="grid" x="0" y="0" width="{size}" height="{size}"/>')
    for row in rows:
        for k, entry in enumerate(scores.entries[row.player.id]):
            if entry.kind is not RoundKind.GAME or entry.opponent not in lines:
                continue
            apart = abs(scores.mms_after[row.player.id][k] // 2 - scores.mms_after[entry.opponent][k] // 2)
            x, y = lines[entry.opponent] * CELL, lines[row.player.id] * CELL
            both = row.player, standings.sums.players[entry.opponent]
            names = " – ".join(said_name(one.name, words) for one in both)
            text = words.say("{players}, round {round}: score difference {n}", players=names, round=k + 1, n=apart)
            strong = min(1.0, 0.25 + 0.2 * apart)
            parts.append(
                f'<rect class="bar" x="{x}" y="{y}" width="{CELL - 1}" height="{CELL - 1}" fill-opacity="{strong:.2f}">'
                f"<title>{escape(text)}</title></rect>"
            )
    return "".join([*parts, "</svg>"])


@lru_cache(10_000)  # many players have come the same way
def score_line(scores: tuple[int, ...], words: Words = ENGLISH) -> str:
    """A player's McMahon score from the start on, in half points, as a small line with its values."""
    low, high = min(scores), max(scores)
    width, height = 64 * len(scores), 86
    step = (height - 46) / max(high - low, 1)
    points = [(24 + 64 * k, height - 20 - (value - low) * step) for k, value in enumerate(scores)]
    path = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
    label = words.say("Score by round")
    parts = [f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{label}">']
    parts.append(f'<polyline points="{path}" fill="none" stroke="currentColor" stroke-width="2"/>')
    for k, ((x, y), value) in enumerate(zip(points, scores, strict=True)):
        parts.append(f'<circle class="bar" cx="{x:.0f}" cy="{y:.0f}" r="4"/>')
        parts.append(_text(x, y - 9, 13, minus(value_text(value, 2)), "middle"))
        parts.append(_text(x, height - 3, 11, k or words.say_as("picture", "start"), "middle"))
    return "".join([*parts, "</svg>"])


def front_svg(
    names: Sequence[str],
    points: Sequence[tuple[int, int, bool]],
    standing: Sequence[int] | None = None,
    links: Sequence[str] = (),
) -> str:
    """A Pareto front as a picture: (first, second, on the hull) each, the round now, and where each point leads."""
    every = [(x, y) for x, y, _ in points] + ([(standing[0], standing[1])] if standing is not None else [])
    left, right = min(x for x, _ in every), max(x for x, _ in every)
    low, high = min(y for _, y in every), max(y for _, y in every)
    width, height, edge = 640, 420, 64

    def place(x: int, y: int) -> tuple[float, float]:
        across = (x - left) / max(right - left, 1) * (width - 2 * edge)
        return edge + across, height - edge - (y - low) / max(high - low, 1) * (height - 2 * edge)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" role="{"group" if links else "img"}" '
        f'aria-label="Pareto front of {names[0]} and {names[1]}">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<path d="M{edge} {edge / 2} V{height - edge} H{width - edge / 2}" fill="none" stroke="#555"/>',
        f'<text x="{width / 2}" y="{height - 14}" font-size="14" text-anchor="middle">{escape(names[0])}</text>',
        f'<text x="18" y="{height / 2}" font-size="14" text-anchor="middle" '
        f'transform="rotate(-90 18 {height / 2})">{escape(names[1])}</text>',
    ]
    corners = " ".join("{:.1f},{:.1f}".format(*place(x, y)) for x, y, corner in sorted(points) if corner)
    parts.append(f'<polyline points="{corners}" fill="none" stroke="#2a6f97" stroke-dasharray="5 4"/>')
    for number, (x, y, corner) in enumerate(points):
        at, up = place(x, y)
        fill = "#2a6f97" if corner else "#fff"
        parts += [f'<a href="{escape(links[number])}">'] if links else []
        parts.append(f'<circle cx="{at:.1f}" cy="{up:.1f}" r="5" fill="{fill}" stroke="#2a6f97" stroke-width="2"/>')
        parts.append(_beside(at, up - 8, 8, f"{x}, {y}", width))
        parts += ["</a>"] if links else []
    if standing is not None:
        at, up = place(*standing)
        parts.append(f'<circle cx="{at:.1f}" cy="{up:.1f}" r="9" fill="none" stroke="#b5532a" stroke-width="2"/>')
        parts.append(_beside(at, up + 20, 12, "this round", width, ' fill="#b5532a"'))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _beside(at: float, up: float, away: int, text: str, width: int, look: str = "") -> str:
    """A label right of a point, left of one that is far right, so that it stays inside the picture."""
    x, anchor = (at - away, "end") if at > width * 0.8 else (at + away, "start")
    return f'<text x="{x:.1f}" y="{up:.1f}" font-size="12" text-anchor="{anchor}"{look}>{text}</text>'
