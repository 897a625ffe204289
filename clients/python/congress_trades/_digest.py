"""The new trades of a day, summed up."""

from __future__ import annotations

import re
from typing import Callable, Dict, List, Sequence, Set

from ._types import Digest, DigestRow, Trade

LARGEST = 5
LINES = 20
SHARES = ("Stock", "ETF", "REIT")


def make_digest(day: str, by: str, trades: Sequence[Trade], late: Set[str], other_changes: int = 0) -> Digest:
    """:param late: ids of those trades that came late. :param other_changes: trades that were corrected or removed on the day."""
    largest = sorted(trades, key=least_dollars, reverse=True)
    digest: Digest = {
        "day": day,
        "by": by,
        "trades": list(trades),
        "late": [trade for trade in trades if trade["id"] in late],
        "largest": largest[:LARGEST],
        "members": _rows(trades, lambda trade: trade["politician"]),
        "securities": _rows([trade for trade in trades if trade["ticker"]], _security),
        "other_changes": other_changes,
        "text": "",
    }
    digest["text"] = _text(digest)
    return digest


def least_dollars(trade: Trade) -> float:
    """Lower bound of `amount_range`, in dollars."""
    found = re.match(r"\$([\d,.]+)", trade["amount_range"])
    return float(found[1].replace(",", "")) if found else 0.0


def _security(trade: Trade) -> str:
    """An option is not the share: it has a row of its own."""
    return trade["ticker"] if trade["asset_type"] in SHARES else f"{trade['ticker']} ({trade['asset_type']})"


def _rows(trades: Sequence[Trade], name_of: Callable[[Trade], str]) -> List[DigestRow]:
    rows: Dict[str, DigestRow] = {}
    for trade in trades:
        name = name_of(trade)
        row = rows.setdefault(name, {"name": name, "trades": 0, "purchases": 0, "sales": 0})
        row["trades"] += 1
        row["purchases"] += trade["transaction_type"] == "purchase"
        row["sales"] += trade["transaction_type"].startswith("sale")
    return sorted(rows.values(), key=lambda row: (-row["trades"], row["name"]))


def _text(digest: Digest) -> str:
    trades, late = digest["trades"], {trade["id"] for trade in digest["late"]}
    members = len(digest["members"])
    lines = [f"{len(trades)} trades of {members} members {digest['by']} on {digest['day']}, {len(late)} of them late."]
    for trade in sorted(trades, key=least_dollars, reverse=True)[:LINES]:
        lines.append(_line(trade) + (", late" if trade["id"] in late else ""))
    if len(trades) > LINES:
        lines.append(f"{len(trades) - LINES} smaller ones are not shown.")
    if digest["other_changes"]:
        lines.append(f"{digest['other_changes']} earlier trades were corrected or removed.")
    return "\n".join(lines) + "\n"


def _line(trade: Trade) -> str:
    security = f"{trade['company']} ({trade['ticker']})" if trade["ticker"] else trade["company"]
    # The class stands with it: a purchase of options is none of the share.
    kind = trade["transaction_type"].replace("_", " ")
    said = [kind, security, trade["asset_type"], trade["amount_range"], f"traded on {trade['transaction_date']}"]
    return f"- {trade['politician']}: {', '.join(said)}"
