/** A small dataset with made-up members and trades, in the order of the lists. */
import type { Past } from "../../src/api/disclosures/as-of.ts";
import type { TradeRecords } from "../../src/api/disclosures/trade.ts";
import type { IsoDate } from "../../src/domain/dates.ts";
import type { Industry } from "../../src/domain/industry.ts";
import type { Chamber } from "../../src/domain/politician.ts";
import { createExampleTrade } from "../../src/domain/public-trade.ts";
import type { Tenure } from "../../src/domain/tenure.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { createBytesDataset } from "../../src/publication/dataset/bytes-dataset.ts";
import type { Dataset, Datasets } from "../../src/publication/dataset/dataset.ts";
import { RecentVersions } from "../../src/publication/dataset/holder.ts";
import { JsonListWriter } from "../../src/publication/dataset/json-list.ts";
import { runWithoutPauses } from "../../src/publication/dataset/slices.ts";
import { TickerListWriter } from "../../src/publication/dataset/ticker-activity.ts";
import { TradeColumnsWriter } from "../../src/publication/dataset/trade-columns.ts";
import { trade } from "../store/made.ts";

const APPLE: Industry = { sic: "3571", description: "Electronic Computers" };

const PARTIES = ["Democrat", "Republican", "Independent"] as const;

export function makeTrade(n: number) {
  return {
    ...createExampleTrade(),
    id: `txn_h2099${String(9999 - n).padStart(4, "0")}_01`,
    politician: "Jane Example",
    politician_id: "X000001",
    chamber: "house",
    party: "Independent",
    ticker: n % 7 === 0 ? "" : "AAPL",
    company: "Apple Inc.",
    transaction_type: n % 2 === 0 ? ("purchase" as const) : ("sale_full" as const),
    amount_range: n % 11 === 0 ? "$50,000,001+" : "$1,001 - $15,000",
    disclosure_date: new Date(Date.UTC(2026, 1, 20) - n * 86_400_000).toISOString().slice(0, 10),
    transaction_date: new Date(Date.UTC(2026, 0, 20) - n * 86_400_000).toISOString().slice(0, 10),
    asset_type: "Stock",
    comment: n % 3 === 0 ? "Made up – for a test" : null,
  };
}

export function makePolitician(n: number) {
  const traded = n % 4 === 0;
  const chamber: Chamber = n % 3 === 0 ? "senate" : "house";
  return {
    id: `X${String(n).padStart(6, "0")}`,
    name: `Example ${String(n).padStart(4, "0")}`,
    chamber,
    party: PARTIES[n % 3] ?? "Independent",
    state: "VT",
    district: n % 3 === 0 ? null : n % 9,
    total_trades: traded ? 3 : 0,
    total_volume_estimate: traded ? "$3,003+" : "$0+",
    last_trade_date: traded ? "2026-01-20" : null,
    top_tickers: traded ? ["AAPL", "BRK.B"] : [],
  };
}

export interface MadeDataset extends Datasets {
  /** Replaces the dataset that `getCurrent()` returns; former versions are available while `RecentVersions` keeps them. */
  publish(version: string, trades: number): void;
}

/** Makes a dataset. Version `0` has no records, as before the first publication. */
export function makeDataset(version = "2026-02-20.1", trades = 250, politicians = 540): MadeDataset {
  let dataset = makeVersion(version, trades, politicians);
  const former = new RecentVersions(() => performance.now());
  return {
    getCurrent: () => dataset,
    findCached: (asked) => (asked === dataset.version ? dataset : former.get(asked)),
    publish: (next, count) => {
      former.add(dataset);
      dataset = makeVersion(next, count, politicians);
    },
  };
}

