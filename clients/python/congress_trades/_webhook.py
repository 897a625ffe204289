"""Verifies webhooks as Standard Webhooks 1.0.0 specifies."""

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
    """The service did not sign this request, or its timestamp is more than five minutes off."""


def verify_webhook(secret: str, headers: Mapping[str, str], body: bytes, now: Optional[float] = None) -> Event:
    """Returns the event of a request after verifying its signature.

    :param secret: the endpoint's ``whsec_...``.
    :param headers: the request's headers; the case of names does not matter.
    :param body: the raw bytes of the request.
    :param now: seconds since 1970. Timestamps more than five minutes off are refused, to prevent replays.
    :raises WebhookError: if a header is missing or malformed, the timestamp is off, or no signature is valid.
    """
    lower_case = {name.lower(): value for name, value in headers.items()}
    try:
        message_id = lower_case["webhook-id"]
        timestamp = lower_case["webhook-timestamp"]
        signatures = lower_case["webhook-signature"].split(" ")
        age = (time.time() if now is None else now) - int(timestamp)
    except (KeyError, ValueError):
        raise WebhookError("A Standard Webhooks header is missing or malformed.") from None
    if abs(age) > TOLERANCE_S:
        raise WebhookError(f"The request was signed {age:.0f} seconds ago; the limit is {TOLERANCE_S}.")
    prefix = "whsec_"
    key = base64.b64decode(secret[len(prefix) :] if secret.startswith(prefix) else secret)
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    if not any(hmac.compare_digest(each.encode(), expected) for each in signatures):
        raise WebhookError("The request has no valid signature.")
    event: Event = json.loads(body)
    return event
