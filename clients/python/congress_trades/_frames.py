"""Trades as a pandas DataFrame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Mapping

if TYPE_CHECKING:
    import pandas

DAYS = ("disclosure_date", "transaction_date", "notification_date")


def to_pandas(trades: Iterable[Mapping[str, Any]]) -> "pandas.DataFrame":
    """Rows in their order: days as `datetime64`, and a missing ticker as None instead of an empty text. It needs pandas."""
    import pandas

    frame = pandas.DataFrame(list(trades))
    for column in DAYS:
        if column in frame:
            # A slip of the pen may be a day that pandas cannot hold; it stays NaT, and the text is in the answer.
            frame[column] = pandas.to_datetime(frame[column], format="%Y-%m-%d", errors="coerce")
    if "ticker" in frame:
        frame["ticker"] = frame["ticker"].where(frame["ticker"] != "", None)
    return frame
