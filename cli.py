"""The command line: read, call, write. No rules live here."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ._version import __version__

if TYPE_CHECKING:
    from .drawing import Drawn
    from .io.folder import State
    from .model.tournament import Tournament
    from .solver.cp_sat import Clock

app = typer.Typer(
    help="Pair Go tournaments by the McMahon system: every round the least cost, proven.",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)

Dir = Annotated[Path, typer.Argument(metavar="DIR", help="The tournament folder.")]
RoundOption = Annotated[int, typer.Option("--round", "-r", help="The round; by default the last one drawn.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def run() -> None:
    """Run the command line; errors are printed once, with their exit code (1 rules, 2 input, 3 folder)."""
    from .model.errors import McMahonError

    try:
        app()
    except McMahonError as error:
        print(f"mcmahon: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


def _say(text: str = "") -> None:
    print(text)


def _warn(text: str) -> None:
    print(f"note: {text}", file=sys.stderr)


def _command() -> str:
    """The command as the journal keeps it."""
    return " ".join(["mcmahon", *(f"'{a}'" if " " in a else a for a in sys.argv[1:])])


def _folder(path: Path) -> Any:
    from .io.folder import TournamentFolder

    return TournamentFolder(path)


@contextmanager
def _change(path: Path) -> Iterator[Any]:
    """One change of the folder; says what it found edited by hand or left half done."""
    with _folder(path).change(_command()) as change:
        if change.recovered:
            _warn("the last command had been interrupted; it has been finished first")
        if change.edited:
            _warn(f"edited by hand since the last command, and journaled as a step: {', '.join(change.edited)}")
        yield change


def _version(value: bool) -> None:
    if value:
        _say(__version__)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="The version.")] = False,
) -> None:
    pass


@app.command()
def new(
    path: Dir,
    preset: Annotated[str, typer.Option(help="bga, egf, aga, german, opengotha or swiss.")] = "egf",
    name: Annotated[str, typer.Option(help="Name of the tournament.")] = "",
    rounds: Annotated[int, typer.Option(min=1, max=99, help="Number of rounds.")] = 5,
    bar: Annotated[str, typer.Option(help="The bar: a rank, auto or none.")] = "",
    floor: Annotated[str, typer.Option(help="The floor: a rank or none.")] = "",
    seed: Annotated[int, typer.Option(min=0, help="Seed of every lottery.")] = 1,
    setting: Annotated[list[str] | None, typer.Option("--set", help="Any other setting, KEY=VALUE.")] = None,
) -> None:
    """Make a new tournament folder."""
    from .io.settings_file import new_settings_text, parse_assignments, parse_settings

    given: dict[str, Any] = {"name": name or path.resolve().name, "rounds": rounds, "seed": seed}
    given |= {key: value for key, value in (("start.bar", bar), ("start.floor", floor)) if value}
    given |= {key: value for key, value in parse_assignments(setting or []).items() if value is not None}
    text = new_settings_text(preset, given)
    parse_settings(text, "tournament.toml (not written)")
    _folder(path).create(text, _command())
    _say(f"{path}: a new tournament of {rounds} rounds, preset {preset}.")
    _say(f"Next: mcmahon register {path} players.csv; settings are in {path / 'tournament.toml'}")


@app.command("set")
def set_(
    path: Dir,
    assignments: Annotated[list[str] | None, typer.Argument(metavar="[KEY=VALUE]…", help="None: show all.")] = None,
) -> None:
    """Show the settings, or change some: start.bar=3d komi=7.5 placing.order=MMS,SOS (KEY= takes one out again)."""
    from .io.settings_file import change_settings, parse_assignments, parse_settings
    from .model.edits import change_of_settings

    if not assignments:
        _show_settings(_folder(path).read())
        return
    changes = parse_assignments(assignments)
    with _change(path) as change:
        from dataclasses import replace

        text = change_settings(change.state.settings_text, changes, str(path / "tournament.toml"))
        settings = parse_settings(text, "tournament.toml")
        if "pairing.profile" in changes:
            from .solver.profiles import load_profile

            load_profile(settings.pairing.profile, path)
        change.state = replace(change.state, settings_text=text)
        change.tournament = change_of_settings(change.tournament, settings, changes)
        tournament = change.tournament
    for key, value in changes.items():
        _say(f"{key} = {value}" if value is not None else f"{key}: default")
    if tournament.rounds and any(key.startswith("start.") for key in changes):
        _warn("start scores change for everybody; `mcmahon check` judges the drawn rounds by the new ones")


def _show_settings(state: State) -> None:
    from .io.settings_file import plain_value, toml_value
    from .model.settings import SECTIONS, declarations

    settings = state.tournament.settings
    for section in ("", *SECTIONS):
        owner: Any = getattr(settings, section) if section else settings
        for key, (_, doc) in declarations(section).items():
            name = f"{section}.{key}" if section else key
            _say(f"{name} = {toml_value(plain_value(section, key, getattr(owner, key)))}  # {doc}")


@app.command()
def register(
    path: Dir,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV of registrations.")],
    skip: Annotated[str, typer.Option(help="Lines of the file to leave out: 4,7-9.")] = "",
) -> None:
    """Merge a CSV of registrations into the tournament, by id or else by name; as often as wanted."""
    from .io.merging import merge
    from .io.registrations import read_registrations
    from .io.tables import read_table

    table = read_table(file)
    with _change(path) as change:
        reading = read_registrations(table, change.tournament.settings.rounds, _lines(skip))
        merged = merge(change.tournament, reading, str(file))
        change.tournament = merged.tournament
    for remark in merged.remarks:
        _warn(remark)
    _tell_draft(merged.tournament)
    unchanged = len(reading.entries) - len(merged.new) - len(merged.changed)
    total = len(merged.tournament.players)
    _say(f"{len(merged.new)} new, {len(merged.changed)} changed, {unchanged} as before; {total} players in all.")


def _lines(text: str) -> list[range]:
    """Ranges of lines out of `4,7-9`. Raises InputError."""
    from .model.errors import InputError

    ranges = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        first, _, last = part.partition("-")
        if not first.isdecimal() or not (last or first).isdecimal() or int(last or first) < int(first):
            raise InputError(f"--skip {text!r}; right would be: lines such as 4,7-9")
        ranges.append(range(int(first), int(last or first) + 1))
    return ranges


@app.command()
def players(path: Dir, as_json: AsJson = False) -> None:
    """List the players with their start scores."""
    from .io.terminal import players_list_text
    from .model.notes import bar_text
    from .model.scores import score

    tournament = _folder(path).read().tournament
    scores = score(tournament.before(1))
    if as_json:
        data = [
            {"id": p.id, "name": p.name, "rank": p.rank_name, "rating": p.rating, "club": p.club, "country": p.country,
             "start": scores.start[p.id] / 2, "status": p.status.value}
            for p in tournament.players
        ]  # fmt: skip
        _say(json.dumps(data, ensure_ascii=False, indent=1))
        return
    _say(players_list_text(tournament.players, tournament.settings.rounds, scores.start))
    _say(f"{len(tournament.players)} players, {bar_text(tournament)}")


@app.command()
def player(
    path: Dir,
    who: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")],
    name: Annotated[str, typer.Option(help="Surname, First name.")] = "",
    rank: Annotated[str, typer.Option(help="3d, 12k.")] = "",
    rating: Annotated[str, typer.Option(help="European rating.")] = "",
    club: Annotated[str, typer.Option()] = "",
    country: Annotated[str, typer.Option()] = "",
    rounds: Annotated[str, typer.Option(help="Rounds to play: 1-3,5, all but 2, all, none.")] = "",
    group: Annotated[str, typer.Option(help="Families or groups, with ; between them.")] = "",
    status: Annotated[str, typer.Option(help="final, preliminary or withdrawn.")] = "",
    correction: Annotated[str, typer.Option(help="Points added to the start score: -1.")] = "",
) -> None:
    """Change one player at any time: rank, rounds, status, correction of the start score …"""
    from .io.merging import merge
    from .io.registrations import read_registrations
    from .io.tables import Row, Table

    given = {
        "name": name, "rank": rank, "rating": rating, "club": club, "country": country, "rounds": rounds,
        "group": group, "status": status, "correction": correction,
    }  # fmt: skip
    with _change(path) as change:
        before = change.tournament
        old = before.find(who)
        cells = {"id": old.id, **given, "name": name or old.name, "rank": rank or old.rank_name}
        table = Table("player", tuple(cells), (Row(0, cells),))
        reading = read_registrations(table, before.settings.rounds)
        for entry in reading.entries:
            entry.given = frozenset(key for key, value in given.items() if value)
        merged = merge(before, reading, "options")
        change.tournament = after = merged.tournament
        _say(f"{old.id}: {after.player(old.id).name} {after.player(old.id).rank_name}")
    for remark in merged.remarks:
        _warn(remark)
    _tell_doubtful(before, after, 0)
    _tell_draft(after)


@app.command()
def absent(
    path: Dir,
    who: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")],
    rounds: Annotated[str, typer.Argument(metavar="ROUNDS", help="Rounds to miss: 2 or 2,4-5.")],
) -> None:
    """Let a player miss rounds that are not drawn yet."""
    from dataclasses import replace

    from .model.edits import with_entry
    from .model.errors import InputError
    from .model.notes import sleeping_notes
    from .model.round_sets import parse_rounds

    with _change(path) as change:
        tournament = change.tournament
        old = tournament.find(who)
        total = tournament.settings.rounds
        missed = _rounds_argument(parse_rounds, rounds, total)
        played = [r.number for r in tournament.rounds if r.number in missed and not r.draft]
        if played:
            raise InputError(f"round {played[0]} is published already: enter a default instead (result DIR TABLE 0-1!)")
        plays = (frozenset(range(1, total + 1)) if old.rounds is None else old.rounds) - missed
        change.tournament = with_entry(tournament, replace(old, rounds=plays))
        after = change.tournament
    _say(f"{old.id} ({old.name}) misses round {', '.join(map(str, sorted(missed)))}")
    for note in sleeping_notes(after, old.id):
        _warn(note)
    _tell_draft(after)


def _rounds_argument(parse: Any, text: str, total: int) -> frozenset[int]:
    from .model.errors import InputError

    try:
        chosen: frozenset[int] = parse(text, total)
    except ValueError as error:
        raise InputError(f"rounds {text!r}; right would be: {error}") from None
    return chosen


@app.command()
def withdraw(path: Dir, who: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")]) -> None:
    """Take a player out of all rounds to come; what has been played stays."""
    from .model.edits import withdraw as withdraw_player
    from .model.errors import InputError

    with _change(path) as change:
        old = change.tournament.find(who)
        if old.status.value == "withdrawn":
            raise InputError(f"{old.id} ({old.name}) has withdrawn already")
        change.tournament = withdraw_player(change.tournament, old)
        after = change.tournament
    _say(f"{old.id} ({old.name}) has withdrawn")
    _tell_draft(after)


def _tell_draft(tournament: Tournament) -> None:
    """Say what a standing draft does not know yet."""
    from .model.edits import drafts_without

    lines = drafts_without(tournament)
    if lines:
        _warn(f"{'; '.join(lines[:6])}{' …' if len(lines) > 6 else ''}: pair the round again")


@app.command()
def pair(
    path: Dir,
    profile: Annotated[str, typer.Option(help="Weight profile: a name, or a TOML file of your own.")] = "",
    force: Annotated[list[str] | None, typer.Option(metavar="A:B", help="These two meet.")] = None,
    forbid: Annotated[list[str] | None, typer.Option(metavar="A:B", help="These two do not meet.")] = None,
    bye: Annotated[list[str] | None, typer.Option(metavar="A", help="This player has the bye.")] = None,
    relax: Annotated[list[str] | None, typer.Option(metavar="RULE", help="A hard rule that may be broken.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Set another seed for the tournament's lotteries.")] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="Longest time to search.")] = 60.0,
    missing_results: Annotated[bool, typer.Option(help="Draw although results are missing.")] = False,
    two_byes: Annotated[bool, typer.Option(help="With --bye in an even field: somebody else gets a bye too.")] = False,
    dry_run: Annotated[bool, typer.Option(help="Show the draw without writing it.")] = False,
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the proof: .json, or .npz with all costs.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Draw the next round, or the draft again. It stays a draft until publish-round or the first result."""
    begin = time.perf_counter()
    from dataclasses import replace

    from .drawing import changes, draw_round, next_round
    from .io.certificates import check_target
    from .model.draw import Locks, parse_pair
    from .solver.cp_sat import Clock
    from .solver.engine import Options

    clock = Clock(seconds)

    def draw(state: State) -> Drawn:
        tournament = state.tournament
        if certificate is not None:
            check_target(certificate, len(tournament.entrants(next_round(tournament))))
        allowed = {number: (r.locks, r.relaxed, r.profile) for number, r in state.records.items()}
        if seed is not None:
            tournament = replace(tournament, settings=replace(tournament.settings, seed=seed))
        locks = Locks(
            tuple(parse_pair(text, tournament) for text in force or []),
            tuple(parse_pair(text, tournament) for text in forbid or []),
            tuple(tournament.find(text).id for text in bye or []),
        )
        _ask_about_two_byes(tournament, locks.bye, two_byes)
        options = Options(seconds, clock=clock)
        with _progress(f"drawing {len(tournament.players)} players …"), _infeasible_as_json(as_json):
            return _stoppable(
                lambda: draw_round(tournament, profile, locks, relax or (), options, path, missing_results, allowed),
                clock,
            )

    if dry_run:
        drawn = draw(_folder(path).read())
        changed: list[str] = []
    else:
        with _change(path) as change:
            before = change.tournament
            drawn = draw(change.state)
            number = drawn.round.number
            changed = changes(before.round(number) if number <= len(before.rounds) else None, drawn.round)
            _keep_seed(change, seed, path)
            change.tournament = drawn.tournament
            change.state = change.state.with_record(number, drawn.record)
    drawn = replace(
        drawn, pairing=replace(drawn.pairing, seconds={**drawn.pairing.seconds, "total": time.perf_counter() - begin})
    )
    _print_draw(drawn, changed, as_json, path, dry_run)
    if clock.stopped and not (drawn.pairing.optimal and drawn.pairing.tie_proven):
        _warn("stopped by Ctrl-C: this is the best pairing found so far" + ("" if dry_run else ", kept as a draft"))
    if certificate is not None:
        from .verifying import write_certificate

        write_certificate(drawn, certificate)
        if not as_json:
            check = f"mcmahon verify {certificate}" + (f" {path}" if certificate.suffix == ".json" else "")
            what = "proof" if drawn.pairing.optimal else "bound, but no proof of optimality,"
            _say(f"The {what} is in {certificate}; to check it: {check}")


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A certificate: .npz, or .json with DIR.")],
    path: Annotated[Path | None, typer.Argument(metavar="[DIR]", help="The tournament folder.")] = None,
) -> None:
    """Check the proof of a round in exact whole numbers; exit code 1 when it proves nothing."""
    from .verifying import verify_file

    with _progress("checking every pair …"):
        verified = verify_file(file, path)
    _say(f"{verified.title}: the pairing is legal")
    for name, value, bound in verified.tiers:
        what = {"tie": "lottery", "breaches": "broken rules"}.get(name, f"cost, tier {name}")
        rest = "proven least" if value == bound else f"not proven least, the proof leaves a gap of {value - bound:,}"
        _say(f"{what}: {value:,}, no pairing below {bound:,}: {rest}")
    for line in verified.terms:
        _say(line)
    for note in verified.notes:
        _warn(note)


