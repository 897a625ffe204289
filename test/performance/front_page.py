"""Recomputes every number and every word of the front page's blocks from the API's trades.

    python3 front_page.py ORIGIN [FOLDER]

Uses only Python's standard library, and none of the service's code. Trades, filings' states and members come from the JSON API, rules from the page
itself and docs/methodology.md ("What the first page points out"). FOLDER as in recompute.py, whose means and sentences are used for the last row.
A service that trusts X-Forwarded-For from this machine answers at once; otherwise the program waits for its quota, with one request per trade of
the last year. Prints a line for each difference, and then exits with 1.
"""

import json
import re
import sys
import time
from collections import Counter, defaultdict
from datetime import date, timedelta
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from math import sqrt

sys.dont_write_bytecode = True
from recompute import Service, check, compared, decisions_text, differences, percent, sentence, sessions_between, text_of  # noqa: E402

TRIALS, YEAR, SEARCHED, CLUSTER, RECENT, LARGE = 400, 365, 60, 14, 30, 100_001
# Number of seats that are looked up.
SEATS = 60
BRACKETS = (1_001, 15_001, 50_001, 100_001, 250_001, 500_001, 1_000_001, 5_000_001, 25_000_001, 50_000_001)
READ = {"parsed", "ocr", "no_trades", "superseded", "needs_review"}
NOT_REPORTS = {"not_a_member", "not_a_ptr"}
BONDS = {"Corporate Bond", "Government Security", "Municipal Security"}
CHAMBERS = {"house": "House", "senate": "Senate"}


# Words.


def number(value):
    return f"{value:,}"


def counted(value, one, many=None):
    return f"{number(value)} {one if value == 1 else many or one + 's'}"


def written(day):
    at = date.fromisoformat(day)
    return f"{at:%b} {at.day}, {at.year}"


def minus(day, days):
    return (date.fromisoformat(day) - timedelta(days)).isoformat()


def cents(value):
    return f"${Decimal(str(value)).quantize(Decimal('0.01'), ROUND_HALF_UP):,}"


def whole(value, rounding):
    return f"${Decimal(str(value)).quantize(Decimal(1), rounding):,}"


def range_words(low, high):
    if high is None:
        return f"${number(low)}+"
    return f"{cents(low)} - {cents(high)}" if low == high else f"{whole(low, ROUND_HALF_UP)} - {whole(high, ROUND_HALF_UP)}"


def amount_words(trade):
    """The range with its step of ten, as the bar beside it says."""
    low, high = trade["amount_min"], trade["amount_max"]
    text = f"{cents(low)} exactly" if low == high else trade["amount_range"].replace(" - ", "\u2009–\u2009")
    step = max(1, sum(low >= each for each in BRACKETS) if high is None else sum(high >= each for each in BRACKETS))
    return f"{text}Range {step}{' or higher' if high is None and step < 10 else ''} of 10"


def sum_words(trades):
    """The sum of all ranges, rounded outward to whole dollars."""
    low = sum(Decimal(str(each["amount_min"])) for each in trades)
    if any(each["amount_max"] is None for each in trades):
        return f"{whole(low, ROUND_FLOOR)} or more"
    high = sum(Decimal(str(each["amount_max"])) for each in trades)
    return f"{cents(low)} exactly" if low == high else f"{whole(low, ROUND_FLOOR)} to {whole(high, ROUND_CEILING)}"


def unread_words(reports):
    return f" (not read: {counted(reports, 'report')})" if reports else ""


def title(trade):
    return trade["headline"] + (f" ({trade['ticker']})" if trade["ticker"] else "")


# What is served.


class FrontPage:
    def __init__(self, service):
        self.service, self.known, self.people = service, {}, {}
        self.trades = self.list()
        self.coverage = service.api("/coverage")

    def list(self, **query):
        """All pages of a list of trades, newest disclosure first."""
        found = self.service.api("/trades", limit=1000, skip=0, **query)
        trades = found["trades"]
        while len(trades) < found["total"]:
            trades += self.service.api("/trades", limit=1000, skip=len(trades), **query)["trades"]
        return trades

    def total(self, **query):
        return self.service.api("/trades", limit=1, **query)["total"]

    def full(self, trade):
        if trade["id"] not in self.known:
            self.known[trade["id"]] = self.service.api(f"/trades/{trade['id']}")
        return self.known[trade["id"]]

    def person(self, member):
        if member not in self.people:
            self.people[member] = self.service.api(f"/politicians/{member}")
        return self.people[member]

    def is_repeat(self, trade):
        """An earlier filing of the member reports the same trade."""
        filed = lambda each: (each["filed_date"], each["filing"]["id"])
        return any(filed(self.full({"id": other})) < filed(trade) for other in trade["possible_duplicate_of"])

    def certain(self, since):
        """Trades disclosed since a day, without repeats and without those whose days or whose first disclosure are doubtful."""
        found = [self.full(each) for each in self.trades if each["disclosure_date"] >= since]
        return [each for each in found if each["reporting_gap_days"] is not None and not self.is_repeat(each)]