/** Makes the records of the trades of `makeDataset()`. */
export function makeRecords(): TradeRecords {
  const seen = new Date("2026-02-20T07:00:00Z");
  const trades = new Map(
    Array.from({ length: 250 }, (_, n) => makeFullTrade(makeTrade(n))).map((each) => [each.id, each]),
  );
  const toPublished = (found: Trade) => ({
    trade: found,
    supersedes: null,
    supersededBy: null,
    firstSeenAt: seen,
    updatedAt: seen,
  });
  return {
    async findTrade(id) {
      const found = trades.get(id);
      return found && toPublished(found);
    },
    readDetailed: async (ids) =>
      new Map(
        ids.flatMap((id) => {
          const found = trades.get(id);
          return found ? [[id, { published: toPublished(found), filing: makeFiling(found.filingId) }] as const] : [];
        }),
      ),
    findFiling: async (id) => makeFiling(id),
    readIndustries: async () => new Map([["AAPL", APPLE]]),
  };
}

function makeFiling(id: string) {
  const url = `https://stand-in.example/public_disc/ptr-pdfs/2026/${id.slice(1)}.pdf`;
  return { source: "house-clerk", url } as const;
}

const TERM: Tenure = {
  chamber: "house",
  state: "VT",
  district: 0,
  start: "2025-01-03" as IsoDate,
  end: "2027-01-03" as IsoDate,
};

function makeVersion(version: string, tradeCount: number, politicianCount: number): Dataset {
  const trades = new JsonListWriter();
  const columns = new TradeColumnsWriter();
  const tickers = new TickerListWriter(new Map([["AAPL", APPLE]]));
  for (let n = 0; n < tradeCount; n += 1) {
    const fields = makeTrade(n);
    const full = makeFullTrade(fields);
    trades.append(JSON.stringify(fields));
    columns.add(
      full,
      { name: fields.politician, state: "VT" },
      {
        industry: fields.ticker === "" ? null : APPLE,
        security: full.currentTicker,
      },
    );
    tickers.add(full, full.currentTicker);
  }
  const politicians = new JsonListWriter();
  const made = Array.from({ length: politicianCount }, (_, n) => makePolitician(n));
  for (const each of made) politicians.append(JSON.stringify(each));
  const without_possible_repeats = { total_trades: 1, total_volume_estimate: "$1,001+" };
  const terms = [{ ...TERM, parties: [] }];
  const filings = { parsed: 1 };
  const detail = {
    in_office: true,
    unread_reports: 0,
    without_possible_repeats,
    terms,
    committees: [],
    filings,
    other_names: [],
  };
  const member = {
    otherNames: [],
    terms: [TERM],
    inOffice: true,
    hasLeft: false,
    committees: [],
    unreadReports: 0,
    openAmendments: 0,
  };
  return createBytesDataset({
    version,
    publishedAt: version === "0" ? null : new Date("2026-02-20T07:00:00Z"),
    trades: trades.toJsonList(),
    columns: runWithoutPauses(columns.buildInSteps()),
    tickers: runWithoutPauses(tickers.buildInSteps()),
    politicians: politicians.toJsonList(),
    seats: made,
    details: new Map(made.map((each) => [each.id, Buffer.from(JSON.stringify({ ...each, ...detail }))])),
    members: new Map(made.map(({ id }) => [id, member])),
    merged: new Map([["Y000001", "X000001"]]),
  });
}

function makeFullTrade(fields: ReturnType<typeof makeTrade>): Trade {
  return trade(fields.id.slice(5, 13), 1, {
    politicianId: fields.politician_id,
    party: "Independent",
    ticker: fields.ticker,
    company: fields.company,
    transactionType: fields.transaction_type,
    amount: fields.amount_range.endsWith("+")
      ? { lowUsd: 50_000_001, highUsd: null }
      : { lowUsd: 1001, highUsd: 15_000 },
    disclosureDate: fields.disclosure_date as IsoDate,
    transactionDate: fields.transaction_date as IsoDate,
    comment: fields.comment,
  });
}

/** Makes the former versions of a service that has published once. */
export function makePast(): Past {
  const only = { serial: 1, version: "2026-02-20.1", publishedAt: new Date("2026-02-20T08:00:00Z") };
  return {
    versions: {
      find: async (asked) => (asked === only.version ? only : { missing: "never", oldest: only.version }),
      open: () => Promise.reject(new RangeError("there is no former version")),
      listChanges: async () => ({ changes: [], total: 0 }),
    },
    getNewestVersion: () => only.version,
    readCoverage: async () => undefined,
  };
}
