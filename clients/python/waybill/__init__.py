"""Client of Waybill, a self-hosted service for cross-border shipment orders. It needs only the standard library."""

from . import types
from .client import Client, CreateResult, CreatedOrder, LabelFile, ReturnResult
from .errors import ConnectionFailed, InvalidSignature, Problem, ResponseError, ValidationError, WaybillError
from .webhooks import verify_webhook

__all__ = [
    "Client",
    "ConnectionFailed",
    "CreateResult",
    "CreatedOrder",
    "InvalidSignature",
    "LabelFile",
    "Problem",
    "ResponseError",
    "ReturnResult",
    "ValidationError",
    "WaybillError",
    "types",
    "verify_webhook",
]
