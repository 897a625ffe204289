"""The client: requests, paging, retries and downloads."""

from __future__ import annotations

import hashlib
import json
import os
import time
import warnings
from datetime import date, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Iterator, Mapping, Optional
from urllib.error import HTTPError
from urllib.parse import quote as percent_encode
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from ._days import Day, parse_day
from ._digest import make_digest
from ._types import Digest, Event, Politician, Trade

PAGE_SIZE = 100
CHUNK_BYTES = 1 << 20


class ProblemError(Exception):
    """A response with status 400 or above: `status`, the stable `code`, the message, and the whole `problem` (RFC 9457)."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        self.status = status
        self.problem = dict(problem)
        self.code = str(problem.get("code", ""))
        super().__init__(str(problem.get("detail") or problem.get("title") or f"status {status}"))


class Client:
    """Client for one service.

    :param base_url: URL including the base path, such as ``http://localhost:3000/api/v1``.
    :param key: an account's ``ctd_live_...``; without it, the rate limit of your IP address applies.
    :param retries: number of retries after a 429 or 503 with ``Retry-After``.
    :param max_wait: maximum ``Retry-After`` in seconds; a longer one raises the error at once.
    :param timeout: seconds without data after which a request fails with ``OSError``.
    """

    def __init__(
        self,
        base_url: str = "http://localhost:3000/api/v1",
        key: Optional[str] = None,
        retries: int = 5,
        max_wait: float = 120,
        timeout: float = 60,
    ) -> None:
        self._base = base_url.rstrip("/")
        self._headers = {"Accept": "application/json", "User-Agent": "congress-trades-python/1.0.0"}
        if key is not None:
            self._headers["Authorization"] = f"Bearer {key}"
        self._retries = retries
        self._max_wait = max_wait
        self._timeout = timeout

    def get(self, path: str, **parameters: Any) -> Any:
        """Returns the JSON at a path: ``get("/coverage")``. Lists are sent as ``a,b``; ``None`` is omitted. Raises `ProblemError`."""
        return json.loads(self._open(self._base + path + _build_query(parameters)).read())

    def trades(self, since: Optional[Day] = None, **filters: Any) -> Iterator[Trade]:
        """Returns each matching trade once, all from one dataset version even if another is published meanwhile: ``trades(ticker=["NVDA"], late=True)``.

        :param since: earliest disclosure date: a ``date``, ``"2026-11-01"``, ``"today"``, ``"yesterday"`` or ``"7d"``, in Washington time.
        Raises ``ValueError`` for any other text, and `ProblemError` with code ``gone`` if the service drops the version before the last page.
        """
        if since is not None:
            if "disclosed_from" in filters:
                raise ValueError("since and disclosed_from are the same filter; give one of them.")
            filters["disclosed_from"] = parse_day(since)
        return self._iterate_pages("/trades", "trades", filters)

    def digest(self, day: Day = "yesterday") -> Digest:
        """Returns the trades published on a day (UTC), counted by member and security, with the late ones, the largest ones, and a text.

        If the service has no version from before that day, as on its first day, returns the trades disclosed on it; `by` says which.
        """
        day_text = parse_day(day)
        day_before = (date.fromisoformat(day_text) - timedelta(days=1)).isoformat()
        until = day_text if day_text < datetime.now(timezone.utc).date().isoformat() else None
        try:
            changes = list(self._iterate_pages("/changes", "changes", {"from": day_before, "to": until}))
        except ProblemError as problem:
            if problem.status not in (404, 410):
                raise
            disclosed = list(self.trades(disclosed_from=day_text, disclosed_to=day_text))
            late = {trade["id"] for trade in self.trades(disclosed_from=day_text, disclosed_to=day_text, late=True)}
            return make_digest(day_text, "disclosed", disclosed, late)
        added = [change for change in changes if change["change"] == "added"]
        late = {change["id"] for change in added if change["summary"]["late"]}
        return make_digest(day_text, "published", [change["trade"] for change in added], late, len(changes) - len(added))

    def politicians(self, **filters: Any) -> Iterator[Politician]:
        """Returns all matching politicians: ``politicians(state="CA", in_office=True)``. A filter unknown to the service gives a warning."""
        return self._iterate_pages("/politicians/", "politicians", filters)

    def trade(self, trade_id: str) -> Dict[str, Any]:
        """Returns everything the filing says about a trade, and where to find it. Raises `ProblemError` with code ``not_found``."""
        return self.get(f"/trades/{percent_encode(trade_id, safe='')}")

    def politician(self, politician_id: str) -> Dict[str, Any]:
        return self.get(f"/politicians/{percent_encode(politician_id, safe='')}")

    def quote(self, symbol: str) -> Dict[str, Any]:
        """Returns the latest price; numbers that no source gave are null."""
        return self.get(f"/market-data/public/quote/{percent_encode(symbol, safe='')}")

    def history(self, symbol: str, **span: Any) -> Dict[str, Any]:
        """Returns price bars: ``history("AAPL", period="1y", interval="1wk")``."""
        return self.get(f"/market-data/public/historical/{percent_encode(symbol, safe='')}", **span)

    def events(self, after: Optional[int] = None) -> Iterator[Event]:
        """Yields the account's events after a sequence number, up to the newest; needs a key. Store the last ``sequence`` and continue from it."""
        while True:
            page = self.get("/premium/events", after=after, limit=PAGE_SIZE)
            yield from page["events"]
            after = page["next_after"]
            if not page["has_more"]:
                return

    def download(self, name: str, target: "str | os.PathLike[str]") -> str:
        """Downloads a data file of the newest version, such as ``trades.parquet``, and checks its SHA-256.

        :returns: the dataset version. Raises ``ValueError`` if the version has no file of this name, or if the digest differs.
        """
        base = "/api/v1"
        root = self._base[: -len(base)] if self._base.endswith(base) else self._base
        latest = json.loads(self._open(f"{root}/data/latest.json").read())
        files = {file["name"]: file for file in latest["files"]}
        if name not in files:
            raise ValueError(f"No data file {name!r}; available: {', '.join(sorted(files))}.")
        digest = hashlib.sha256()
        draft = f"{os.fspath(target)}.part"
        with self._open(f"{root}/data/{latest['dataset_version']}/{name}") as response, open(draft, "wb") as out:
            for chunk in iter(lambda: response.read(CHUNK_BYTES), b""):
                digest.update(chunk)
                out.write(chunk)
        if digest.hexdigest() != files[name]["sha256"]:
            os.remove(draft)
            raise ValueError(f"The SHA-256 of {name} does not match.")
        os.replace(draft, target)
        return str(latest["dataset_version"])

    def _iterate_pages(self, path: str, name: str, filters: Mapping[str, Any]) -> Iterator[Any]:
        skip = 0
        version: Optional[str] = None
        while True:
            parameters = {**filters, "limit": PAGE_SIZE, "skip": skip}
            if version is not None and path == "/trades":
                parameters["version"] = version
            response = self._open(self._base + path + _build_query(parameters))
            version = response.headers.get("X-Dataset-Version")
            page = json.loads(response.read())
            if path == "/changes":
                filters = {**filters, "from": page["from"], "to": page["to"]}
            yield from page[name]
            skip += len(page[name])
            if not page[name] or skip >= page["total"]:
                return

    def _open(self, url: str) -> Any:
        for attempt in range(self._retries + 1):
            try:
                response = urlopen(Request(url, headers=self._headers), timeout=self._timeout)
                ignored = response.headers.get("X-Ignored-Parameters")
                if ignored is not None:
                    warnings.warn(f"The service does not know these parameters and ignored them: {ignored}")
                return response
            except HTTPError as error:
                wait = _parse_retry_after(error.headers.get("Retry-After"))
                can_retry = error.code in (429, 503) and wait is not None and wait <= self._max_wait
                if not can_retry or attempt == self._retries:
                    raise _read_problem(error) from None
                error.close()
                time.sleep(wait or 0)
        raise AssertionError("unreachable")


def _build_query(parameters: Mapping[str, Any]) -> str:
    pairs = [(name, _format_value(value)) for name, value in parameters.items() if value is not None]
    return f"?{urlencode(pairs)}" if pairs else ""


def _format_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(_format_value(each) for each in value)
    return str(value)


def _parse_retry_after(retry_after: Optional[str]) -> Optional[float]:
    """Returns `Retry-After`, a number of seconds or a date, as seconds; None if it is missing or unreadable."""
    if retry_after is None:
        return None
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(retry_after) - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return None


def _read_problem(error: HTTPError) -> ProblemError:
    body = error.read()
    try:
        problem = json.loads(body)
    except ValueError:
        problem = {"detail": body.decode("utf-8", "replace")[:500]}
    return ProblemError(error.code, problem if isinstance(problem, dict) else {"detail": str(problem)})
