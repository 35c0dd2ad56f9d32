"""Client of Waybill, a self-hosted service for cross-border shipment orders. It needs only the standard library."""

from . import types
from .arguments import NOT_GIVEN
from .client import Client, CreateResult, CreatedOrder, LabelFile, Response, ReturnResult
from .codes_gen import Code
from .errors import (
    ConflictError, ConnectionFailed, InvalidSignature, KeyReusedError, PreconditionError, Problem, ResponseError, StillRunningError,
    ThrottledError, ValidationError, WaybillError, coded_problems,
)
from .methods_gen import Administration, Book
from .version_gen import __version__
from .webhooks import verify_webhook

__all__ = [
    "NOT_GIVEN",
    "Administration",
    "Book",
    "Client",
    "Code",
    "ConflictError",
    "ConnectionFailed",
    "CreateResult",
    "CreatedOrder",
    "InvalidSignature",
    "KeyReusedError",
    "LabelFile",
    "PreconditionError",
    "Problem",
    "Response",
    "ResponseError",
    "ReturnResult",
    "StillRunningError",
    "ThrottledError",
    "ValidationError",
    "WaybillError",
    "__version__",
    "coded_problems",
    "types",
    "verify_webhook",
]
