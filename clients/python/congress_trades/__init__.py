"""Client of the congress-trades API, with nothing but Python's own library."""

from ._client import Client, ProblemError
from ._frames import to_pandas
from ._types import Event, Politician, Trade
from ._webhook import WebhookError, verify_webhook

__all__ = [
    "Client",
    "Event",
    "Politician",
    "ProblemError",
    "Trade",
    "WebhookError",
    "to_pandas",
    "verify_webhook",
]
