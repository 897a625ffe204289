"""Types of the responses. Dates are `YYYY-MM-DD`; the service's /openapi.json describes every field."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, TypedDict


class Trade(TypedDict):
    """A trade in a list. `ticker` is empty if there is none; `amount_range` is a bracket such as `$1,001 - $15,000`."""

    id: str
    politician: str
    politician_id: Optional[str]
    chamber: str
    party: str
    ticker: str
    company: str
    transaction_type: str
    amount_range: str
    disclosure_date: str
    transaction_date: str
    asset_type: str
    comment: Optional[str]


class Politician(TypedDict):
    """A member of Congress in the list; `politician(id)` returns more."""

    id: str
    name: str
    chamber: str
    party: str
    state: str
    district: Optional[int]
    total_trades: int
    total_volume_estimate: str
    top_tickers: List[str]
    last_trade_date: Optional[str]


class Event(TypedDict):
    """An event of the feed or a webhook: `trade.created`, `trade.updated`, `trade.removed`, `alert.triggered` and others."""

    id: str
    type: str
    timestamp: str
    api_version: str
    sequence: int
    dataset_version: Optional[str]
    data: Dict[str, Any]


class DigestRow(TypedDict):
    """A day's counts for a member or a security; an exchange is neither a purchase nor a sale."""

    name: str
    trades: int
    purchases: int
    sales: int


class Digest(TypedDict):
    """A day's new trades. `by` says whether they were `published` or `disclosed` on that day."""

    day: str
    by: str
    trades: List[Trade]
    late: List[Trade]
    largest: List[Trade]
    members: List[DigestRow]
    securities: List[DigestRow]
    other_changes: int
    text: str
