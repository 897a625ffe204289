"""Recomputes the figures of returns independently of the service, only with numpy and pandas.

Reads one JSON document from standard input: series by symbol (days, closes, ended, dividends: null or the days from and to which
they are known, and the cash by day), decisions, groups of them, and
the anchor and horizon. Prints the return of each decision and the figures of each group as JSON. Formulae: docs/adr/0025-returns.md.
"""

import json
import math
import sys

import numpy as np
import pandas as pd

MIN_CLUSTERS = 10
LEGENDRE = np.polynomial.legendre.leggauss(24)


def frame_of(series):
    """Closes by day, and what a dollar became with dividends reinvested at the close of the day on which they are paid."""
    frame = pd.DataFrame({"close": series["close"]}, index=series["days"])
    if series["dividends"] is None:
        frame["total"] = np.nan
        return frame
    cash = np.zeros(len(frame))
    known = series["dividends"]
    for day, dollars in known["cash"]:
        place = np.searchsorted(frame.index.values, day)
        if place < len(frame):
            cash[place] += dollars
    cash[0] = 0
    ratio = (frame["close"] + cash) / frame["close"].shift(1)
    ratio.iloc[0] = 1
    # Growth is only computed between two of these days.
    inside = (frame.index >= known["from"]) & (frame.index <= known["to"])
    frame["total"] = ratio.cumprod().where(inside)
    return frame


def decision_return(frame, ended, market, decision, anchor, horizon):
    sessions = market.index.values
    wanted = decision["transactionDay"] if anchor == "skill" else decision["disclosureDay"] + 1
    later = sessions[sessions >= wanted]
    if len(later) == 0:
        return "too_recent"
    start = later[0]
    if start not in frame.index:
        return "delisted" if ended and frame.index.max() < start else "no_bars"
    if len(later) <= horizon:
        return "too_recent"
    end = later[horizon]
    if frame.index.max() < end and not ended:
        return "no_bars"
    last = frame.index[frame.index <= end].max()
    both = np.isfinite([frame["total"].loc[start], frame["total"].loc[last], market["total"].loc[[start, end]].sum(skipna=False)]).all()
    column = "total" if both else "close"
    own = frame[column].loc[last] / frame[column].loc[start] - 1
    other = market[column].loc[end] / market[column].loc[start] - 1
    return float(own - other), int(start), int(end)


def level(frame, ended, market, decision, offset):
    """A dollar in the security at the close of the trade's day, and in the benchmark, at a session before or after it: the difference."""
    sessions = market.index.values
    place = int(np.searchsorted(sessions, decision["transactionDay"]))
    if not 0 <= place + offset < len(sessions) or place >= len(sessions):
        return None
    traded, other = sessions[place], sessions[place + offset]
    if traded not in frame.index or (offset < 0 and other not in frame.index):
        return None
    if frame.index.max() < other and not ended:
        return None
    last = frame.index[frame.index <= other].max()
    ends = [*frame["total"].loc[[traded, last]], *market["total"].loc[[traded, other]]]
    column = "total" if np.isfinite(ends).all() else "close"
    own = frame[column].loc[last] / frame[column].loc[traded]
    return float(own - market[column].loc[other] / market[column].loc[traded]), int(min(traded, other)), int(max(traded, other))


def levels(given, frames, market, offset):
    """The mean of each side's levels, with its interval."""
    rows = []
    for index in given["path"]["decisions"]:
        each = given["decisions"][index]
        found = level(frames[each["symbol"]], given["series"][each["symbol"]]["ended"], market, each, offset)
        if found is not None:
            sign = 1 if each["side"] == "buy" else -1
            rows.append([*found, sign, each["cluster"], each["symbol"]])
    table = pd.DataFrame(rows, columns=["abnormal", "from", "to", "sign", "cluster", "symbol"])
    sides = {"buys": table[table["sign"] == 1], "sells": table[table["sign"] == -1], "difference": table}
    return {name: {**mean_estimate(side), "count": len(side)} for name, side in sides.items()}


def t_density(degrees):
    constant = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2) - 0.5 * math.log(degrees * math.pi)
    return lambda x: np.exp(constant - (degrees + 1) / 2 * np.log1p(x * x / degrees))


def t_within(t, degrees):
    """The probability of a value nearer to zero than t, by Gauss and Legendre on 64 pieces."""
    nodes, weights = LEGENDRE
    density = t_density(degrees)
    edges = np.linspace(0, t, 65)
    half = np.diff(edges) / 2
    middle = (edges[1:] + edges[:-1]) / 2
    points = middle[:, None] + half[:, None] * nodes[None, :]
    return 2 * float((half[:, None] * weights[None, :] * density(points)).sum())


def t_quantile(coverage, degrees):
    low, high = 0.0, 1.0
    while t_within(high, degrees) < coverage:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        if t_within(middle, degrees) < coverage:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def shared(table):
    """The covariances of returns of one security over the same days in different clusters, pair by pair."""
    product = np.outer(table["plain"], table["plain"])
    first, last = table["from"].values, table["to"].values
    counts = table["symbol"].values[:, None] == table["symbol"].values[None, :]
    counts &= table["cluster"].values[:, None] != table["cluster"].values[None, :]
    counts &= (first[:, None] < last[None, :]) & (first[None, :] < last[:, None])
    return float(product[counts].sum())


