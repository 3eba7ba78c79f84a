"""The templates of pages, and what they say sentences with; every name in them is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, PrefixLoader, StrictUndefined, Template, nodes
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from ...model.language import Words
from ...model.tournament.numbers import minus

PACKAGE = __package__ or "mcmahon.io.pages"

#: Parts of pages that are the same for the same player, number or word on many lines.
_OFTEN = ("link", "rank", "side", "stone", "n", "cell", "bold", "alone")

_RTL = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_WORDS_RTL = re.compile(f"{_RTL}+(?:[ '.-]+{_RTL}+)*")


def isolated(text: object) -> Markup:
    """A sentence for a page; words written from right to left do not reorder the text around them."""
    escaped = escape(str(text))
    if escaped.isascii():
        return escaped
    return Markup(_WORDS_RTL.sub(lambda words: f"<bdi>{words[0]}</bdi>", str(escaped)))


def shrunk(name: str) -> Markup:
    """The class that sets a long name in smaller letters on walls, screens and slips, as an attribute; or nothing."""
    size = "longer" if len(name) > 34 else "long" if len(name) > 24 else ""
    return Markup(f' class="{size}"' if size else "")


class PageWords(Words):
    """Words for templates: sentences are text of our own, and what is put into them is escaped."""

    def _filled(self, sentence: str, values: dict[str, Any]) -> str:
        return _escaped(sentence, **values)


@lru_cache(20_000, typed=True)  # by type, too: text that is escaped already is equal to text that is not
def _escaped(sentence: str, /, **values: Any) -> str:
    return Markup(sentence).format(**values)


class _Page(Template):
    """A template that escapes each text once: the same names, ranks and numbers stand on thousands of lines."""

    @classmethod
    def from_code(cls, *source: Any, **options: Any) -> Template:
        made = super().from_code(*source, **options)
        made.root_render_func.__globals__["escape"] = _escape
        return made


_escape = lru_cache(20_000, typed=True)(escape)


class Unindented(Extension):
    """Leaves the indentation of templates out of pages: a line begins with its tag, or goes on after one blank."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """The same tokens with less white space."""
        for token in stream:
            text = re.sub(r"\n +(?=<|\Z)", "\n", token.value) if token.type == "data" else ""
            yield Token(token.lineno, token.type, re.sub(r"(\A|\n) +", " ", text) or token.value)


def shared_templates() -> PrefixLoader:
    """The templates of pages for those of another place, as `pages/bracket.html`."""
    return PrefixLoader({"pages": PackageLoader(PACKAGE, "")})


class Templates(Environment):
    """The templates in one language; `on_paper` names lead nowhere."""

    template_class = _Page

    def __init__(self, words: Words, on_paper: bool = False) -> None:
        super().__init__(
            auto_reload=False,
            loader=PackageLoader(PACKAGE, ""),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=[Unindented],
            keep_trailing_newline=True,
        )
        said = PageWords.like(words)
        self.filters |= {"bdi": isolated, "minus": minus, "say": said.say, "say_as": said.say_as, "count": said.count}
        self.globals["on_paper"] = on_paper
        macros: Any = self.get_template("macros.html").module
        self.globals |= {name: getattr(macros, name) for name in ("podium", "won", "bracket")}
        self.globals["shrunk"] = shrunk
        self.filters |= {name: lru_cache(20_000)(getattr(macros, name)) for name in _OFTEN}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`line.table` of a dict is looked up at once, not after an attribute of that name."""
        return obj[attribute] if type(obj) is dict and attribute in obj else super().getattr(obj, attribute)

    def _generate(self, source: nodes.Template, *rest: Any, **options: Any) -> str:
        return super()._generate(_AsFilters(self).visit(source), *rest, **options)


class _AsFilters(NodeTransformer):
    """Makes `say("Round")` the filter `"Round"|say`, called once if constant; a template's own macros stay."""

    def __init__(self, environment: Environment) -> None:
        self._environment, self._own = environment, {"caller"}

    def visit_Template(self, node: nodes.Template) -> nodes.Node:
        self._own = {macro.name for macro in node.find_all(nodes.Macro)}
        return self.generic_visit(node)

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        self.generic_visit(node)
        name = node.node.name if isinstance(node.node, nodes.Name) else ""
        if name in self._own or name not in self._environment.filters or not node.args:
            return node
        first, *more = node.args
        made = nodes.Filter(first, name, more, node.kwargs, node.dyn_args, node.dyn_kwargs, lineno=node.lineno)
        return made.set_environment(self._environment)
