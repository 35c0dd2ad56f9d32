"""What generated methods are made of. A wrong argument raises a TypeError that names it, before anything is sent."""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from .client import Response

Scalar: TypeAlias = str | bool | int | Decimal | date
"""A parameter of a query; datetime is a date."""


class NotGiven:
    """The default of a field that is not sent. None is a value: it removes what the field had."""

    def __repr__(self) -> str:
        return "NOT_GIVEN"

    def __bool__(self) -> bool:
        return False


NOT_GIVEN: Any = NotGiven()


class Group:
    """Methods of a client."""

    def _send(
        self, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: Any = None, idempotency_key: str | None = None,
    ) -> Response:
        raise NotImplementedError

    def _pages(self, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        query = dict(query)
        if path == "/order/order/":  # orders have cursors only if one is sent
            query.setdefault("cursor", "")
        while True:
            page = self._send("GET", path, query=query).json()
            yield from page["results"]
            query["cursor"] = page.get("next_cursor")
            if query["cursor"] is None:
                return


class Part(Group):
    """Methods of a part of a client."""

    def __init__(self, client: Group, book: str = "") -> None:
        self._client = client
        self._book = book

    def _send(self, method: str, path: str, **options: Any) -> Response:
        return self._client._send(method, path, **options)


def argument(name: str, value: Any, wanted: str) -> Any:
    """Returns a value if it is of one of the kinds, such as "str | None" or "list of dict"."""
    kinds = wanted.split(" | ")
    if not any(_is(value, kind) for kind in kinds):
        for elements in (kind.removeprefix("list of ").split("/") for kind in kinds if kind.startswith("list of ")):
            if isinstance(value, (list, tuple)):
                for i, element in enumerate(value):
                    argument(f"{name}[{i}]", element, " | ".join(elements))
        raise TypeError(f"{name} must be {_said(kinds)}, not {_shown(value)}")
    return value


def arguments(given: Mapping[str, tuple[Any, str]], *, query: bool = False) -> dict[str, Any]:
    """Returns the values that are given, by name, if each is of its kind. In a query None is not given."""
    values = {}
    for name, (value, wanted) in given.items():
        if value is not NOT_GIVEN and not (query and value is None):
            values[name] = argument(name, value, _in_query(wanted) if query else wanted)
    return values


def keywords(method: str, given: Mapping[str, Any], known: Mapping[str, str]) -> dict[str, Any]:
    """Returns the keyword arguments of a method that takes those of a query, if it has them."""
    for name in given:
        if name not in known:
            raise TypeError(f"{method}() has no argument {name!r}; it has {', '.join(known)}")
    return arguments({name: (value, known[name]) for name, value in given.items()}, query=True)


def step(name: str, value: Any, wanted: str) -> str:
    """Returns an argument as a step of a path, which is never another path."""
    text = str(argument(name, value, wanted))
    if text in ("", ".", ".."):
        raise TypeError(f"{name} must not be {text!r}")
    return urllib.parse.quote(text, safe="")


def _in_query(wanted: str) -> str:
    """The kinds of a parameter: any value that has one text is text, a list may be text with commas, and numbers and bool their text."""
    if wanted.startswith("list"):
        return wanted + " | str"
    return re.sub(r"\bstr\b", "text", re.sub(r"\b(int|bool)\b", r"\1 | text of \1", wanted))


_KINDS: dict[str, Any] = {
    "None": lambda v: v is None,
    "bool": lambda v: isinstance(v, bool),
    "int": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float, Decimal)) and not isinstance(v, bool),
    "str": lambda v: isinstance(v, str) or hasattr(v, "isoformat"),
    "text": lambda v: isinstance(v, (str, int, float, Decimal)) or hasattr(v, "isoformat"),
    "dict": lambda v: isinstance(v, Mapping),
    "list": lambda v: isinstance(v, (list, tuple)),
    "bytes": lambda v: isinstance(v, (bytes, bytearray)),
    "text of int": lambda v: isinstance(v, str) and v.isascii() and v.isdigit(),
    "text of bool": lambda v: str(v).lower() in ("true", "false", "1", "0"),
}


def _is(value: Any, kind: str) -> bool:
    if not kind:
        return True
    if kind.startswith("list of "):
        elements: Sequence[str] = kind.removeprefix("list of ").split("/")
        return isinstance(value, (list, tuple)) and all(any(_is(e, k) for k in elements) for e in value)
    return bool(_KINDS[kind](value))


def _said(kinds: Sequence[str]) -> str:
    return " or ".join(k for k in kinds if not k.startswith("text of")).replace("list of", "a list of").replace("/", " or ")


def _shown(value: Any) -> str:
    text = "" if isinstance(value, (Mapping, list, tuple, type(None))) else f" {value!r:.60}"
    return type(value).__name__.replace("NoneType", "None") + text
