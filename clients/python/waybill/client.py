"""The client of the API."""

from __future__ import annotations

import email.message
import email.utils
import http.client
import json
import os
import posixpath
import random
import secrets
import ssl
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, cast

from . import types
from .arguments import argument, arguments, keywords, step
from .errors import (
    ConflictError, ConnectionFailed, KeyReusedError, PreconditionError, Problem, ResponseError, StillRunningError, ThrottledError,
    ValidationError, WaybillError, coded_problems, read_problems,
)
from .methods_gen import PARAMETERS, Administration, Book, Methods
from .repeat_gen import OPERATIONS
from .version_gen import __version__

# The delays between attempts double from the first to the longest. Those of six repetitions add up to 30.5 s, so that a create
# whose connection broke outlasts the 25 s for which the server may respond to its repetition with 409.
_FIRST_DELAY, _LONGEST_DELAY = 0.5, 15.0
_LONGEST_RETRY_AFTER = 60.0
_LONGEST_CALL = 180.0  # no further attempt begins after this time
# The wait that the server asks for in conflicts that are no matter of the idempotency key. While the first request with a key runs, it asks
# for less.
_CONFLICT_RETRY_AFTER = 60.0
_ACCEPTED = "application/json, application/problem+json, */*;q=0.5"
_LOST = (502, 503, 504)  # it is unknown if the request was carried out
_MAX_CANCELLED = 200
_ZIP = b"PK\x03\x04"  # with which XLSX begins
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True)
class CreatedOrder:
    """The result for one order of a batch."""

    tracking_no: str | None  # None: the order was not stored, see problems
    label_url: str | None  # None: there is no label yet, or the create was not blocking
    message: str  # why a blocking create has no label; else ""
    problems: list[Problem] = field(default_factory=list)  # of an order that accept_valid left out


@dataclass(frozen=True)
class CreateResult:
    """A created batch."""

    upload_batch_no: str
    orders: list[CreatedOrder]  # in the submitted order
    replayed: bool  # the batch was created by an earlier request with the same idempotency key
    request_id: str | None = None  # identifies the request in the server's log
    idempotency_key: str | None = None  # with which the request was sent


@dataclass(frozen=True)
class ReturnResult:
    """Created returns."""

    upload_batch_no: str
    tracking_nos: list[str]  # of the returns, in the submitted order
    replayed: bool
    request_id: str | None = None
    idempotency_key: str | None = None


@dataclass(frozen=True)
class LabelFile:
    """Labels of many orders as one file."""

    printed: int  # orders whose label is in the file
    missing: int  # requested orders whose label is not
    content: bytes = field(default=b"", repr=False)


@dataclass(frozen=True)
class Response:
    """A response in 2xx."""

    body: bytes
    headers: Mapping[str, str]
    idempotency_key: str | None = None  # with which the request was sent, also a random one

    def json(self) -> Any:
        """Returns the decoded body, with Decimal for fractions; None if there is none."""
        return json.loads(self.body, parse_float=Decimal) if self.body else None

    @property
    def request_id(self) -> str | None:
        """Identifies the request in the server's log."""
        return self.headers.get("X-Request-ID")

    @property
    def etag(self) -> str | None:
        """Of an order or a document; for the if_match of an edit."""
        return self.headers.get("ETag")

    @property
    def replayed(self) -> bool:
        """Whether an earlier request with the key was carried out, and this is its response."""
        return self.headers.get("Idempotency-Replayed") == "true"


