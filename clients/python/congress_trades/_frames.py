"""Converts trades to a pandas DataFrame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Mapping

if TYPE_CHECKING:
    import pandas

DATE_COLUMNS = ("disclosure_date", "transaction_date", "notification_date")


def to_pandas(trades: Iterable[Mapping[str, Any]]) -> "pandas.DataFrame":
    """Returns the trades in their order, with dates as `datetime64` and a missing ticker as None instead of an empty string. Needs pandas."""
    import pandas

    frame = pandas.DataFrame(list(trades))
    for column in DATE_COLUMNS:
        if column in frame:
            # A filer's slip may be a date that pandas cannot store. It becomes NaT; the response has the text.
            frame[column] = pandas.to_datetime(frame[column], format="%Y-%m-%d", errors="coerce")
    if "ticker" in frame:
        frame["ticker"] = frame["ticker"].where(frame["ticker"] != "", None)
    return frame