def _stoppable(work: Callable[[], Drawn], clock: Clock) -> Drawn:
    """Do the work so that Ctrl-C stops its clock, and it gives the best it has; a second Ctrl-C ends the program."""
    import signal
    import threading

    from .model.errors import NoAnswerError

    done: list[Drawn] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:
            failed.append(error)

    leave = signal.getsignal(signal.SIGINT)

    def stop(*details: Any) -> None:
        if clock.stopped and callable(leave):
            leave(*details)
        clock.stop()

    thread = threading.Thread(target=run, daemon=True)
    if leave is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, stop)
    try:
        thread.start()
        while thread.is_alive():
            thread.join(0.1)
    finally:
        signal.signal(signal.SIGINT, leave)
    if failed and clock.stopped and isinstance(failed[0], NoAnswerError):
        print("mcmahon: stopped before any pairing was found; nothing is written", file=sys.stderr)
        raise typer.Exit(130)
    if failed:
        raise failed[0]
    return done[0]


@contextmanager
def _infeasible_as_json(as_json: bool) -> Iterator[None]:
    """With --json a round that has no pairing is told as JSON too."""
    from .model.errors import NoPairingError

    try:
        yield
    except NoPairingError as error:
        if as_json:
            data = {"status": "infeasible", "message": str(error).split("\n")[0]}
            _say(json.dumps(data | {"reasons": error.reasons, "relax": error.relax}, ensure_ascii=False, indent=1))
        raise