class Client(Methods):
    """Calls one Waybill server with one secret key. It can be shared by threads. administration has the methods for operators, and
    addresses, goods, boxes and drafts those for entries that later orders use.

    base_url is https://HOST/api. timeout is that of one attempt, in seconds: a blocking create may take 25. A request is
    repeated up to max_retries times within three minutes, after the time that the server asks for, if that is safe: a request that
    writes is, because all its attempts have the same idempotency key. headers are sent with every request to that server.
    """

    def __init__(
        self, base_url: str, key: str, *, timeout: float = 60, max_retries: int = 6, headers: Mapping[str, str] | None = None,
    ) -> None:
        parts = urllib.parse.urlsplit(base_url.rstrip("/"))
        if parts.scheme not in ("http", "https") or not parts.netloc or not parts.path.endswith("/api") or parts.query:
            raise ValueError(f"the base URL {base_url!r} must have the form https://HOST/api")
        if not key or not all("!" <= character <= "~" for character in key):
            raise ValueError("the secret key is empty, or has a character that keys never have")
        self._base = base_url.rstrip("/")
        self._key = key
        self._timeout = timeout
        self._max_retries = max_retries
        self._headers = dict(headers or {})
        self._opener = urllib.request.build_opener(_NoRedirects)
        self.administration = Administration(self)
        self.addresses = Book(self, "addresses")
        self.goods = Book(self, "goods")
        self.boxes = Book(self, "boxes")
        self.drafts = Book(self, "drafts")

    def __repr__(self) -> str:  # without the key
        return f"Client({self._base!r})"

    # Orders

    def create_orders(
        self,
        orders: Sequence[types.CreateOrder],
        *,
        blocking: bool = False,
        accept_valid: bool = False,
        idempotency_key: str | None = None,
    ) -> CreateResult:
        """Creates 1 to 1000 orders, all or none unless accept_valid. With blocking it waits for the labels.

        A missing label is no error: see CreatedOrder.message. After a ConnectionFailed the orders may exist: the same call with
        the same idempotency_key finds out, and creates nothing twice. Without a key it makes a random one, which protects its
        own repetitions only. Raises ValidationError if an order is invalid.
        """
        body = arguments({"orders": (orders, "list of dict"), "blocking": (blocking, "bool"), "accept_valid": (accept_valid, "bool")})
        if not accept_valid:
            del body["accept_valid"]
        response = self._send("POST", "/order/orders/", body=body, idempotency_key=idempotency_key)
        data = response.json()
        created = [CreatedOrder(number, None, "") for number in data.get("tracking_nos", [])]
        for i, order in enumerate(data.get("orders", [])):
            created.append(CreatedOrder(
                order.get("tracking_no"), order.get("order_label_url"), order.get("message", ""), read_problems(order.get("errors"), i),
            ))
        return CreateResult(
            data["upload_batch_no"], created, response.replayed, response.request_id, response.idempotency_key,
        )

    def validate_orders(self, orders: Sequence[types.CreateOrder]) -> list[types.CheckedOrder]:
        """Checks orders as create_orders would, and stores nothing. Each result has errors, the same as problems with codes, and
        warnings."""
        checked = self.request("POST", "/order/validate/", body=arguments({"orders": (orders, "list of dict")}))
        return cast("list[types.CheckedOrder]", checked["orders"])

    def create_returns(self, orders: Sequence[types.ReturnOrder], *, idempotency_key: str | None = None) -> ReturnResult:
        """Creates 1 to 1000 returns. A forward_tracking_no fills the fields that a return leaves out."""
        body = arguments({"orders": (orders, "list of dict")})
        response = self._send("POST", "/order/return-orders/", body=body, idempotency_key=idempotency_key)
        data = response.json()
        numbers = [n["return_tracking_no"] for n in data["tracking_nos"]]
        return ReturnResult(data["upload_batch_no"], numbers, response.replayed, response.request_id, response.idempotency_key)

    def edit_order(self, tracking_no: str, changes: Mapping[str, Any], *, if_match: str | None = None) -> types.OrderDetail:
        """Changes the fields that are sent. None removes a value.

        if_match is the ETag of the order as it was read: call("GET", …).etag. Raises PreconditionError if another one changed it
        since. A change that this call itself made, before its response was lost, is its success.
        """
        path = f"/order/order/{step('tracking_no', tracking_no, 'str')}/"
        response = self._send("PATCH", path, body=argument("changes", changes, "dict"), if_match=if_match)
        return cast("types.OrderDetail", response.json())

    def cancel_orders(self, tracking_nos: Iterable[str], *, dry_run: bool = False) -> list[dict[str, str]]:
        """Cancels any number of orders, 200 in each request. Each result has tracking_no, result and message. With dry_run nothing is
        changed."""
        argument("dry_run", dry_run, "bool")
        numbers: list[str] = argument("tracking_nos", _listed(tracking_nos), "list of str/dict")
        results: list[dict[str, str]] = []
        for i in range(0, len(numbers), _MAX_CANCELLED):
            part = {"tracking_nos": numbers[i : i + _MAX_CANCELLED], **({"dry_run": True} if dry_run else {})}
            results += self.request("POST", "/order/cancel/", body=part)["orders"]
        return results

    def track(self, tracking_nos: Sequence[str], *, related: bool = False) -> types.UpdatesByNumber:
        """Returns the updates of at most 1000 parcels by number, the newest first; with related also those of the newest orders with
        the same shipper_order_id."""
        body = arguments({"tracking_nos": (_listed(tracking_nos), "list of str/dict"), "get_related_updates": (related, "bool")})
        return cast("types.UpdatesByNumber", self.request("POST", "/tracker/query-by-tracking-nos/", body=body))

    def services(self) -> list[types.Service]:
        """Returns the services that orders may name."""
        return cast("list[types.Service]", self.request("GET", "/services/")["results"])

    # Labels

    def label(
        self,
        label_url: str,
        *,
        format: Literal["pdf", "png", "zpl"] | None = None,  # noqa: A002: the name of the API
        size: Literal["100x150", "a6", "4x6", "a4"] | None = None,
        dpi: Literal[203, 300, 600] | None = None,
    ) -> bytes:
        """Returns one label, or another document, by its address: the order_label_url of an order. format is the ending of the address
        by default. The address needs no key, and the key is not sent to it, nor are the headers of the client to another server."""
        url = urllib.parse.urlsplit(argument("label_url", label_url, "str"))
        if url.scheme not in ("http", "https") or not url.netloc:
            raise TypeError(f"label_url must be an address of a label, https://…, not {label_url!r}")
        query = arguments({"format": (format, "str"), "size": (size, "str"), "dpi": (dpi, "int")}, query=True)
        if ending := query.pop("format", None):
            url = url._replace(path=f"{posixpath.splitext(url.path)[0]}.{ending}")
        return self._send("GET", url.geturl(), query=query).body

    def save_label(self, label_url: str, path: str | os.PathLike[str], **form: Any) -> None:
        """Writes the label of an order to a file, in the format, size and dpi of label."""
        _write(path, self.label(label_url, **form))

    def labels(self, **query: Any) -> LabelFile:
        """Returns the labels of many orders as one file: of an upload_batch_no, of an import_id, or of tracking_no, a list. Other
        parameters are document, format, size and dpi. Raises ResponseError with status 404 if no label is ready."""
        response = self._send("GET", "/order/labels/", query=keywords("labels", query, PARAMETERS["printLabels"]))
        counts = (int(response.headers[f"Waybill-Labels-{name}"]) for name in ("Printed", "Missing"))
        return LabelFile(*counts, content=response.body)

    def save_labels(self, path: str | os.PathLike[str], **query: Any) -> LabelFile:
        """Writes the labels of many orders, as those of labels, into one file."""
        file = self.labels(**query)
        _write(path, file.content)
        return file

    def customs_data(self, url: str) -> types.Customs:
        """Returns the customs data of an order by the address of its document of the kind customs, which needs no key."""
        return cast("types.Customs", json.loads(self.label(url), parse_float=Decimal))

    # Webhooks

    def create_endpoint(self, endpoint: types.EndpointRequest, *, idempotency_key: str | None = None) -> types.NewEndpoint:
        """Creates an endpoint for webhooks. Only this response has its secret."""
        body = argument("endpoint", endpoint, "dict")
        return cast("types.NewEndpoint", self.request("POST", "/webhooks/endpoints/", body=body, idempotency_key=idempotency_key))

    # Everything else

    def pages(self, path: str, **query: Any) -> Iterator[Any]:
        """Yields the results of all pages of a list."""
        yield from self._pages(path if path.strip("/") != "order/order" else "/order/order/", query)

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
        repeat: bool | None = None,
    ) -> Any:
        """Calls any operation, by its path below /api, and returns the decoded JSON; None if there is none.

        The call is repeated as the OpenAPI document says of the operation (x-repeat): one that writes with an idempotency key, a
        random one without idempotency_key. Bytes as body are a file, CSV or XLSX. repeat overrides this: whether another request may follow one whose outcome is not known.
        """
        return self._send(method, path, query=query, body=body, idempotency_key=idempotency_key, repeat=repeat).json()

    def call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Response:
        """Calls any operation as request does, and returns the response with its request id, its ETag and the idempotency key."""
        return self._send(method, path, query=query, body=body, idempotency_key=idempotency_key, if_match=if_match)

    def _send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        repeat: bool | None = None,
    ) -> Response:
        repetition = _repetition(method, path) if repeat is None else "always" if repeat else "never"
        if repetition == "key":
            idempotency_key = idempotency_key or secrets.token_urlsafe(20)
        request = self._request(method, path, query, body, idempotency_key, if_match)
        start, lost = time.monotonic(), False  # lost: an attempt before this one may have been carried out
        for attempt in range(self._max_retries + 1):
            try:
                return self._attempt(request, idempotency_key)
            except (ConnectionFailed, ResponseError) as error:
                if lost and (success := self._own_success(method, path, body, repetition, error)):
                    return success
                uncertain = isinstance(error, ConnectionFailed) or error.status in _LOST
                # After a 429, and while the first request with the key runs, nothing was done. Any other 409 is a decision.
                safe = isinstance(error, (ThrottledError, StillRunningError)) or (uncertain and repetition != "never")
                asked = 0.0 if isinstance(error, ConnectionFailed) else error.retry_after
                backoff = min(_FIRST_DELAY * 2**attempt, _LONGEST_DELAY) * random.uniform(1, 1.5)  # noqa: S311: not a secret
                delay = max(asked, backoff)
                too_late = time.monotonic() - start + delay > _LONGEST_CALL
                if attempt == self._max_retries or not safe or asked > _LONGEST_RETRY_AFTER or too_late:
                    raise
                lost = lost or uncertain
            time.sleep(delay)
        raise AssertionError("unreachable")

    def _request(
        self, method: str, path: str, query: Mapping[str, Any] | None, body: Any, idempotency_key: str | None, if_match: str | None,
    ) -> urllib.request.Request:
        sent = {"User-Agent": f"waybill-python/{__version__}", "Accept": _ACCEPTED}
        is_address = path.startswith(("http://", "https://"))  # of a label, which needs no key
        url = path if is_address else self._base + path
        if _origin(url) == _origin(self._base):  # the caller's headers may be secrets, too
            sent.update(self._headers)
        if not is_address:
            sent["Authorization"] = f"Bearer {self._key}"
        sought = {}
        for name, value in (query or {}).items():
            if isinstance(value, Mapping):  # metadata[key]=value
                sought.update({f"{name}[{key}]": text for key, text in value.items()})
            elif value is not None:
                sought[name] = _parameter(value)
        if sought:
            url += ("&" if "?" in url else "?") + urllib.parse.urlencode(sought)
        data = None
        if isinstance(body, (bytes, bytearray)):
            data = bytes(body)
            sent["Content-Type"] = _XLSX if data.startswith(_ZIP) else "text/csv"
        elif body is not None:
            data = json.dumps(body, default=_encode, ensure_ascii=False).encode()
            sent["Content-Type"] = "application/json"
        if idempotency_key:
            sent["Idempotency-Key"] = idempotency_key
        if if_match:
            sent["If-Match"] = if_match
        return urllib.request.Request(url, data, sent, method=method)  # noqa: S310: checked above

    def _own_success(self, method: str, path: str, body: Any, repetition: str, error: WaybillError) -> Response | None:
        """Returns the success of an attempt whose response was lost, if the error of a later attempt shows it: what was to be deleted
        is not there, or the order has another version and is as the call asked."""
        if method == "DELETE" and isinstance(error, ResponseError) and error.status == 404:
            return Response(b"", {})
        if repetition == "etag" and isinstance(error, PreconditionError):
            number = urllib.parse.unquote(path.rstrip("/").rpartition("/")[2])
            try:
                edit = {"tracking_nos": [number], "changes": body, "dry_run": True}
                if self.request("POST", "/order/edit/", body=edit)["orders"][0]["result"] == "unchanged":
                    return self._send("GET", path)
            except WaybillError:
                pass  # the 412 says more
        return None

    def _attempt(self, request: urllib.request.Request, key: str | None) -> Response:
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                return Response(response.read(), response.headers, key)
        except urllib.error.HTTPError as error:
            with error:
                try:
                    body = error.read()
                except (OSError, http.client.HTTPException) as lost:
                    raise ConnectionFailed(str(lost), key) from lost
            raise _response_error(error.code, error.headers, body, key) from None
        except urllib.error.URLError as error:
            if isinstance(error.reason, ssl.SSLCertVerificationError):
                raise error.reason from None
            raise ConnectionFailed(str(error.reason), key) from error
        except (OSError, http.client.HTTPException) as error:
            raise ConnectionFailed(str(error) or type(error).__name__, key) from error


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The server sends no redirects, and another one must not get the key."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def _repetition(method: str, path: str) -> str:
    """Says how an operation may be repeated. An unknown POST or PATCH is not; other methods are idempotent."""
    steps = path.partition("?")[0].strip("/").split("/")
    for known, pattern, repetition in OPERATIONS:
        parts = pattern.split("/")
        if known == method and len(parts) == len(steps) and all(p in ("{}", s) for p, s in zip(parts, steps, strict=True)):
            return repetition
    return "never" if method in ("POST", "PATCH") else "always"