def side_of(trade):
    """Whether the security itself was bought or sold; None for anything else."""
    if trade["short_sale"] or trade["option"] is not None or trade["asset_type"] == "Stock Option":
        return None
    return {"purchase": "bought", "sale_full": "sold", "sale_partial": "sold"}.get(trade["transaction_type"])


def security_of(trade):
    """The symbol under which a trade counts; None for a bond, or if the symbol belongs to another security today."""
    if trade["ticker"] == "" or trade["asset_type"] in BONDS:
        return None
    if trade["current_ticker"] is not None:
        return trade["current_ticker"]
    return trade["ticker"] if trade["no_current_ticker"] in ("ended", "not_listed") else None


def seat(front, trade):
    terms = front.person(trade["politician_id"])["terms"]
    day, chamber = trade["transaction_date"], CHAMBERS[trade["chamber"]]
    far = lambda term: max(0, *(date.fromisoformat(a) .toordinal() - date.fromisoformat(b).toordinal() for a, b in ((term["start"], day), (day, term["end"]))))
    term = min(terms, key=lambda each: (far(each), -date.fromisoformat(each["start"]).toordinal()))
    place = term["state"] + (f"-{term['district']}" if term["district"] else "")
    if term["chamber"] == trade["chamber"]:
        return f"{chamber}, {place}"
    return f"{chamber}; on the day of the trade, a member of the {CHAMBERS[term['chamber']]} for {place}"


# The blocks.


def section(page, name):
    """The text of a block's fold, and the block's markup."""
    found = re.search(rf'<summary>{name}<span>: (.*?)</span></summary>\s*<section><h2>{name}</h2>(.*?)</section></details>', page, re.S)
    return (text_of(found[1]), found[2]) if found else (None, "")


def texts(pattern, markup):
    return [" ".join(text_of(each).split()) for each in re.findall(pattern, markup, re.S)]


def rows(table):
    """A table's rows as lists of cells."""
    return [texts(r"<t[hd][^>]*>(.*?)</t[hd]>", each) for each in re.findall(r"<tr>(.*?)</tr>", table.split("<tbody>")[1], re.S)]


def said(what, mine, theirs):
    """Compares words of a page, ignoring differences in white space."""
    clean = lambda each: " ".join(each.split()) if isinstance(each, str) else [clean(one) for one in each] if isinstance(each, list) else each
    check(what, clean(mine), clean(theirs))
    compared["words"] += len(mine) - 1 if isinstance(mine, list) else 0


def new_since(front, page):
    newest = date.fromisoformat(front.trades[0]["disclosure_date"])
    since = newest - timedelta(1)
    while since.weekday() > 4:
        since -= timedelta(1)
    new = front.list(disclosed_from=since.isoformat())
    filings = len({front.full(each)["filing"]["id"] for each in new})
    members = len({each["politician_id"] for each in new})
    states = front.coverage["totals"]["states"]
    scans, pending = states["needs_ocr"], states["pending"]
    unread = [counted(scans, "scanned report")] if scans else []
    unread += [counted(pending, "other report" if scans else "report")] if pending else []
    told = f" {' and '.join(unread)} {'is' if scans + pending == 1 else 'are'} not read yet." if unread else ""
    mine = (
        f"New since {since:%A}, {written(since.isoformat())}: {counted(len(new), 'trade')} in {counted(filings, 'filing')}"
        f" by {counted(members, 'member')}.{told}"
    )
    said("new", [mine], texts(r'<p class="news" title=.*?>(.*?)</p>', page))


def facts_before(front, trade):
    """The member's earlier trades, without repeats."""
    own = [front.full(each) for each in front.trades if each["politician_id"] == trade["politician_id"]]
    return [each for each in own if each["transaction_date"] < trade["transaction_date"] and not front.is_repeat(each)]


