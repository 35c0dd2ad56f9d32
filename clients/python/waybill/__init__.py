"""Client of Waybill, a self-hosted service for cross-border shipment orders. It needs only the standard library."""

from . import types
from .client import Client, CreateResult, CreatedOrder, LabelFile, Response, ReturnResult
from .errors import (
    ConflictError, ConnectionFailed, InvalidSignature, KeyReusedError, PreconditionError, Problem, ResponseError, StillRunningError,
    ThrottledError, ValidationError, WaybillError,
)
from .webhooks import verify_webhook

__all__ = [
    "Client",
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
    "types",
    "verify_webhook",
]
