"""The errors of the client. All are a WaybillError."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

NON_FIELD = "non_field_errors"


class WaybillError(Exception):
    """Any error of this package."""


class ConnectionFailed(WaybillError):
    """The server was not reached, or its response was lost, also when repeated. The request may have been carried out: call it
    again with the same idempotency key."""

    def __init__(self, message: str, idempotency_key: str | None = None) -> None:
        self.idempotency_key = idempotency_key  # of the request, also a random one; None: it had none
        super().__init__(message)


class InvalidSignature(WaybillError):
    """A webhook that must not be trusted. Respond with 401."""


class ResponseError(WaybillError):
    """A response outside 2xx, after the last repetition."""

    def __init__(
        self, status: int, detail: str, request_id: str | None, retry_after: float, body: Any, idempotency_key: str | None = None,
    ) -> None:
        self.status = status
        self.detail = detail  # the server's message; "" if a proxy responded
        self.request_id = request_id  # identifies the request in the server's log
        self.retry_after = retry_after  # seconds that the server asked to wait; 0: none
        self.body = body  # the decoded JSON, or the text
        self.idempotency_key = idempotency_key  # of the request, also a random one; None: it had none
        # Of operations that are not of the original interface. Compare codes, never words: error.code == waybill.Code.SCAN_ENDED.
        said = body if isinstance(body, dict) and "type" in body else {}
        self.code: str | None = said.get("code")  # what is wrong
        self.code_args: Mapping[str, str | int] = said.get("args") or {}
        self.type: str | None = said.get("type")  # the address of a page about the code
        super().__init__(status, detail)

    def __str__(self) -> str:
        return f"{self.status} {self.detail}".rstrip() + in_request(self.request_id)


class ConflictError(ResponseError):
    """409: the state of the order, or of another thing, does not allow this."""


class StillRunningError(ConflictError):
    """409: a request with this idempotency key still runs."""


class PreconditionError(ResponseError):
    """412: the order was changed since it was read."""


class KeyReusedError(ResponseError):
    """422: the idempotency key was used for another request."""


class ThrottledError(ResponseError):
    """429: too many requests. Nothing was done."""


@dataclass(frozen=True)
class Problem:
    """One invalid field."""

    order: int | None  # index of the submitted order; None: the request as a whole
    item: int | None  # index of the order's item; None: the order itself
    field: str  # such as "order_width", "item_quantity" or "tax_ids[0].number"; "": no single field
    messages: tuple[str, ...]
    # Of each message, what is wrong and its arguments. The operations of the original interface, such as creates, have none.
    codes: tuple[str, ...] = ()
    args: tuple[Mapping[str, str | int], ...] = dataclasses.field(default=(), hash=False)

    def __str__(self) -> str:
        path = [f"orders[{self.order}]"] if self.order is not None else []
        path += [f"items[{self.item}]"] if self.item is not None else []
        path += [self.field] if self.field else []
        return ": ".join(part for part in (".".join(path), " ".join(self.messages)) if part)


class ValidationError(ResponseError):
    """A request with invalid fields. Nothing of it was stored."""

    def __init__(self, problems: list[Problem], request_id: str | None, body: Any, idempotency_key: str | None = None) -> None:
        self.problems = problems  # at least one, by order and item
        super().__init__(400, "invalid request", request_id, 0, body, idempotency_key)

    def of(self, order: int | None) -> list[Problem]:
        """Returns the problems of the submitted order with that index; of(None) those of the whole request."""
        return [p for p in self.problems if p.order == order]

    def __str__(self) -> str:
        shown = "; ".join(str(p) for p in self.problems[:10])
        more = f"; and {len(self.problems) - 10} more" if len(self.problems) > 10 else ""
        return f"invalid request{in_request(self.request_id)}: {shown}{more}"


def in_request(request_id: str | None) -> str:
    return f" (request {request_id})" if request_id else ""


def read_problems(body: Any, order: int | None = None) -> list[Problem]:
    """Returns the problems of the body of a 400, or of the errors of one order. There are none if the body is {"detail": …}."""
    found: list[Problem] = []
    if isinstance(body, dict) and "detail" not in body:
        _collect(found, order, None, "", body)
    return found


def coded_problems(errors: Any, order: int | None = None) -> list[Problem]:
    """Returns the errors of an application/problem+json, or the problems of one order, those of one field as one problem."""
    found: dict[tuple[int | None, int | None, str], list[Mapping[str, Any]]] = {}
    for error in errors or ():
        found.setdefault(_place(error["path"], order), []).append(error)
    return [
        Problem(*place, tuple(e["message"] for e in all_), tuple(e.get("code", "") for e in all_), tuple(e.get("args", {}) for e in all_))
        for place, all_ in found.items()
    ]


def _place(pointer: str, order: int | None) -> tuple[int | None, int | None, str]:
    """Reads a JSON pointer: order, item and field."""
    steps = [s.replace("~1", "/").replace("~0", "~") for s in pointer.split("/")[1:]]
    item = None
    if order is None and len(steps) > 1 and steps[0] == "orders" and steps[1].isdecimal():
        order, steps = int(steps[1]), steps[2:]
    if order is not None and len(steps) > 1 and steps[0] == "items" and steps[1].isdecimal():
        item, steps = int(steps[1]), steps[2:]
    return order, item, _field(steps)


def _field(steps: Iterable[str]) -> str:
    field = ""
    for step in steps:
        field += f"[{step}]" if step.isdecimal() else f".{step}" if field else step
    return field


def _collect(found: list[Problem], order: int | None, item: int | None, field: str, value: Any) -> None:
    if isinstance(value, dict):
        for name, inner in value.items():
            path = field if name == NON_FIELD else f"{field}.{name}" if field else name
            _collect(found, order, item, path, inner)
        return
    if not isinstance(value, list):
        return
    messages = tuple(m for m in value if isinstance(m, str))
    if messages:
        found.append(Problem(order, item, field, messages))
    # The only element of a list may be about the list as a whole.
    whole = len(value) == 1 and isinstance(value[0], dict) and list(value[0]) == [NON_FIELD]
    for i, element in enumerate(value):
        if isinstance(element, str):
            continue
        if whole:
            _collect(found, order, item, field, element)
        elif field == "orders" and order is None:
            _collect(found, i, None, "", element)
        elif field == "items" and order is not None and item is None:
            _collect(found, order, i, "", element)
        else:
            _collect(found, order, item, f"{field}[{i}]", element)
