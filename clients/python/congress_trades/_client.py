"""Requests, pages, limits and files."""

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
from urllib.parse import quote as encoded
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from ._days import Since, day_since
from ._digest import make_digest
from ._types import Digest, Event, Politician, Trade

PAGE = 100
PIECE_BYTES = 1 << 20


class ProblemError(Exception):
    """An answer of 400 and above: `status`, the stable `code` of the problem, its sentence, and the whole `problem` (RFC 9457)."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        self.status = status
        self.problem = dict(problem)
        self.code = str(problem.get("code", ""))
        super().__init__(str(problem.get("detail") or problem.get("title") or f"status {status}"))


class Client:
    """One service.

    :param base_url: with the base path, such as ``http://localhost:3000/api/v1``.
    :param key: ``ctd_live_...`` of an account; without it the limit is the address's.
    :param retries: attempts after the first where the service says when to come back (429 and 503).
    :param max_wait: longest ``Retry-After`` in seconds that is waited for.
    :param timeout: seconds without a byte after which a request fails with ``OSError``.
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
        """The JSON at a path, such as ``get("/coverage")``. Lists are written ``a,b``, ``None`` is left out. Raises `ProblemError`."""
        return json.loads(self._open(self._base + path + _query(parameters)).read())

    def trades(self, since: Optional[Since] = None, **filters: Any) -> Iterator[Trade]:
        """Every trade of a filter once, all of one dataset version, whatever is published meanwhile: ``trades(ticker=["NVDA"], late=True)``.

        :param since: first day of disclosure: a ``date``, ``"2026-11-01"``, ``"today"``, ``"yesterday"`` or ``"7d"``, by Washington's clock.
        Raises ``ValueError`` for another text, and `ProblemError` with code ``gone`` when that version is no longer kept before the end is reached.
        """
        if since is not None:
            if "disclosed_from" in filters:
                raise ValueError("since and disclosed_from are the same filter; give one of them.")
            filters["disclosed_from"] = day_since(since)
        return self._all("/trades", "trades", filters)

    def digest(self, day: Since = "yesterday") -> Digest:
        """What is new of a day: the trades that were published on it (UTC), by member and security, the late and the largest, and a text.

        Where the service keeps no version from before that day, as on its first, those that were disclosed on it; `by` says which.
        """
        asked = day_since(day)
        before = (date.fromisoformat(asked) - timedelta(days=1)).isoformat()
        until = asked if asked < datetime.now(timezone.utc).date().isoformat() else None
        try:
            changes = list(self._all("/changes", "changes", {"from": before, "to": until}))
        except ProblemError as problem:
            if problem.status not in (404, 410):
                raise
            found = list(self.trades(disclosed_from=asked, disclosed_to=asked))
            late = {trade["id"] for trade in self.trades(disclosed_from=asked, disclosed_to=asked, late=True)}
            return make_digest(asked, "disclosed", found, late)
        added = [change for change in changes if change["change"] == "added"]
        late = {change["id"] for change in added if change["summary"]["late"]}
        return make_digest(asked, "published", [change["trade"] for change in added], late, len(changes) - len(added))

    def politicians(self, **filters: Any) -> Iterator[Politician]:
        """Every politician of a filter: ``politicians(state="CA", in_office=True)``. A filter that the service does not know is a warning."""
        return self._all("/politicians/", "politicians", filters)

    def trade(self, trade_id: str) -> Dict[str, Any]:
        """All that the filing says of a trade, and where it is found. Raises `ProblemError` with code ``not_found``."""
        return self.get(f"/trades/{encoded(trade_id, safe='')}")

    def politician(self, politician_id: str) -> Dict[str, Any]:
        return self.get(f"/politicians/{encoded(politician_id, safe='')}")

    def quote(self, symbol: str) -> Dict[str, Any]:
        """The latest price; its numbers are null where no source gave them."""
        return self.get(f"/market-data/public/quote/{encoded(symbol, safe='')}")

    def history(self, symbol: str, **span: Any) -> Dict[str, Any]:
        """Bars: ``history("AAPL", period="1y", interval="1wk")``."""
        return self.get(f"/market-data/public/historical/{encoded(symbol, safe='')}", **span)

    def events(self, after: Optional[int] = None) -> Iterator[Event]:
        """The account's events behind a sequence number, up to the newest; it needs a key. Keep the last ``sequence`` and go on from it."""
        while True:
            page = self.get("/premium/events", after=after, limit=PAGE)
            yield from page["events"]
            after = page["next_after"]
            if not page["has_more"]:
                return

    def download(self, name: str, target: "str | os.PathLike[str]") -> str:
        """Saves a data file of the newest version, such as ``trades.parquet``, and compares it with its SHA-256.

        :returns: the dataset version. Raises ``ValueError`` for a name that the version does not have, and when the bytes are others.
        """
        base = "/api/v1"
        root = self._base[: -len(base)] if self._base.endswith(base) else self._base
        latest = json.loads(self._open(f"{root}/data/latest.json").read())
        files = {file["name"]: file for file in latest["files"]}
        if name not in files:
            raise ValueError(f"There is no data file {name!r}; there are {', '.join(sorted(files))}.")
        digest = hashlib.sha256()
        draft = f"{os.fspath(target)}.part"
        with self._open(f"{root}/data/{latest['dataset_version']}/{name}") as answer, open(draft, "wb") as out:
            for piece in iter(lambda: answer.read(PIECE_BYTES), b""):
                digest.update(piece)
                out.write(piece)
        if digest.hexdigest() != files[name]["sha256"]:
            os.remove(draft)
            raise ValueError(f"The bytes of {name} are not those of its digest.")
        os.replace(draft, target)
        return str(latest["dataset_version"])

    def _all(self, path: str, name: str, filters: Mapping[str, Any]) -> Iterator[Any]:
        skip = 0
        version: Optional[str] = None
        while True:
            asked = {**filters, "limit": PAGE, "skip": skip}
            if version is not None and path == "/trades":
                asked["version"] = version
            answer = self._open(self._base + path + _query(asked))
            version = answer.headers.get("X-Dataset-Version")
            page = json.loads(answer.read())
            if path == "/changes":
                filters = {**filters, "from": page["from"], "to": page["to"]}
            yield from page[name]
            skip += len(page[name])
            if not page[name] or skip >= page["total"]:
                return

    def _open(self, url: str) -> Any:
        for attempt in range(self._retries + 1):
            try:
                answer = urlopen(Request(url, headers=self._headers), timeout=self._timeout)
                ignored = answer.headers.get("X-Ignored-Parameters")
                if ignored is not None:
                    warnings.warn(f"The service does not know these parameters and ignored them: {ignored}")
                return answer
            except HTTPError as error:
                wait = _seconds(error.headers.get("Retry-After"))
                may_wait = error.code in (429, 503) and wait is not None and wait <= self._max_wait
                if not may_wait or attempt == self._retries:
                    raise _problem(error) from None
                error.close()
                time.sleep(wait or 0)
        raise AssertionError("unreachable")


def _query(parameters: Mapping[str, Any]) -> str:
    given = [(name, _text(value)) for name, value in parameters.items() if value is not None]
    return f"?{urlencode(given)}" if given else ""


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(_text(each) for each in value)
    return str(value)


def _seconds(retry_after: Optional[str]) -> Optional[float]:
    """`Retry-After` as seconds; it is a number of them or a date."""
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


def _problem(error: HTTPError) -> ProblemError:
    body = error.read()
    try:
        problem = json.loads(body)
    except ValueError:
        problem = {"detail": body.decode("utf-8", "replace")[:500]}
    return ProblemError(error.code, problem if isinstance(problem, dict) else {"detail": str(problem)})
