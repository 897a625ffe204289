"""Client for the congress-trades API; it uses only the standard library."""

from ._client import Client, ProblemError
from ._filing import FilingError, read_filing
from ._frames import to_pandas
from ._types import Digest, Event, Politician, Trade
from ._webhook import WebhookError, verify_webhook

__all__ = [
    "Client",
    "Digest",
    "Event",
    "FilingError",
    "Politician",
    "ProblemError",
    "Trade",
    "WebhookError",
    "read_filing",
    "to_pandas",
    "verify_webhook",
]
