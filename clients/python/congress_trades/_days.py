"""Parsing of days: ``2026-11-01``, ``yesterday``, ``7d``."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone
from typing import Optional, Union

try:
    from zoneinfo import ZoneInfo

    WASHINGTON: "timezone | ZoneInfo" = ZoneInfo("America/New_York")
except (ImportError, KeyError):
    # Without a time zone database, use Washington's standard time, which is an hour off in summer.
    WASHINGTON = timezone(timedelta(hours=-5))

Day = Union[str, date]


def parse_day(day: Day, now: Optional[datetime] = None) -> str:
    """Returns a day, ``today``, ``yesterday`` or ``7d`` (seven days ago) as `YYYY-MM-DD`. Reports are dated in Washington time."""
    if isinstance(day, datetime):
        day = day.date()
    if isinstance(day, date):
        return day.isoformat()
    today = (now or datetime.now(timezone.utc)).astimezone(WASHINGTON).date()
    if day in ("today", "yesterday"):
        return (today - timedelta(days=int(day == "yesterday"))).isoformat()
    if re.fullmatch(r"\d{1,4}d", day):
        return (today - timedelta(days=int(day[:-1]))).isoformat()
    if re.fullmatch(r"\d{4}-\d\d-\d\d", day):
        return date.fromisoformat(day).isoformat()
    raise ValueError(f"since must be today, yesterday, a number of days such as 7d, or a date such as 2026-11-01, not {day!r}.")
