"""Webhooks, which are signed as the Standard Webhooks specification 1.0.0 says."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from decimal import Decimal

from .errors import InvalidSignature
from .types import Event

_WINDOW = 5 * 60  # seconds between the webhook's time and this machine's clock


def verify_webhook(headers: Mapping[str, str], body: bytes, *secrets: str) -> Event:
    """Returns the event of a request to your endpoint, if it is signed with one of the secrets and at most five minutes old.

    body is the request's body, byte for byte. Give it one secret, or the new and the old one during a rotation. An event may
    arrive more than once: remember its data.id. Raises InvalidSignature, or ValueError if a secret is not one.
    """
    keys = [_key(secret) for secret in secrets]
    if not keys:
        raise ValueError("no secret is given")
    values = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp = values.get("webhook-id", ""), values.get("webhook-timestamp", "")
    if not message_id:
        raise InvalidSignature("the request has no webhook-id")
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(time.time() - int(timestamp)) > _WINDOW:
        raise InvalidSignature("webhook-timestamp is not within five minutes of this machine's clock")
    signatures = [signature.encode() for signature in values.get("webhook-signature", "").split()]
    content = f"{message_id}.{timestamp}.".encode() + body
    for key in keys:
        want = b"v1," + base64.b64encode(hmac.digest(key, content, hashlib.sha256))
        if any([hmac.compare_digest(want, signature) for signature in signatures]):
            event: Event = json.loads(body, parse_float=Decimal)
            return event
    raise InvalidSignature("webhook-signature does not match the secret and the body")


def _key(secret: str) -> bytes:
    try:
        if secret.startswith("whsec_") and len(secret) > len("whsec_"):
            return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        pass
    raise ValueError("a secret is not whsec_ and base64")  # without quoting it