def _keep_seed(change: Any, seed: int | None, path: Path) -> None:
    if seed is not None:
        from dataclasses import replace

        from .io.settings_file import change_settings

        text = change_settings(change.state.settings_text, {"seed": seed}, str(path / "tournament.toml"))
        change.state = replace(change.state, settings_text=text)


def _ask_about_two_byes(tournament: Tournament, byes: tuple[str, ...], agreed: bool) -> None:
    from .drawing import next_round
    from .model.errors import InputError

    count = len(tournament.entrants(next_round(tournament)))
    in_all = len(byes) + (count - len(byes)) % 2
    if byes and in_all > 1 and not agreed:
        who = ", ".join(byes)
        raise InputError(
            f"{count} players are entered: when {who} sits out, {in_all} players have a bye (somebody else gets a bye "
            "too where the rest is odd); say so with --two-byes, or use `mcmahon absent`"
        )


@contextmanager
def _progress(text: str) -> Iterator[None]:
    """Show on a terminal that work is under way; nothing in a pipe."""
    shown = sys.stderr.isatty()
    if shown:
        print(text, end="\r", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        if shown:
            print(" " * len(text), end="\r", file=sys.stderr, flush=True)


def _print_draw(drawn: Drawn, changed: list[str], as_json: bool, path: Path, dry_run: bool) -> None:
    from .io.terminal import boards_text, costs_text
    from .model.notes import bar_text
    from .model.scores import score

    pairing, tournament = drawn.pairing, drawn.tournament
    if as_json:
        _say(json.dumps(_draw_data(drawn, changed), ensure_ascii=False, indent=1))
        return
    settings = tournament.settings
    head = f"{settings.name}: round {drawn.round.number} of {settings.rounds}"
    _say(f"{head}, {len(drawn.problem)} players, {bar_text(tournament)}")
    _say(boards_text(tournament, drawn.round, score(tournament.before(drawn.round.number))))
    _say(f"Cost {pairing.cost:,} by profile {drawn.record.profile.name}: {costs_text(drawn.record.costs)}")
    if len(pairing.tiers) > 1:
        open_ = {t.tier: f" (at least {t.bound:,})" for t in pairing.tiers if t.cost != t.bound}
        _say("By tier: " + "; ".join(f"{t.tier}: {t.cost:,}{open_.get(t.tier, '')}" for t in pairing.tiers))
    proof = (
        "proven optimal"
        if pairing.optimal
        else f"not proven: at least {pairing.bound:,}, gap {pairing.cost - pairing.bound:,}"
    )
    timing = f"{pairing.seconds['total']:.2f} s, {pairing.seconds['solve']:.2f} s of them solving"
    _say(f"{proof}; {timing}")
    if pairing.optimal and not pairing.tie_proven:
        _say("The lottery among equals is not proven: another machine may draw other boards of the same cost.")
    for line in drawn.priced:
        _say(f"broken at a price: {line}")
    for violation in drawn.breaches:
        _say(f"allowed: {violation.rule}: {violation.text}")
    if changed:
        some = "; ".join(changed[:12]) + (" …" if len(changed) > 12 else "")
        _say(f"Against the draft before, new: {some}")
    for note in drawn.notes:
        _warn(note)
    if not dry_run:
        _say(f"A draft until `mcmahon publish-round {path}` or the first result.")


def _draw_data(drawn: Drawn, changed: list[str]) -> dict[str, Any]:
    """The draw as plain data; komi in points."""
    players = drawn.tournament.by_id()
    boards = [
        {"table": g.table, "white": g.white, "black": g.black, "white_name": players[g.white].name,
         "black_name": players[g.black].name, "handicap": g.handicap, "komi": g.komi_halves / 2}
        for g in drawn.round
    ]  # fmt: skip
    pairing = drawn.pairing
    return {
        "round": drawn.round.number,
        "status": pairing.status,
        "cost": pairing.cost,
        "bound": pairing.bound,
        "tiers": [{"tier": t.tier, "cost": t.cost, "bound": t.bound} for t in pairing.tiers],
        "costs": dict(drawn.record.costs),
        "tie_break_proven": pairing.tie_proven,
        "profile": drawn.record.profile.name,
        "seed": drawn.tournament.settings.seed,
        "seconds": {"total": round(pairing.seconds["total"], 4), "solve": round(pairing.seconds["solve"], 4)},
        "boards": boards,
        "bye": drawn.round.byes[0] if drawn.round.byes else None,
        "byes": list(drawn.round.byes),
        "absent": list(drawn.round.absent),
        "allowed": [f"{v.rule}: {v.text}" for v in drawn.breaches],
        "broken_at_a_price": list(drawn.priced),
        "notes": list(drawn.notes),
        "changed": changed,
    }


def _round_number(tournament: Tournament, number: int) -> int:
    from .model.errors import InputError

    if not tournament.rounds:
        raise InputError("no round has been drawn")
    return tournament.round(number or len(tournament.rounds)).number


@app.command("publish-round")
def publish_round(
    path: Dir,
    number: RoundOption = 0,
    anyway: Annotated[bool, typer.Option(help="Although entrants are missing in it.")] = False,
) -> None:
    """Make the draft final; from now on `pair` draws the next round."""
    from .model.edits import drafts_without, publish
    from .model.errors import InputError

    with _change(path) as change:
        chosen = _round_number(change.tournament, number)
        if not change.tournament.round(chosen).draft:
            raise InputError(f"round {chosen} is published already")
        lines = drafts_without(change.tournament)
        if lines and not anyway:
            raise InputError(f"{'; '.join(lines[:6])}: pair the round again, or publish it with --anyway")
        change.tournament = publish(change.tournament, chosen)
    _say(f"Round {chosen} is published.")


@app.command()
def show(path: Dir, number: RoundOption = 0) -> None:
    """Show the boards and results of a round."""
    from .io.terminal import boards_text
    from .model.scores import score

    tournament = _folder(path).read().tournament
    drawn = tournament.round(_round_number(tournament, number))
    state = " (draft)" if drawn.draft else ""
    _say(f"{tournament.settings.name}: round {drawn.number}{state}")
    _say(boards_text(tournament, drawn, score(tournament.before(drawn.number))))


@app.command()
def result(
    path: Dir,
    results: Annotated[list[str] | None, typer.Argument(metavar="[TABLE RESULT]…", help="4 1-0 7 jigo 9 0-1!")] = None,
    number: RoundOption = 0,
    file: Annotated[Path | None, typer.Option(help="CSV with columns table and result (and round).")] = None,
) -> None:
    """Enter or correct results, White's points first: 1-0, 0-1, jigo, 0-0, 1-1, void, ?; ! behind it: by default."""
    from .io.results import entered_by_hand, read_results
    from .model.edits import doubtful_boards, set_results
    from .model.errors import InputError

    if not results and file is None:
        raise InputError("no result is named; right would be: 4 1-0 5 0-1, or --file results.csv")
    with _change(path) as change:
        before = change.tournament
        last = _round_number(before, number)
        entered = entered_by_hand(results or [], last) + (read_results(file, last) if file is not None else [])
        change.tournament = after = set_results(before, entered)
    _say(f"{len(entered)} results entered." if len(entered) != 1 else "1 result entered.")
    missing = sum(g.result.value == "unknown" for g in after.round(last))
    _say(f"Round {last}: {missing} results still missing." if missing else f"Round {last}: all results are in.")
    doubtful = (line for where, *_ in sorted(entered) for line in doubtful_boards(before, after, where))
    for line in dict.fromkeys(doubtful):
        _warn(f"drawn from scores that have changed: {line}")


def _tell_doubtful(before: Tournament, after: Tournament, number: int) -> None:
    from .model.edits import doubtful_boards

    for line in doubtful_boards(before, after, number):
        _warn(f"drawn from scores that have changed: {line}")


@app.command()
def swap(
    path: Dir,
    a: Annotated[str, typer.Argument(metavar="A", help="Id or name.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Id or name.")],
    number: RoundOption = 0,
) -> None:
    """Put two players in each other's places, by hand; the judge says what it thinks of it."""
    from .model.edits import swap as swap_players
    from .model.notes import colour_notes

    with _change(path) as change:
        tournament = change.tournament
        chosen = _round_number(tournament, number)
        change.tournament = swap_players(tournament, chosen, tournament.find(a).id, tournament.find(b).id)
        state = change.state
    _say(f"Swapped in round {chosen}; the boards are marked.")
    for old in tournament.round(chosen):
        if old.result.value != "unknown" and old not in state.tournament.round(chosen).games:
            _warn(f"the result of table {old.table} is taken out: it was {old.result.value}")
    for note in colour_notes(state.tournament, chosen):
        _warn(note)
    _verdict(state, chosen, path)


@app.command()
def board(
    path: Dir,
    table: Annotated[int, typer.Argument(metavar="TABLE")],
    white: Annotated[str, typer.Option(help="Who takes White.")] = "",
    handicap: Annotated[int | None, typer.Option(help="Stones.")] = None,
    komi: Annotated[str, typer.Option(help="Komi, such as 0.5.")] = "",
    number: RoundOption = 0,
) -> None:
    """Change colours, handicap or komi of a board by hand; the judge says what it thinks of it."""
    from .io.rounds import parse_halves
    from .model.edits import edit_board
    from .model.errors import InputError

    if not white and handicap is None and not komi:
        raise InputError("nothing to change; right would be: --white, --handicap or --komi")
    try:
        halves = parse_halves(komi) if komi else None
    except ValueError:
        raise InputError(f"komi {komi!r}; right would be: a multiple of 0.5") from None
    with _change(path) as change:
        tournament = change.tournament
        chosen = _round_number(tournament, number)
        side = tournament.find(white).id if white else ""
        change.tournament = edit_board(tournament, chosen, table, side, handicap, halves)
        state = change.state
    _say(f"Table {table} of round {chosen} is changed and marked.")
    _verdict(state, chosen, path)


def _verdict(state: State, number: int, path: Path) -> bool:
    """Print what the judge finds in a round and what it costs; True when it is legal."""
    from .io.terminal import costs_text
    from .model.draw import without_own_rules
    from .model.judge import broken, cost_of_round, judge
    from .solver.profiles import load_profile

    record = state.records.get(number)
    profile = record.profile if record else load_profile(state.tournament.settings.pairing.profile, path)
    locks, relaxed = (record.locks, record.relaxed) if record else (None, ())
    tournament = without_own_rules(state.tournament) if record else state.tournament
    found = judge(tournament, number, locks, relaxed, profile)
    for violation in found:
        _say(f"round {number}: {violation}")
    costs = cost_of_round(tournament, number, profile)
    cost, legal = sum(costs.values()), not broken(found)
    drawn = f"; {record.cost:,} when it was drawn" if record and record.cost != cost else ""
    _say(f"round {number}: {'legal' if legal else 'not legal'}, cost {cost:,}{drawn} ({costs_text(costs)})")
    return legal


@app.command()
def check(path: Dir) -> None:
    """Let the judge verify every round against every hard rule and recompute its cost; exit code 1 if one is broken."""
    state = _folder(path).read()
    if not state.tournament.rounds:
        _say("no round has been drawn")
    verdicts = [_verdict(state, drawn.number, path) for drawn in state.tournament.rounds]
    if not all(verdicts):
        raise typer.Exit(1)


@app.command()
def standings(
    path: Dir,
    after: Annotated[int | None, typer.Option("--after", "-r", help="After this round; by default the last.")] = None,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
) -> None:
    """The standings after any round, with the crosstable."""
    from .io.tables import write_table
    from .io.terminal import standings_data, standings_rows, standings_text
    from .model.errors import InputError
    from .model.standings import standings as ranked

    tournament = _folder(path).read().tournament
    if after is not None and not 0 <= after <= len(tournament.rounds):
        raise InputError(f"round {after} has not been drawn; rounds drawn: {len(tournament.rounds)}")
    table = ranked(tournament, after)
    if as_json:
        _say(json.dumps(standings_data(table), ensure_ascii=False, indent=1))
    elif as_csv:
        sys.stdout.write(write_table(*standings_rows(table)))
    else:
        _say(f"{tournament.settings.name}: standings after round {table.after_round}")
        _say(standings_text(table))


@app.command()
def undo(path: Dir) -> None:
    """Take back the last command, or the last edit by hand."""
    _say(f"undone: {_folder(path).take_back()}")


@app.command()
def redo(path: Dir) -> None:
    """Do again what was undone last."""
    _say(f"done again: {_folder(path).do_again()}")


@app.command()
def log(path: Dir) -> None:
    """List every step of the journal."""
    _folder(path).read()
    for step in _folder(path).journal.steps():
        _say(f"{step.number:5}  {step.time}  {step.command}")