_TYPES: dict[int, type[ResponseError]] = {409: ConflictError, 412: PreconditionError, 422: KeyReusedError, 429: ThrottledError}


def _response_error(status: int, headers: email.message.Message, text: bytes, key: str | None) -> ResponseError:
    request_id = headers.get("X-Request-ID")
    try:
        body = json.loads(text)
    except ValueError:
        body = text.decode("utf-8", "replace")  # a proxy's page
    said = body if isinstance(body, dict) else {}
    if status == 400 and (problems := coded_problems(said["errors"]) if _has_codes(said) else read_problems(body)):
        return ValidationError(problems, request_id, body, key)
    retry_after = _retry_after(headers.get("Retry-After"))
    kind = _TYPES.get(status, ResponseError)
    if status == 409 and key and 0 < retry_after < _CONFLICT_RETRY_AFTER:
        kind = StillRunningError
    return kind(status, said.get("detail", ""), request_id, retry_after, body, key)


def _has_codes(said: Mapping[str, Any]) -> bool:
    """Whether the errors of an application/problem+json are those of Waybill: a proxy has others."""
    errors = said.get("errors")
    return "type" in said and isinstance(errors, list) and all(isinstance(e, dict) and {"path", "message"} <= e.keys() for e in errors)


def _retry_after(value: str | None) -> float:
    if value is None:
        return 0
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return 0


def _encode(value: Any) -> Any:
    if isinstance(value, Decimal):
        return str(value)  # the server reads text exactly
    if hasattr(value, "isoformat"):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is not JSON")


def _origin(url: str) -> tuple[str, str]:
    parts = urllib.parse.urlsplit(url)
    return parts.scheme.lower(), parts.netloc.lower()


def _listed(values: Any) -> Any:
    """Returns the elements of any iterable that is not one value."""
    return list(values) if isinstance(values, Iterable) and not isinstance(values, (str, bytes, Mapping)) else values


def _parameter(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(value)
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _write(path: str | os.PathLike[str], content: bytes) -> None:
    """Writes a file as a whole or not at all."""
    path = os.fspath(path)
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path) or ".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
