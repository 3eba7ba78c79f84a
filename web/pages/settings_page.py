"""All settings as forms, made from their own documentation; and the files of profiles beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from starlette.responses import Response

from ...desk.settings.change_settings import ChangeSettings, changes_in_words
from ...desk.settings.change_settings import change as changed
from ...desk.settings.own_profiles import edit
from ...desk.settings.setting_words import later_only, tie_breaks_for
from ...desk.settings.settings_form import FIRST, FormSetting, form_settings, problems_by_setting, typed_values
from ...desk.verb import build
from ...model.errors import InputError, UnconfirmedError
from ..context import RequestContext, to_correct
from ..page import Page


def show(
    context: RequestContext, problems: dict[str, list[str]] | None = None, wrong_file: list[str] | None = None
) -> Response:
    """A section a card; with `q`, only the settings that have all of its words, else those that have one."""
    words, every = context.query("q").casefold().split(), form_settings(context.state)
    sections = _found(every, words, all) or _found(every, words, any)
    form = context.form
    fields = [one for section in sections.values() for one in section]
    by_key = {one.key: one for one in fields}
    first = {} if words else {key: by_key[key] for key in FIRST}
    others = {title: [one for one in found if one.key not in first] for title, found in sections.items()}
    wrong = {one.key: one.title for one in fields if one.key in (problems or {})}
    return context.page(
        "settings.html",
        422 if problems or wrong_file else 200,
        first=first,
        sections=others,
        tie_breaks=tie_breaks_for(context.state.tournament.settings),
        preset=context.state.tournament.settings.preset,
        q=context.query("q"),
        typed={key: form.text(key) for key in form.fields} if problems else {},
        problems=problems or {},
        field_titles=wrong,
        first_wrong=next(iter(wrong), ""),
        files=dict(context.state.profile_texts) | ({form.text("file"): form.text("text")} if wrong_file else {}),
        wrong_file=wrong_file or [],
        wrong_name=form.text("file"),
    )


def _found(
    sections: Mapping[str, Sequence[FormSetting]], words: Sequence[str], test: Callable[[Iterable[bool]], bool]
) -> dict[str, list[FormSetting]]:
    """The settings with all or any of these words, by section; sections without one are left out."""
    found = {
        title: [one for one in fields if test(w in _searched(one) for w in words)] for title, fields in sections.items()
    }
    return {title: fields for title, fields in found.items() if fields}


def _searched(one: FormSetting) -> str:
    names = " ".join(name for _, name in one.choices)
    return f"{one.key} {one.title} {one.meaning} {names}".casefold()


def change(context: RequestContext) -> Response:
    """Change what is different in the form; each problem stands beside its field."""
    form = context.form
    if form.said("file"):
        return _file(context)
    typed = {key: form.text(key) for key in form.fields}
    try:
        values = typed_values(context.state, {key: text for key, text in typed.items() if key != "yes"})
        if not values:
            return context.back("settings", "Nothing was different.", undo=False)
        request = build(ChangeSettings, values=values, replace=True, anyway=form.said("yes"))
        done = context.do(lambda state: changed(state, request, context.is_director), f"set {', '.join(values)}")
    except UnconfirmedError:
        raise
    except InputError as error:
        return show(context, problems_by_setting(error, list(typed)))
    said = changes_in_words(done.before.tournament, done.after.tournament, values)
    said += later_only(done.before.tournament, values)
    return context.back("settings", *said, notes=context.noted(done))


def _file(context: RequestContext) -> Response:
    file, text = context.form.text("file"), context.form.whole("text")
    try:
        done = context.do(lambda state: edit(state, file, text), f"profile {file}")
    except InputError as error:
        return show(context, wrong_file=to_correct(error))
    word = "written" if text.strip() else "taken away"
    return context.back("settings", f"{done.value} is {word}.", notes=context.noted(done))


PAGES = (Page("settings", show, change, menu=(9, "Settings")),)
