"""Computes a member's returns, and their shrunken means, again from performance.parquet (docs/data.md), with numpy and pandas alone.

    python3 returns.py performance.parquet MEMBER [copy|skill] [SESSIONS]

pandas reads Parquet with pyarrow; a file that ends in .csv is read as CSV. What the figures mean: docs/methodology.md.
"""

import json
import math
import sys

import numpy as np
import pandas as pd

MIN_CLUSTERS = 10  # fewer filings: no interval
COVERAGE = 0.9


def t_quantile(degrees):
    """The value that Student's t stays nearer to zero than in nine of ten cases."""
    nodes, weights = np.polynomial.legendre.leggauss(200)
    constant = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2) - math.log(degrees * math.pi) / 2
    low, high = 0.0, 100.0
    for _ in range(80):
        middle = (low + high) / 2
        x = middle / 2 * (nodes + 1)
        density = np.exp(constant - (degrees + 1) / 2 * np.log1p(x * x / degrees))
        within = middle * float((weights * density).sum())
        low, high = (middle, high) if within < COVERAGE else (low, middle)
    return (low + high) / 2


def figure(returns):
    """Mean of the returns of one side, and its interval over filings, and over securities that several have on the same days."""
    count, mean = len(returns), returns["abnormal_return"].mean()
    sizes = returns["filing_id"].map(returns["filing_id"].value_counts())
    clusters = returns["filing_id"].nunique()
    if clusters < MIN_CLUSTERS:
        return {"n": count, "clusters": clusters, "mean": None if count == 0 else mean, "standard_error": None, "interval": None}
    deviation = returns["abnormal_return"] - mean
    table = returns.assign(plain=deviation / count, inflated=deviation / np.sqrt(count * (count - sizes)))
    filings = (table.groupby("filing_id")["inflated"].sum() ** 2).sum()
    pairs = table.merge(table, on="ticker")
    pairs = pairs[(pairs["filing_id_x"] != pairs["filing_id_y"]) & (pairs["from_x"] < pairs["to_y"]) & (pairs["from_y"] < pairs["to_x"])]
    shared = (pairs["plain_x"] * pairs["plain_y"]).sum()
    effective = count**2 / (returns["filing_id"].value_counts() ** 2).sum()
    error = math.sqrt(filings + max(0.0, shared))
    reach = t_quantile(max(1.0, effective - 1)) * error
    interval = {"low": mean - reach, "high": mean + reach}
    return {"n": count, "clusters": clusters, "mean": mean, "standard_error": error, "interval": interval}


def shrunken(side, member):
    """The member's mean drawn to that of all members that have one (DerSimonian and Laird 1986, empirical Bayes)."""
    tested = {each: figure(rows) for each, rows in side[side["shrunken_mean"].notna()].groupby("politician_id")}
    if member not in tested:
        return None
    means, errors = (np.array([each[name] for each in tested.values()]) for name in ("mean", "standard_error"))
    weights = errors**-2
    excess = (weights * (means - np.average(means, weights=weights)) ** 2).sum() - (len(means) - 1)
    between = max(0.0, excess / (weights.sum() - (weights**2).sum() / weights.sum()))
    centre = np.average(means, weights=1 / (between + errors**2))
    own = between / (between + tested[member]["standard_error"] ** 2)
    return own * tested[member]["mean"] + (1 - own) * centre


def main(path, member, anchor="copy", horizon="63"):
    empty = {name: [""] for name in ("abnormal_return", "shrunken_mean")}
    table = pd.read_csv(path, keep_default_na=False, na_values=empty) if path.endswith(".csv") else pd.read_parquet(path)
    table = table[(table["anchor"] == anchor) & (table["horizon"] == int(horizon))].dropna(subset=["abnormal_return"])
    figures = {}
    for side in ("buy", "sell"):
        rows = table[table["side"] == side]
        figures[f"{side}s"] = figure(rows[rows["politician_id"] == member]) | {"shrunken_mean": shrunken(rows, member)}
    print(json.dumps(figures, default=float))


main(*sys.argv[1:])