def percentile(trades):
    """By nearest rank of the lower bounds: a bracket that 95 of 100 do not exceed."""
    ranges = sorted((each["amount_min"], each["amount_max"] or float("inf")) for each in trades)
    rank = -(-95 * len(ranges) // 100)
    low, high = ranges[rank - 1]
    return low, None if high == float("inf") else high


def highlights(front, recent):
    """(rule, trade, words) in the order of the page; of equal trades, the one disclosed last."""
    if not recent:
        return []
    largest_first = sorted(recent, key=lambda each: -each["amount_min"])
    found = [("largest", largest_first[0], f"Of the trades first disclosed in the last {RECENT} days, none has a larger amount. Amounts are compared by the lower bounds of their ranges.")]
    latest = max(recent, key=lambda each: each["days_late"] or 0)
    if latest["days_late"]:
        grace = " No late fee is due for the first 30 days past the deadline." if latest["days_late"] <= 30 else ""
        found.append(("latest", latest, f"Disclosed {counted(latest['days_late'], 'day')} past the deadline, the most in the last {RECENT} days.{grace}"))
    shown = {trade["politician_id"] for _, trade, _ in found}
    for rule in ("first", "above"):
        for trade in largest_first:
            if trade["politician_id"] in shown or (rule == "first" and trade["amount_min"] < LARGE):
                continue
            words = RULES[rule](front, trade, facts_before(front, trade))
            if words is not None:
                found.append((rule, trade, words))
                shown.add(trade["politician_id"])
                break
    return found


def first_in_security(front, trade, earlier):
    security = security_of(trade)
    if security is None or trade["transaction_type"] in ("exchange", "other") and not trade["short_sale"]:
        return None
    if any(security_of(each) == security for each in earlier):
        return None
    n = len(earlier)
    before = (
        "no earlier trade by this member is known"
        if n == 0
        else "the only known earlier trade by this member is not in this security"
        if n == 1
        else f"none of the {number(n)} known earlier trades by this member is in this security"
    )
    unread = unread_words(front.person(trade["politician_id"])["unread_reports"])
    return f"First trade in {trade['ticker']} in our data, and $100,001 or more: {before}{unread}."


def above_own(front, trade, earlier):
    if len(earlier) < 20:
        return None
    low, high = percentile(earlier)
    if trade["amount_min"] <= low:
        return None
    unread = unread_words(front.person(trade["politician_id"])["unread_reports"])
    own = range_words(trade["amount_min"], trade["amount_max"])
    return (
        f"Above the member’s own 95th percentile: 95% of {number(len(earlier))} known earlier trades{unread}"
        f" were {range_words(low, high)} or less; this one is {own}."
    )


RULES = {"first": first_in_security, "above": above_own}


def shift(member, trial):
    """A day of the year: the number of that trial, from 1, of mulberry32, seeded with the FNV-1a hash of the member's id."""
    seed = 0x811C9DC5
    for byte in member.encode():
        seed = (seed ^ byte) * 0x01000193% 2**32
    mixed = (seed + trial * 0x6D2B79F5) % 2**32
    mixed = (mixed ^ mixed >> 15) * (mixed | 1) % 2**32
    mixed ^= (mixed + (mixed ^ mixed >> 7) * (mixed | 61)) % 2**32
    return (mixed ^ mixed >> 14) % YEAR


def densest(trades):
    """The most members within the days, and those trades. @param trades: (day, member, …), by day."""
    best, window = 0, []
    most = []
    for each in trades:
        window = [other for other in window if each[0] - other[0] < CLUSTER] + [each]
        members = len({other[1] for other in window})
        if members > best:
            best, most = members, list(window)
    return best, most


def cluster(front):
    newest = date.fromisoformat(front.trades[0]["disclosure_date"])
    sides = defaultdict(list)
    for place, each in enumerate(front.certain((newest - timedelta(YEAR - 1)).isoformat())):
        age = (newest - date.fromisoformat(each["transaction_date"])).days
        security, side = security_of(each), side_of(each)
        if security is not None and side is not None and 0 <= age < YEAR:
            sides[security, side].append((-age, each["politician_id"], place, each))
    sides = {key: own for key, own in sides.items() if len({each[1] for each in own}) >= 3}
    shifts = {member: [shift(member, at + 1) for at in range(TRIALS)] for member in {each[1] for own in sides.values() for each in own}}
    highest, best = [0.0] * TRIALS, None
    for (security, side), own in sides.items():
        trials = []
        for at in range(TRIALS):
            moved = [((shifts[member][at] - day) % YEAR, member) for day, member, _, _ in own]
            trials.append(densest(sorted(each for each in moved if each[0] < SEARCHED))[0])
        chance = sum(trials) / TRIALS
        excess = lambda members: (members - chance) / sqrt(chance + 1)
        highest = [max(so_far, excess(members)) if members >= 3 else so_far for so_far, members in zip(highest, trials)]
        members, within = densest(sorted((each for each in own if -each[0] < SEARCHED), key=lambda each: (each[0], each[2])))
        is_new = any(each["disclosure_date"] > minus(newest.isoformat(), RECENT) for *_, each in within)
        if members >= 3 and is_new and excess(members) > (best["excess"] if best else 0):
            company = min(within, key=lambda each: each[2])[3]["company"]
            days = [minus(newest.isoformat(), -day) for day, *_ in within]
            best = {"excess": excess(members), "chance": chance, "of": f"{counted(members, 'member')} {side} {company} ({security})"}
            best |= {"from": days[0], "to": days[-1]}
    if best is None:
        return None
    as_much = sum(each >= best["excess"] for each in highest)
    return None if as_much >= TRIALS // 20 else {**best, "as_much": as_much, "compared": len(sides)}


def worth_a_look(front, page):
    newest = front.trades[0]["disclosure_date"]
    first = minus(newest, RECENT - 1)
    recent = front.certain(first)
    found, crowd = highlights(front, recent), cluster(front)
    items = {}
    for rule, trade, words in found:
        compared[f"rule {rule}"] += 1
        who = f"{trade['politician']} {trade['party'][0]} {seat(front, trade)}"
        days = f"traded {written(trade['transaction_date'])}, disclosed {written(trade['disclosure_date'])}"
        item = items.setdefault(trade["id"], [f"{title(trade)} {amount_words(trade)}", f"{who} · {days}", words])
        item[2] = words if item[2] == words else f"{item[2]} {words}"
    mine = [each for item in items.values() for each in item]
    if crowd is not None:
        compared["rule cluster"] += 1
        chance = Decimal(crowd["chance"]).quantize(Decimal("0.1"), ROUND_HALF_UP)
        any_of = "this security" if crowd["compared"] == 1 else f"at least one of the {number(crowd['compared'])} combinations of a security and a direction that were compared"
        mine += [
            crowd["of"],
            f"traded from {written(crowd['from'])} to {written(crowd['to'])}",
            f"At least 3 members traded in the same direction within a period of {CLUSTER} days during the last {SEARCHED} days. By chance, an average of {chance} members would have done so in this"
            f" security. In {crowd['as_much']} of {TRIALS} trials, in which each member’s trading days of a year were shifted at random,"
            f" {any_of} stood out at least as much.",
        ]
    among = f"Chosen from {counted(len(recent), 'trade')}" if recent else "None of the trades"
    mine.append(
        f"{among} first disclosed from {written(first)} to {written(newest)}{'' if recent else ' can be compared, because each has an uncertain date or may repeat an earlier one'}."
        " Only trades listed on this site are compared; sizes are compared by the lower bounds of the amount ranges. Being listed here does not mean that a trade was improper."
    )
    fold, markup = section(page, "Worth a look")
    said("worth a look", mine, texts(r"<p[^>]*>(.*?)</p>", markup))
    others = len(items) + (crowd is not None) - 1
    more = f", and {number(others)} more" if others > 0 else ""
    said("worth a look, fold", f"{title(found[0][1])}{more}" if found else crowd["of"] if crowd else "nothing", fold)


def reports_of(front, year):
    """(read, known) reports of a year."""
    states = Counter()
    for each in front.coverage["years"]:
        if each["year"] == year:
            states.update(each["states"])
    return sum(states[each] for each in READ), sum(n for state, n in states.items() if state not in NOT_REPORTS)


def late(front, page):
    years = sorted({each["disclosure_date"][:4] for each in front.trades}, reverse=True)
    year, table = years[0], []
    for each in years[:5]:
        days = {"disclosed_from": f"{each}-01-01", "disclosed_to": f"{each}-12-31"}
        is_late, in_time = front.total(late="true", **days), front.total(late="false", **days)
        judged, percent = is_late + in_time, 100 * is_late / (is_late + in_time or 1)
        share = (
            "–"
            if judged == 0
            else "under 1%"
            if 0 < percent < 1
            else "over 99%"
            if 99 < percent < 100
            else f"{Decimal(percent).quantize(Decimal(1), ROUND_HALF_UP)}%"
        )
        read, reports = reports_of(front, int(each))
        little = f" only {number(read)} of {counted(reports, 'report')} read" if 100 * read < 80 * reports else ""
        table.append([f"{each}{little}", share, number(judged)])
    days = {"disclosed_from": f"{year}-01-01", "disclosed_to": f"{year}-12-31"}
    most, newest = defaultdict(int), {}
    for trade in front.list(**days):
        newest.setdefault(trade["politician_id"], trade)
    for trade in front.list(late="true", **days):
        member = trade["politician_id"]
        most[member] = max(most[member], front.full(trade)["days_late"])
    name = lambda member: newest[member]["politician"]
    latest = sorted(most, key=lambda member: (-most[member], name(member)))[:3]
    judged = int(table[0][2].replace(",", ""))
    fold, markup = section(page, "Late")
    mine = [f"{name(each)} {newest[each]['party'][0]} {counted(most[each], 'day')}" for each in latest]
    said("late, members", mine, texts(r"<li>(.*?)</li>", markup))
    nobody = (
        f"No trade disclosed in {year} can be judged yet."
        if judged == 0
        else f"None of the {counted(judged, 'trade')} disclosed in {year} that can be judged was late."
    )
    rule = f"Each number is the member’s longest delay past the deadline, among trades disclosed in {year}. All members who were late in {year}"
    said("late, words", [] if latest else [nobody], texts(r"<p>(.*?)</p>", markup))
    said("late, rule", [rule], texts(r'<p class="small">(.*?)</p>', markup))
    said("late, years", table, rows(markup))
    gist = f"{counted(most[latest[0]], 'day')}, {name(latest[0])}" if latest else "not known" if judged == 0 else "nobody"
    said("late, fold", gist, fold)


def month_name(month):
    return f"{date.fromisoformat(month + '-01'):%b %Y}"


def months_back(newest, months):
    at = int(newest[:4]) * 12 + int(newest[5:7]) - 1 - months
    return f"{at // 12}-{at % 12 + 1:02}"


def this_month(front, page):
    newest = front.trades[0]["disclosure_date"]
    months = [months_back(newest, 11 - at) for at in range(12)]
    first = minus(newest, RECENT - 1)
    people, securities = defaultdict(set), defaultdict(list)
    for each in front.certain(f"{months[0]}-01"):
        side, security = side_of(each), security_of(each)
        if side is not None:
            people[each["disclosure_date"][:7], side].add(each["politician_id"])
            if each["disclosure_date"] >= first and security is not None:
                securities[side, security].append(each)
    of = lambda month: [len(people[month, side]) for side in ("bought", "sold")]
    fold, markup = section(page, "Last 30 days")
    titles = [f"{month_name(each)}: bought by {number(of(each)[0])}, sold by {number(of(each)[1])}" for each in months]
    said("months, columns", titles, texts(r"<g><title>(.*?)</title>", markup))
    columns(front, markup, months, of)
    tables = re.findall(r"<table>.*?</table>", markup, re.S)
    said("months, table", [[month_name(each), *map(number, of(each))] for each in reversed(months)], rows(tables[0]))
    unread = {year: reports_of(front, int(year)) for year in dict.fromkeys(each[:4] for each in months)}
    missing = [f"{number(known - read)} of {counted(known, 'report')} from {year}" for year, (read, known) in unread.items() if read < known]
    unread_words = f" This site has not read {' and '.join(missing)}. Trades in unread reports, and rows that wait for review, are not counted." if missing else ""
    key = f"▲ bought ▼ sold This chart shows the last {len(months)} months: number of members who bought, and number who sold, by month of disclosure. A member counts at most once a month as a buyer and once as a seller; options are left out. The last month counts disclosures up to {written(newest)}."
    said("months, words", [key + unread_words], texts(r"<figcaption>(.*?)</figcaption>", markup))
    gist, at = [], 1
    for side in ("bought", "sold"):
        members = lambda symbol: len({each["politician_id"] for each in securities[side, symbol]})
        own = [symbol for done, symbol in list(securities) if done == side and members(symbol) >= 2]
        own = sorted(own, key=lambda symbol: (-members(symbol), -len(securities[side, symbol]), symbol))[:5]
        if own:
            mine = []
            for symbol in own:
                trades = securities[side, symbol]
                named = f"{symbol} {trades[0]['company']}"
                mine.append([named, number(members(symbol)), f"{sum_words(trades)} {counted(len(trades), 'trade')}", since_words(front, trades)])
            compared["most traded"] += len(mine)
            said(f"most {side}", [f"Most {side}"], texts(r"<caption>(.*?)</caption>", tables[at]))
            said(f"most {side}, rows", mine, rows(tables[at]))
            gist.append(f"{own[0]} {side} by {counted(members(own[0]), 'member')}")
            at += 1
        else:
            said(f"most {side}", True, f"<p>No security was {side} by two or more members.</p>" in markup)
    said("months, fold", ", ".join(gist) or "no security was bought or sold by two or more members", fold)
    rule = (
        f"“Most bought” and “Most sold” are ranked by number of members, counting trades disclosed from {written(first)} to {written(newest)}. Only securities that have a symbol and were"
        " traded by at least two members are listed. A member can be counted in both lists. The column “Since disclosure, minus SPY” shows the change in the security’s price"
        " from the first close after the disclosure to the latest close, minus the change in SPY’s price over the same days, both without dividends. Several purchases (or several sales)"
        " of the security by one member on one trade date count as one “decision”, and the column shows the mean over decisions. Decisions without a price are left out. A plus means that the security did better than SPY after the disclosure. In “Most sold”, a plus is a gain over SPY that the sellers missed."
    )
    said("months, rule", [rule], texts(r'<p class="small">(.*?)</p>', markup))


def since_words(front, trades):
    """The mean, over a side's decisions in a security, of its change since the disclosure less SPY's; or why there is none."""
    priced = {"Stock", "ETF", "Exchange-Traded Note", "REIT", "Other"}
    decisions = {}
    for each in trades:
        if each["asset_type"] in priced:
            key = each["politician_id"], each["transaction_date"]
            decisions[key] = min(each["disclosure_date"], decisions.get(key, each["disclosure_date"]))
    own, market = front.service.closes(security_of(trades[0])), front.service.closes("SPY")
    if own is None:
        return "no closing price is stored for that day"
    to, changes = own["days"][-1], []
    for disclosed in decisions.values():
        first = next((day for day in sessions_between(disclosed, to) if day > disclosed), to)
        if first < to:
            changes.append(own["close"][-1] / own["by_day"][first] - market["by_day"][to] / market["by_day"][first])
    if not changes:
        return "not known yet, because there is no later closing price"
    compared["changes since disclosure"] += 1
    some = f"{number(len(changes))} of " if len(changes) < len(decisions) else ""
    return f"{percent(sum(changes) / len(changes))} mean of {some}{counted(len(decisions), 'decision')}, to {written(to)}"


def columns(front, markup, months, of):
    """Heights to half a unit of the drawing."""
    groups = re.findall(r"<g><title>.*?</g>", markup, re.S)
    attribute = lambda group, look, name: float((re.search(rf'<rect class="{look}"[^>]*\b{name}="([\d.]+)"', group) or [0, 0])[1])
    drawn = {(month, side): attribute(group, look, "height") for month, group in zip(months, groups) for side, look in enumerate(("buys", "sells"))}
    numbers = {(month, side): of(month)[side] for month in months for side in (0, 1)}
    greatest = max(numbers, key=lambda each: numbers[each])
    unit = drawn[greatest] / max(1, numbers[greatest])
    for each, height in drawn.items():
        check(f"height of {each}", True, abs(height - numbers[each] * unit) <= 1.5)


def own_members(front, page):
    """The states of the form are those that members sit for; behind it stand the members, each with what they traded in a year."""
    fold, markup = section(page, "Your members")
    said("your members, fold", "by state and district", fold)
    offered = set(re.findall(r'<option value="([A-Z]{2})">', markup))
    listed, total = [], 1
    while len(listed) < total:
        answer = front.service.api("/politicians/", limit=100, skip=len(listed))
        listed, total = listed + answer["politicians"], answer["total"]
    check("your members, states", [], sorted({each["state"] for each in listed} - offered))
    since = minus(front.trades[0]["disclosure_date"], YEAR)
    seats = sorted({(each["state"], each["district"]) for each in listed if each["district"] is not None})
    for state, district in seats[:: max(1, len(seats) // SEATS)]:
        near = [each for each in listed if each["state"] == state and each["district"] in (district, None)]
        sitting = [each for each in near if front.person(each["id"])["in_office"]]
        people = sorted(sitting, key=lambda each: each["chamber"]) if len(sitting) <= 4 else []
        page = front.service.get(f"/politicians?state={state}&district={district}&office=in")
        mine = []
        for each in people:
            place = state + (f"-{each['district']}" if each["district"] else "")
            trades = front.list(politician_id=each["id"], traded_from=since, sort="-transaction_date")
            unread = unread_words(front.person(each["id"])["unread_reports"])
            made = f"{counted(len(trades), 'trade')} in the last year{unread}{'. The latest 3' if len(trades) > 3 else ''}:"
            mine += [f"{each['name']} {each['party'][0]} {CHAMBERS[each['chamber']]}, {place}"]
            mine += [made if trades else f"No trade of the last year is known{unread}."]
            for trade in map(front.full, trades[:3]):
                mine.append(f"{title(trade)} {amount_words(trade)} {written(trade['transaction_date'])}")
        block = re.search(r'<section class="represented">(.*?)</section>', page, re.S)
        items = re.split(r"</?(?:li|p|ul)\b[^>]*>", block[1].split('<p class="small">')[0]) if block else []
        theirs = [" ".join(text_of(each).split()) for each in items]
        said(f"members of {state}-{district}", mine, [each for each in theirs if each and not each.startswith("Who represents")])
        compared["seats"] += 1


FOLLOWER = r'<p class="news follower"[^>]*>(.*?)</p>'


def computed_page(service):
    """The page, once the service has computed its numbers from prices."""
    for _ in range(60):
        page = service.get("/")
        if "Returns after" not in texts(FOLLOWER, page)[0]:
            break
        time.sleep(1)
    return page


def follower(front, page):
    """The last row."""
    service = front.service
    row = lambda markup: texts(FOLLOWER, markup)
    market = service.closes("SPY")
    if market is None:
        return check("does it pay to follow", True, "SPY" in row(page)[0])
    service.sessions = sessions_between(market["days"][0], market["days"][-1])
    _, _, mine = service.answer("/performance", "copy", 63, True)
    figure = mine["difference"]
    low, high = (figure["interval"] or {}).get("low"), (figure["interval"] or {}).get("high")
    if low is None:
        answer = f"Securities that members bought, compared with those they sold: {sentence('difference', figure, 'member-months')}."
    else:
        verdict = "did better on average" if low > 0 else "did worse on average" if high < 0 else "did not clearly do better or worse"
        answer = (
            f"After disclosure, the securities that members bought {verdict} than those they sold."
            f" The 90% interval of the difference in mean return (bought minus sold) is {percent(low)} to {percent(high)}, from {decisions_text(figure['n'])}. Returns are relative to SPY, over the three months (63 trading days) from the first close after disclosure."
        )
    said("does it pay to follow", [f"Does it pay to follow? {answer}"], row(page))


def facets(front, page):
    """Checks that each filter next to the list says how many trades it leaves."""
    for address, label, leaves in re.findall(r'<li><a href="/\?(\w+=[^"&]*)"><span>(.*?)</span><span class="number">([\d,]+)</span></a></li>', page):
        check(f"facet {label}", number(front.total(**dict([address.split("=")]))), leaves)
    filings = len(set(map(lambda each: each["id"].rsplit("_", 1)[0], front.trades)))
    mine = f"{counted(len(front.trades), 'trade')} in {counted(filings, 'filing')}. Most recently disclosed first."
    said("list", [mine], texts(r'<div class="summary"><p>(.*?)</p>', page))
    newest = written(front.trades[0]["disclosure_date"])
    said("up to", [f"Disclosures up to {newest}."], [each.split(". ")[0].rstrip(".") + "." for each in texts(r'<p class="up-to">(.*?)</p>', page)])


def main(origin, folder=None):
    service = Service(origin.rstrip("/"), folder)
    page, front = computed_page(service), FrontPage(service)
    for block in (new_since, worth_a_look, late, this_month, own_members, facets, follower):
        block(front, page)
    print("\n".join(differences[:50]) or "No difference.")
    print(json.dumps({"differences": len(differences), **compared}))
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
