"""Verification of webhooks by Standard Webhooks 1.0.0."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Mapping, Optional

from ._types import Event

TOLERANCE_S = 300


class WebhookError(Exception):
    """The request is not one that the service has signed just now."""


def verify_webhook(secret: str, headers: Mapping[str, str], body: bytes, now: Optional[float] = None) -> Event:
    """The event of a request that is genuine.

    :param secret: ``whsec_...`` of the endpoint.
    :param headers: of the request; the case of names does not matter.
    :param body: the raw bytes as they came.
    :param now: seconds since 1970. A request more than five minutes off is refused, so that nobody can send an old one again.
    :raises WebhookError: when a header is missing, the time is off, or no signature is right.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message_id = given["webhook-id"]
        timestamp = given["webhook-timestamp"]
        signatures = given["webhook-signature"].split(" ")
        age = (time.time() if now is None else now) - int(timestamp)
    except (KeyError, ValueError):
        raise WebhookError("A header of Standard Webhooks is missing or has another form.") from None
    if abs(age) > TOLERANCE_S:
        raise WebhookError(f"The request was signed {age:.0f} seconds ago, and more than {TOLERANCE_S} are refused.")
    prefix = "whsec_"
    key = base64.b64decode(secret[len(prefix) :] if secret.startswith(prefix) else secret)
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    if not any(hmac.compare_digest(each.encode(), expected) for each in signatures):
        raise WebhookError("No signature of the request is right.")
    event: Event = json.loads(body)
    return event
