"""Recomputes every number and every word on /performance, and on a member's and a security's page, from raw closes.

    python3 recompute.py ORIGIN MEMBER TICKER [FOLDER]

Python's standard library alone, and nothing of the service's code. Decisions are those that the API lists; their returns are computed from closes
in FOLDER (SYMBOL.csv with date,close), or else from the API's bars, over sessions of a calendar written here. From them follow means, intervals,
bounds, alphas, findings and sentences, which are compared with the API to 1e-9 and with the pages letter by letter. Returns with dividends are
taken as the API gives them, and counted: bars have none. Exits with 1 and a line for each difference. Formulae: docs/adr/0025-returns.md.
"""

import csv
import html
import json
import math
import os
import re
import sys
import time
import urllib.error
import urllib.request
from bisect import bisect_left
from collections import Counter, defaultdict
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

TOLERANCE = 1e-9
HORIZONS = {5: "a week", 21: "a month", 63: "three months", 126: "six months", 252: "a year"}
ANCHORS = ("skill", "copy")
SIDES = {"difference": "Purchases minus sales", "buys": "Bought", "sells": "Sold"}
CLOSED = "2012-10-29 2012-10-30 2018-12-05 2025-01-09".split()
differences, compared = [], Counter()


def differ(what, mine, theirs):
    differences.append(f"{what}: computed {mine!r}, served {theirs!r}")


def check(what, mine, theirs):
    """Numbers to 1e-9, all else exactly."""
    compared["words" if isinstance(mine, str) else "numbers"] += 1
    if isinstance(mine, dict) and isinstance(theirs, dict):
        for name, value in mine.items():
            check(f"{what}.{name}", value, theirs.get(name))
    elif isinstance(mine, float) and isinstance(theirs, (int, float)):
        if not abs(mine - theirs) <= TOLERANCE * max(1.0, abs(mine)):
            differ(what, mine, theirs)
    elif mine != theirs:
        differ(what, mine, theirs)


# The calendar of the New York Stock Exchange since 2012.


