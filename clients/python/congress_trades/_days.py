"""Days as people write them."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone
from typing import Optional, Union

try:
    from zoneinfo import ZoneInfo

    WASHINGTON: "timezone | ZoneInfo" = ZoneInfo("America/New_York")
except (ImportError, KeyError):
    # A machine without the database of time zones: the standard time there, an hour off in summer.
    WASHINGTON = timezone(timedelta(hours=-5))

Since = Union[str, date]


def day_since(given: Since, now: Optional[datetime] = None) -> str:
    """`YYYY-MM-DD` of a day, of ``today``, ``yesterday``, or so many days ago: ``7d``. Reports are dated by Washington's clock."""
    if isinstance(given, datetime):
        given = given.date()
    if isinstance(given, date):
        return given.isoformat()
    today = (now or datetime.now(timezone.utc)).astimezone(WASHINGTON).date()
    if given in ("today", "yesterday"):
        return (today - timedelta(days=int(given == "yesterday"))).isoformat()
    if re.fullmatch(r"\d{1,4}d", given):
        return (today - timedelta(days=int(given[:-1]))).isoformat()
    if re.fullmatch(r"\d{4}-\d\d-\d\d", given):
        return date.fromisoformat(given).isoformat()
    raise ValueError(f"since must be today, yesterday, a number of days such as 7d, or a day such as 2026-11-01, not {given!r}.")
