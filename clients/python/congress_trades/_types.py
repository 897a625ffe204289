"""Shapes of the answers. Days are `YYYY-MM-DD`; every field is described in the service's /openapi.json."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, TypedDict


class Trade(TypedDict):
    """A trade as lists have it. `ticker` is empty where there is none; `amount_range` is a bracket such as `$1,001 - $15,000`."""

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
    """A member of Congress as the list has them; the detail has more."""

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
    """An event as the feed and webhooks have it: `trade.created`, `trade.updated`, `trade.removed`, `alert.triggered` and others."""

    id: str
    type: str
    timestamp: str
    api_version: str
    sequence: int
    dataset_version: Optional[str]
    data: Dict[str, Any]


class DigestRow(TypedDict):
    """What a day has of a member or of a security; an exchange is neither a purchase nor a sale."""

    name: str
    trades: int
    purchases: int
    sales: int


class Digest(TypedDict):
    """What is new of a day. `by` is `published` or `disclosed`: what made the trades the day's."""

    day: str
    by: str
    trades: List[Trade]
    late: List[Trade]
    largest: List[Trade]
    members: List[DigestRow]
    securities: List[DigestRow]
    other_changes: int
    text: str