def easter(year):
    a, b, c = year % 19, year // 100, year % 100
    d = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    e = (32 + 2 * (b % 4) + 2 * (c // 4) - d - c % 4) % 7
    f = d + e - 7 * ((a + 11 * d + 22 * e) // 451) + 114
    return date(year, f // 31, f % 31 + 1)


def nth(year, month, weekday, number):
    first = date(year, month, 1)
    return first + timedelta((weekday - first.weekday()) % 7 + 7 * (number - 1))


def holidays(year):
    last_of_may = date(year, 5, 31)
    found = {nth(year, 1, 0, 3), nth(year, 2, 0, 3), easter(year) - timedelta(2), nth(year, 9, 0, 1), nth(year, 11, 3, 4)}
    found.add(last_of_may - timedelta(last_of_may.weekday()))
    for month, day in [(1, 1), (7, 4), (12, 25)] + ([(6, 19)] if year >= 2022 else []):
        fixed = date(year, month, day)
        if fixed.weekday() == 5 and month != 1:
            fixed -= timedelta(1)
        found.add(fixed + timedelta(1) if fixed.weekday() == 6 else fixed)
    return {each.isoformat() for each in found}


def sessions_between(first, last):
    days, day, closed = [], date.fromisoformat(first), set(CLOSED)
    for year in range(day.year, date.fromisoformat(last).year + 1):
        closed |= holidays(year)
    while day.isoformat() <= last:
        if day.weekday() < 5 and day.isoformat() not in closed:
            days.append(day.isoformat())
        day += timedelta(1)
    return days


# Student's t, by the continued fraction of the incomplete beta function.


def beta_share(x, a, b):
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_share(1 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, 500):
        for step in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 / (1 + step * d)
            c = 1 + step / c
            fraction *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return front * fraction


def p_of(t, degrees):
    return 1.0 if t == 0 else beta_share(degrees / (degrees + t * t), degrees / 2, 0.5)


def t_of(p, degrees):
    low, high = 0.0, 1.0
    while p_of(high, degrees) > p:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if p_of(middle, degrees) > p else (low, middle)
    return (low + high) / 2


# Means of decisions, and their errors.


def shared(rows):
    """Over pairs of one security, in two clusters, on days of which some are the same."""
    by_security, total = defaultdict(list), 0.0
    for row in rows:
        by_security[row["ticker"]].append(row)
    for own in by_security.values():
        for at, one in enumerate(own):
            for other in own[:at]:
                if one["cluster"] != other["cluster"] and one["from"] < other["to"] and other["from"] < one["to"]:
                    total += 2 * one["influence"] * other["influence"]
    return total


def interval_of(sides, key, least):
    """The standard error over clusters (Bell and McCaffrey), and over securities that several have; None below `least` clusters of a side."""
    sums, rows, effective, means = defaultdict(float), [], math.inf, []
    for sign, side in sides:
        sizes, n = Counter(map(key, side)), len(side)
        if len(sizes) < least:
            return None
        mean = math.fsum(each["return"] for each in side) / n
        means.append(sign * mean)
        for each in side:
            gap, cluster = each["return"] - mean, key(each)
            sums[cluster] += sign * gap / math.sqrt(n * (n - sizes[cluster]))
            rows.append({**each, "cluster": cluster, "influence": sign * gap / n})
        effective = min(effective, n * n / sum(size * size for size in sizes.values()))
    error = math.sqrt(math.fsum(value * value for value in sums.values()) + max(0.0, shared(rows)))
    degrees, mean = max(1.0, effective - 1), sum(means)
    reach = t_of(0.1, degrees) * error
    return {
        "standard_error": error,
        "interval": {"low": mean - reach, "high": mean + reach},
        "p_value": None if error == 0 else p_of(mean / error, degrees),
    }


NOTHING = {"standard_error": None, "interval": None, "p_value": None}


def estimate(sides, is_group):
    filing = lambda each: each["filing_id"]
    member_month = lambda each: (each["politician_id"], each["transaction_date"][:7])
    own = interval_of(sides, member_month if is_group else filing, 10)
    if own is None or not is_group:
        return own or NOTHING
    months = interval_of(sides, lambda each: each["from"][:7], 2)
    width = lambda each: each["interval"]["high"] - each["interval"]["low"]
    return NOTHING if months is None else own if width(months) <= width(own) else months


def bounds_of(side):
    """The extreme weighted means: amounts at one end for the smallest returns, and at the other for the greatest."""
    rows = sorted((each["return"], each["amount_min"], each["amount_max"] or each["amount_min"]) for each in side)
    ends = [each["return"] for each in side if each["amount_max"] is None]

    def means(below, above):
        weight = sum(row[above] for row in rows)
        total = math.fsum(row[above] * row[0] for row in rows)
        yield total / weight
        for row in rows:
            weight += row[below] - row[above]
            total += (row[below] - row[above]) * row[0]
            if weight > 0:
                yield total / weight

    return {"low": min([*means(2, 1), *ends]), "high": max([*means(1, 2), *ends])}


def figures(decisions, counted, is_group):
    """@param counted: what is in no mean, by reason, as the API counts it for rows that are no decision."""
    priced = [each for each in decisions if each["unpriced"] is None]
    missing = counted["no_ticker"] + sum(each["unpriced"] in ("no_bars", "delisted", "no_benchmark") for each in decisions)
    share = len(priced) / (len(priced) + missing) if priced or missing else None
    buys = [each for each in priced if each["side"] == "buy"]
    sells = [each for each in priced if each["side"] == "sell"]
    found = {}
    for name, sides in (("difference", [(1, buys), (-1, sells)]), ("buys", [(1, buys)]), ("sells", [(1, sells)])):
        clusters = [
            len({(each["politician_id"], each["transaction_date"][:7]) if is_group else each["filing_id"] for each in side})
            for _, side in sides
        ]
        figure = {"n": sum(len(side) for _, side in sides), "clusters": min(clusters), "mean": None, "dollar_weighted": None, **NOTHING}
        if all(side for _, side in sides):
            figure["state"] = "too_few_priced"
            if share is not None and share >= 0.9:
                figure["mean"] = sum(sign * math.fsum(each["return"] for each in side) / len(side) for sign, side in sides)
                figure |= estimate(sides, is_group)
                figure["state"] = "too_few_filings" if figure["interval"] is None else "ok"
                figure["dollar_weighted"] = None if name == "difference" else bounds_of(sides[0][1])
        else:
            figure["state"] = "none"
        found[name] = figure
    return found


# Portfolios.


def alpha(portfolio, market):
    """Ordinary least squares, with the error of Newey and West; None over fewer than 60 days."""
    days = [at for at in range(len(market)) if portfolio[at] is not None and market[at] is not None]
    if len(days) < 60:
        return None
    x, y, n = [market[at] for at in days], [portfolio[at] for at in days], len(days)
    mean_x, mean_y = math.fsum(x) / n, math.fsum(y) / n
    spread = math.fsum((each - mean_x) ** 2 for each in x)
    beta = math.fsum((one - mean_x) * (other - mean_y) for one, other in zip(x, y)) / spread
    daily, lag = mean_y - beta * mean_x, math.floor(4 * (n / 100) ** (2 / 9))
    terms = [(other - daily - beta * one) * (1 / n - mean_x * (one - mean_x) / spread) for one, other in zip(x, y)]
    variance = math.fsum(each * each for each in terms)
    for shift in range(1, lag + 1):
        variance += 2 * (1 - shift / (lag + 1)) * math.fsum(terms[at] * terms[at - shift] for at in range(shift, n))
    return {"daily": daily, "beta": beta, "standard_error": math.sqrt(max(0.0, variance)), "days": n, "lag": lag}


def portfolios(decisions, horizon, bars, sessions):
    held = {"buy": defaultdict(list), "sell": defaultdict(list)}
    for each in decisions:
        day = each["anchor_day"]
        start = bisect_left(sessions, day)
        own = bars.get(each["ticker"])
        if own is None or day < sessions[0] or start == len(sessions):
            continue
        days = own["days"]
        values = []
        for session in sessions[start : start + horizon + 1]:
            at = bisect_left(days, session)
            exact = at < len(days) and days[at] == session
            values.append(None if session > days[-1] or (at == 0 and not exact) else own["close"][at if exact else at - 1])
        if values[0] is None:
            continue
        for at in range(1, len(values)):
            if values[at] is not None:
                held[each["side"]][start + at].append(values[at] / values[at - 1] - 1)
    mean = lambda side: [math.fsum(held[side][at]) / len(held[side][at]) if held[side][at] else None for at in range(len(sessions))]
    buys, sells = mean("buy"), mean("sell")
    closes = [bars["SPY"]["by_day"].get(each) for each in sessions]
    pairs = [(None, None), *zip(closes[1:], closes)]
    market = [None if now is None or before is None else now / before - 1 for now, before in pairs]
    both = [None if one is None or other is None else one - other for one, other in zip(buys, sells)]
    return {"buys": alpha(buys, market), "sells": alpha(sells, market), "difference": alpha(both, market)}


# Many members.


def findings(members, side):
    tested = {each: of[side] for each, of in members.items() if of[side]["state"] == "ok" and of[side]["p_value"] is not None}
    ordered, bound = sorted(each["p_value"] for each in tested.values()), -1.0
    for at, p in enumerate(ordered):
        if p <= (at + 1) / len(ordered) * 0.1:
            bound = p
    marks = {each: "yes" if of["p_value"] <= bound else "no" for each, of in tested.items()}
    if len(tested) < 2:
        return tested, marks, None, {}
    mean, error = [each["mean"] for each in tested.values()], [each["standard_error"] for each in tested.values()]
    weights = [1 / each**2 for each in error]
    fixed = math.fsum(m * w for m, w in zip(mean, weights)) / math.fsum(weights)
    excess = math.fsum(w * (m - fixed) ** 2 for m, w in zip(mean, weights)) - (len(tested) - 1)
    between = max(0.0, excess / (math.fsum(weights) - math.fsum(w * w for w in weights) / math.fsum(weights)))
    weights = [1 / (between + each**2) for each in error]
    centre = math.fsum(m * w for m, w in zip(mean, weights)) / math.fsum(weights)
    shrunken = {each: (between * m + e**2 * centre) / (between + e**2) for each, m, e in zip(tested, mean, error)}
    return tested, marks, {"mean": centre, "between_variance": between}, shrunken


# Words.


def magnitude(fraction):
    rounded = Decimal(abs(100 * fraction)).quantize(Decimal("0.1"), ROUND_HALF_UP)
    return f"{rounded:,}".removesuffix(".0")


def percent(fraction):
    text = magnitude(fraction)
    return "0%" if text == "0" else f"{'−' if fraction < 0 else '+'}{text}%"


def range_text(bounds):
    return f"{percent(bounds['low'])} to {percent(bounds['high'])}"


def decisions_text(n):
    return f"{n:,} decision{'' if n == 1 else 's'}"


def gap(side, low, high):
    if low == 0 == high:
        return "prices then matched SPY"
    ends = (low, high) if low > 0 else (high, low)
    least, most = map(magnitude, ends)
    size = f"{least}% to {most}%"
    if most == "0":
        size = "less than 0.1%"
    elif least == "0":
        size = f"between just over 0% and {most}%"
    elif least == most:
        size = f"{most}%"
    if side == "difference":
        return f"relative to SPY, securities bought did {'better' if low > 0 else 'worse'} afterwards than securities sold, by {size}"
    return f"prices then {'beat' if low > 0 else 'trailed'} SPY by {size}"


FINDINGS = {
    "buys": ("Worse (prices trailed SPY)", "Better (prices beat SPY)"),
    "sells": ("Better (prices trailed SPY, an avoided loss)", "Worse (prices beat SPY, a missed gain)"),
}


def sentence(side, figure, together, tells_of_selling=True):
    n, interval = figure["n"], figure["interval"]
    if figure["state"] == "none":
        return {"difference": "needs a purchase and a sale with prices", "buys": "no purchase with a price", "sells": "no sale with a price"}[side]
    if figure["state"] == "too_few_priced":
        return f"no figure, because fewer than 90% of the decisions have a price ({n:,} {'has' if n == 1 else 'have'} one)"
    if interval is None and figure["clusters"] >= 10:
        return f"no interval: all returns {'after purchases, or all after sales, ' if side == 'difference' else ''}begin in one month ({decisions_text(n)})"
    if interval is None:
        few, held = f"too few {together} for an interval", figure["clusters"]
        if side == "difference":
            return f"{few}: at least 10 with purchases and 10 with sales are needed, but the smaller of the two numbers is {held} ({decisions_text(n)} in total)"
        return f"{few} ({decisions_text(n)} in {held} {together if held != 1 else together[:-1]}; at least 10 {together} are needed)"
    if interval["low"] <= 0 <= interval["high"]:
        shown = "no clear difference" if side == "difference" else "no clear difference from SPY"
        return f"{shown} ({range_text(interval)}, {decisions_text(n)})"
    avoided = ""
    if side == "sells" and tells_of_selling:
        avoided = f"; the seller {'missed that gain' if interval['low'] > 0 else 'avoided that loss'}"
    return f"{gap(side, interval['low'], interval['high'])} on average{avoided} ({decisions_text(n)})"


def band(side, figure):
    bounds, mean = figure["dollar_weighted"], figure["mean"]
    if bounds is None or mean is None:
        return ""
    low, high = percent(bounds["low"]), percent(bounds["high"])
    span = f"is {low}" if low == high else f"could be anything from {low} to {high}, depending on the exact amounts"
    allowed = f"weighted by dollars, the average {span}"
    if figure["interval"] is not None:
        return allowed
    average = f"{gap(side, mean, mean)} on average"
    if low == high == percent(mean):
        return f"{average}, which luck alone could explain"
    warning = "" if low == high else "That range is not a margin of error. "
    return f"{average}; {allowed}. {warning}Luck alone could explain any of these figures"


def alpha_sentence(difference, found, horizon):
    if difference["state"] != "ok":
        return ""
    held = f"As a second measure, take a portfolio that holds each security bought, and shorts each one sold, for {HORIZONS[horizon]}. Its alpha"
    if found is None:
        return f"{held} is not computed, because there are too few days on which both its sides (held and shorted) have returns."
    mean, reach = 252 * found["daily"], 252 * t_of(0.1, found["days"] - 2) * found["standard_error"]
    low, high = mean - reach, mean + reach
    ends = f"90% interval {range_text({'low': low, 'high': high})}"
    shown = f"({ends}), no clear difference from zero" if low <= 0 <= high else f"({ends}, entirely {'above' if low > 0 else 'below'} zero)"
    return (
        f"{held} is {percent(mean)} a year {shown}."
        " The alpha comes from regressing the portfolio's daily returns (those of the securities it holds minus those of the securities it shorts) on the daily returns of SPY. Dividends are left out of the returns of both the portfolio and SPY, and no risk-free rate is subtracted."
    )


# What is served.


class Service:
    def __init__(self, origin, folder):
        self.origin, self.folder, self.bars, self.sessions, self.asked = origin, folder, {}, [], 0

    def get(self, path):
        """Sends each request from its own address, if the instance trusts the header; otherwise waits as long as it says once the quota is used up."""
        self.asked += 1
        address = f"10.{self.asked >> 16 & 255}.{self.asked >> 8 & 255}.{self.asked & 255}"
        headers = {"accept": "text/html, application/json", "x-forwarded-for": address}
        request = urllib.request.Request(self.origin + path, headers=headers)
        while True:
            try:
                with urllib.request.urlopen(request) as answer:
                    return answer.read().decode()
            except urllib.error.HTTPError as error:
                if error.code != 429:
                    raise
                time.sleep(int(error.headers.get("Retry-After", "5")))

    def api(self, path, **query):
        return json.loads(self.get(f"/api/v1{path}?" + "&".join(f"{name}={value}" for name, value in query.items())))

    def all(self, path, **query):
        """An answer with the decisions of all of its pages."""
        body = self.api(path, limit=1000, skip=0, **query)
        while len(body["decisions"]) < body["total"]:
            body["decisions"] += self.api(path, limit=1000, skip=len(body["decisions"]), **query)["decisions"]
        return body

    def closes(self, symbol):
        if symbol not in self.bars:
            self.bars[symbol] = self.read(symbol)
        return self.bars[symbol]

    def read(self, symbol):
        if self.folder is None:
            try:
                data = self.api(f"/market-data/public/historical/{symbol}", **{"from": "2012-01-01", "interval": "1d"})["data"]
            except urllib.error.HTTPError:
                return None
            rows = [(each["date"], each["close"]) for each in reversed(data)]
        else:
            path = os.path.join(self.folder, f"{symbol}.csv")
            if not os.path.exists(path):
                return None
            with open(path, encoding="utf-8") as file:
                rows = sorted((row["date"], float(row["close"])) for row in csv.DictReader(file))
        return {"days": [day for day, _ in rows], "close": [close for _, close in rows], "by_day": dict(rows)} if rows else None

    def recompute(self, decision, anchor, horizon):
        """The decision with the return that follows from closes; what is served of it is compared."""
        own, market, sessions = self.closes(decision["ticker"]), self.bars["SPY"], self.sessions
        day = decision["transaction_date"] if anchor == "skill" else (date.fromisoformat(decision["disclosure_date"]) + timedelta(1)).isoformat()
        mine = {"from": None, "to": None, "security_return": None, "benchmark_return": None, "abnormal_return": None}
        has_ended = decision["unpriced"] == "delisted" or decision["delisted"]
        start = bisect_left(sessions, day)
        end = start + horizon
        if own is None:
            reason = "no_bars"
        elif day < sessions[0]:
            reason = "no_benchmark"
        elif start == len(sessions):
            reason = "too_recent"
        elif sessions[start] not in own["by_day"]:
            reason = "delisted" if has_ended and own["days"][-1] < sessions[start] else "no_bars"
        elif end >= len(sessions):
            reason = "too_recent"
        elif own["days"][-1] < sessions[end] and not has_ended:
            reason = "no_bars"
        elif not {sessions[start], sessions[end]} <= market["by_day"].keys():
            reason = "no_benchmark"
        else:
            reason = None
            last = max(each for each in own["days"] if each <= sessions[end])
            security = own["by_day"][last] / own["by_day"][sessions[start]] - 1
            benchmark = market["by_day"][sessions[end]] / market["by_day"][sessions[start]] - 1
            mine = {"from": sessions[start], "to": sessions[end], "security_return": security, "benchmark_return": benchmark}
            mine["abnormal_return"] = security - benchmark
        if reason is None and decision["return_kind"] == "total":
            compared["returns with dividends, taken as served"] += 1
            mine = {name: decision[name] for name in mine}
        what = f"{decision['ticker']} {decision['side']} {decision['transaction_date']}, {anchor}, {horizon}"
        check(what, {"unpriced": reason, **mine}, decision)
        return {**decision, **mine, "unpriced": reason, "return": mine["abnormal_return"], "anchor_day": day}

    def answer(self, path, anchor, horizon, is_group, **query):
        body = self.all(path, anchor=anchor, horizon=horizon, **query)
        decisions = [self.recompute(each, anchor, horizon) for each in body["decisions"]]
        mine = figures(decisions, body["n_unpriced"], is_group)
        for side, figure in mine.items():
            compared[figure["state"]] += 1
            check(f"{path}, {anchor}, {horizon}, {side}", figure, body[side])
        return body, decisions, mine


def cells(page, name):
    """The texts of a row's cells, each followed by a bar and its small print."""
    row = re.search(rf'<tr><th scope="row">{re.escape(name)}</th>(.*?)</tr>', page, re.S)
    found = re.findall(r"<td[^>]*>(.*?)</td>", row[1], re.S) if row else []
    return [text_of(re.sub(r'<br><span class="small">', " | ", each)) for each in found]


def text_of(markup):
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


def subject(service, path, together):
    """A member's or a security's page: the quarter stands in two tables, from both anchors."""
    page = service.get(path)
    answers = {
        horizon: [service.answer(f"{path}/performance", anchor, horizon, together != "reports")[2] for anchor in ANCHORS] for horizon in HORIZONS
    }
    is_nothing = all(figure["state"] == "none" for both in answers.values() for each in both for figure in each.values())
    for horizon, both in answers.items():
        for side, name in SIDES.items():
            said = [" | ".join(filter(None, (sentence(side, each[side], together), band(side, each[side])))) for each in both]
            said = [] if is_nothing else said
            check(f"page {path}, {name}, {HORIZONS[horizon]}", said, cells(page, f"{name}, {HORIZONS[horizon]}"))
            compared["words"] += len(said)


def everybody(service, horizon=63):
    page = service.get("/performance")
    body, decisions, mine = service.answer("/performance", "copy", horizon, True)
    alphas = portfolios(decisions, horizon, service.bars, service.sessions)
    for side, found in alphas.items():
        check(f"alpha, {side}", found, body["calendar_time"][side])
    said = {name: text_of(each) for name, each in re.findall(r"<li>(?:<strong>)?(Purchases minus sales|All purchases|All sales)(: .*?)</li>", page, re.S)}
    for side, name in {**SIDES, "buys": "All purchases", "sells": "All sales"}.items():
        below = alpha_sentence(mine[side], alphas[side], horizon) if side == "difference" else ""
        check(f"page /performance, {name}", f": {sentence(side, mine[side], 'member-months')}{below}", said.get(name))
    members = {}
    for listed in body["members"]["list"]:
        own = [each for each in decisions if each["politician_id"] == listed["politician_id"]]
        counted = service.api(f"/politicians/{listed['politician_id']}/performance", horizon=horizon, limit=1)["n_unpriced"]
        members[listed["politician_id"]] = figures(own, counted, False)
    for side in ("buys", "sells"):
        tested, marks, centre, shrunken = findings(members, side)
        above = sum(each["interval"]["low"] > 0 for each in tested.values())
        check(f"members tested, {side}", [len(tested), above], [body["members"]["tested"][side], body["members"]["above"][side]])
        check(f"members by luck, {side}", 0.05 * len(tested), body["members"]["above_by_luck"][side])
        check(f"shrinkage, {side}", centre, body["members"]["shrinkage"][side])
        for listed in body["members"]["list"]:
            who = listed["politician_id"]
            figure = members[who][side]
            expected = {name: figure[name] for name in ("state", "n", "clusters", "mean", "interval")}
            expected |= {"shrunken_mean": shrunken.get(who), "distinguishable": marks.get(who, "too_few")}
            check(f"{who}, {side}", expected, listed[side])
            row = re.search(rf'<tr><th scope="row"><a href="[^"]*/politicians/{who}">.*?</tr>', page, re.S)
            if not any(each["politician_id"] == who and each["unpriced"] is None for each in decisions):
                check(f"page /performance, {who}", None, row)
                continue
            found = [text_of(each) for each in re.findall(r"<td[^>]*>(.*?)</td>", row[0], re.S)] if row else []
            drawn = percent(shrunken[who]) if who in shrunken else "none"
            mark = {"yes": FINDINGS[side][(figure["mean"] or 0) > 0], "no": "Not established: could be luck"}.get(marks.get(who), "Too few")
            expected = [sentence(side, figure, "reports", tells_of_selling=False), drawn, mark]
            check(f"page /performance, {who}, {side}", expected, found[0:3] if side == "buys" else found[3:6])
            compared["words"] += len(expected)


def main(origin, member, ticker, folder=None):
    service = Service(origin.rstrip("/"), folder)
    market = service.closes("SPY")
    if market is None:
        sys.exit("There is no price of SPY.")
    service.sessions = sessions_between(market["days"][0], market["days"][-1])
    subject(service, f"/politicians/{member}", "reports")
    subject(service, f"/tickers/{ticker}", "member-months")
    everybody(service)
    print("\n".join(differences[:50]) or "No difference.")
    print(json.dumps({"differences": len(differences), **compared}))
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
