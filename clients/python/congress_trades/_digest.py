"""Digest of a day's new trades."""

from __future__ import annotations

import re
from typing import Callable, Dict, List, Sequence, Set

from ._types import Digest, DigestRow, Trade

LARGEST_COUNT = 5
MAX_LINES = 20
SHARE_TYPES = ("Stock", "ETF", "REIT")


def make_digest(day: str, by: str, trades: Sequence[Trade], late: Set[str], other_changes: int = 0) -> Digest:
    """:param late: ids of the late trades. :param other_changes: number of trades corrected or removed on the day."""
    largest = sorted(trades, key=parse_lower_bound, reverse=True)
    digest: Digest = {
        "day": day,
        "by": by,
        "trades": list(trades),
        "late": [trade for trade in trades if trade["id"] in late],
        "largest": largest[:LARGEST_COUNT],
        "members": _count_by(lambda trade: trade["politician"], trades),
        "securities": _count_by(_name_security, [trade for trade in trades if trade["ticker"]]),
        "other_changes": other_changes,
        "text": "",
    }
    digest["text"] = _format_text(digest)
    return digest


def parse_lower_bound(trade: Trade) -> float:
    """Returns the lower bound of `amount_range` in dollars; 0 if it has none."""
    match = re.match(r"\$([\d,.]+)", trade["amount_range"])
    return float(match[1].replace(",", "")) if match else 0.0


def _name_security(trade: Trade) -> str:
    """An option is not a share, so it has its own row."""
    return trade["ticker"] if trade["asset_type"] in SHARE_TYPES else f"{trade['ticker']} ({trade['asset_type']})"


def _count_by(get_name: Callable[[Trade], str], trades: Sequence[Trade]) -> List[DigestRow]:
    rows: Dict[str, DigestRow] = {}
    for trade in trades:
        name = get_name(trade)
        row = rows.setdefault(name, {"name": name, "trades": 0, "purchases": 0, "sales": 0})
        row["trades"] += 1
        row["purchases"] += trade["transaction_type"] == "purchase"
        row["sales"] += trade["transaction_type"].startswith("sale")
    return sorted(rows.values(), key=lambda row: (-row["trades"], row["name"]))


def _format_text(digest: Digest) -> str:
    trades, late = digest["trades"], {trade["id"] for trade in digest["late"]}
    members = len(digest["members"])
    lines = [f"{len(trades)} trades by {members} members {digest['by']} on {digest['day']}, {len(late)} of them late."]
    for trade in sorted(trades, key=parse_lower_bound, reverse=True)[:MAX_LINES]:
        lines.append(_format_line(trade) + (", late" if trade["id"] in late else ""))
    if len(trades) > MAX_LINES:
        lines.append(f"{len(trades) - MAX_LINES} smaller trades are not shown.")
    if digest["other_changes"]:
        lines.append(f"{digest['other_changes']} earlier trades were corrected or removed.")
    return "\n".join(lines) + "\n"


def _format_line(trade: Trade) -> str:
    security = f"{trade['company']} ({trade['ticker']})" if trade["ticker"] else trade["company"]
    kind = trade["transaction_type"].replace("_", " ")
    # The asset type is included because buying options is not buying the share.
    parts = [kind, security, trade["asset_type"], trade["amount_range"], f"traded on {trade['transaction_date']}"]
    return f"- {trade['politician']}: {', '.join(parts)}"