def mean_estimate(returns):
    """returns: abnormal, from, to, sign (1 purchases, -1 sales), cluster, symbol. The mean of the first less that of the second."""
    sides = [side for _, side in returns.groupby("sign")]
    clusters = min(side["cluster"].nunique() for side in sides)
    mean = sum(float(side["abnormal"].mean()) * sign_of(side, len(sides)) for side in sides)
    if clusters < MIN_CLUSTERS:
        return {"mean": mean, "low": None, "high": None}
    parts = []
    effective = math.inf
    for side in sides:
        sizes = side["cluster"].map(side["cluster"].value_counts())
        deviation = (side["abnormal"] - side["abnormal"].mean()) * sign_of(side, len(sides))
        inflated = deviation / np.sqrt(len(side) * (len(side) - sizes))
        parts.append(side.assign(inflated=inflated, plain=deviation / len(side)))
        counts = side["cluster"].value_counts()
        effective = min(effective, len(side) ** 2 / float((counts**2).sum()))
    table = pd.concat(parts)
    variance = float((table.groupby("cluster")["inflated"].sum() ** 2).sum())
    error = math.sqrt(variance + max(0.0, shared(table)))
    reach = t_quantile(0.9, max(1.0, effective - 1)) * error
    return {"mean": mean, "low": mean - reach, "high": mean + reach, "error": error}


def sign_of(side, sides):
    return 1 if sides == 1 else int(side["sign"].iloc[0])


def bounds(returns):
    """By bisection: a mean of m can be reached where the amounts can make the sum of (return - m) zero."""
    values = returns["abnormal"].values
    low, high = returns["low"].values, returns["high"].values
    closed = np.where(np.isnan(high), low, high)

    def greatest(sign):
        a, b = values.min() - 1, values.max() + 1
        for _ in range(60):
            middle = (a + b) / 2
            gaps = values - middle
            best = np.where(sign * gaps > 0, closed, low) * gaps
            if best.sum() > 0:
                a = middle
            else:
                b = middle
        return (a + b) / 2

    lower, upper = greatest(-1), greatest(1)
    ends = values[np.isnan(high)]
    if len(ends):
        lower, upper = min(lower, ends.min()), max(upper, ends.max())
    return {"low": float(lower), "high": float(upper)}


def alpha(portfolio, market):
    """Ordinary least squares with the covariance of Newey and West."""
    table = pd.DataFrame({"r": portfolio, "m": market}, dtype=float).dropna()
    x = np.column_stack([np.ones(len(table)), table["m"]])
    y = table["r"].values
    solution = np.linalg.lstsq(x, y, rcond=None)[0]
    scores = x * (y - x @ solution)[:, None]
    lag = math.floor(4 * (len(y) / 100) ** (2 / 9))
    middle = scores.T @ scores
    for shift in range(1, lag + 1):
        cross = scores[shift:].T @ scores[:-shift]
        middle += (1 - shift / (lag + 1)) * (cross + cross.T)
    inverse = np.linalg.inv(x.T @ x)
    covariance = inverse @ middle @ inverse
    return {"daily": float(solution[0]), "beta": float(solution[1]), "error": math.sqrt(max(0.0, covariance[0, 0]))}


def shrinkage(estimates):
    """DerSimonian and Laird's variance between means, and each mean as its posterior under a normal prior of that variance."""
    known = [each for each in estimates if each["low"] is not None]
    mean, variance = np.array([each["mean"] for each in known]), np.array([each["error"] for each in known]) ** 2
    weights = 1 / variance
    fixed = np.average(mean, weights=weights)
    excess = (weights * (mean - fixed) ** 2).sum() - (len(known) - 1)
    between = max(0.0, excess / (weights.sum() - (weights**2).sum() / weights.sum()))
    centre = np.average(mean, weights=1 / (variance + between))
    if between == 0:
        return {"mean": float(centre), "between": 0.0, "shrunken": [float(centre)] * len(known)}
    posterior = (mean / variance + centre / between) / (1 / variance + 1 / between)
    return {"mean": float(centre), "between": between, "shrunken": posterior.tolist()}


def main():
    given = json.load(sys.stdin)
    frames = {symbol: frame_of(series) for symbol, series in given["series"].items()}
    market = frames[given["benchmark"]]
    returns = [
        decision_return(
            frames[each["symbol"]],
            given["series"][each["symbol"]]["ended"],
            market,
            each,
            given["anchor"],
            given["horizon"],
        )
        for each in given["decisions"]
    ]
    figures = []
    for group in given["groups"]:
        rows = [
            {
                "abnormal": returns[index][0],
                "from": returns[index][1],
                "to": returns[index][2],
                "sign": 1 if given["decisions"][index]["side"] == "buy" else -1,
                "cluster": given["decisions"][index]["cluster"],
                "symbol": given["decisions"][index]["symbol"],
                "low": given["decisions"][index]["lowUsd"],
                "high": given["decisions"][index]["highUsd"],
            }
            for index in group
            if not isinstance(returns[index], str)
        ]
        table = pd.DataFrame(rows).astype({"high": float})
        buys, sells = table[table["sign"] == 1], table[table["sign"] == -1]
        figures.append(
            {
                "buys": {**mean_estimate(buys), "bounds": bounds(buys)},
                "sells": {**mean_estimate(sells), "bounds": bounds(sells)},
                "difference": mean_estimate(table),
            }
        )
    alphas = [alpha(each["portfolio"], each["market"]) for each in given["portfolios"]]
    shrunken = {side: shrinkage([each[side] for each in figures]) for side in ("buys", "sells")}
    returns = [each if isinstance(each, str) else each[0] for each in returns]
    path = [levels(given, frames, market, offset) for offset in given["path"]["offsets"]]
    found = {"returns": returns, "figures": figures, "alphas": alphas, "shrinkage": shrunken, "path": path}
    json.dump(found, sys.stdout)


main()
