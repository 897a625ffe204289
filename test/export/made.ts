/** A made-up dataset as exports see it, in the order of the recent list. */
import { createExampleTrade, type PublicTrade } from "../../src/domain/public-trade.ts";
import type { Dataset } from "../../src/publication/dataset/dataset.ts";

export function makeTrade(n: number, changes: Partial<PublicTrade> = {}): PublicTrade {
  const disclosed = new Date(Date.UTC(2026, 1, 20) - n * 43_200_000);
  return {
    ...createExampleTrade(),
    id: `txn_h2099${String(n).padStart(6, "0")}_01`,
    politician: `José Example ${n % 40}`,
    politician_id: `X${String(n % 40).padStart(6, "0")}`,
    chamber: n % 3 === 0 ? "senate" : "house",
    party: "Independent",
    ticker: n % 7 === 0 ? "" : `S${n % 500}`,
    company: `Made "Company", ${n % 500}`,
    transaction_type: n % 2 === 0 ? "purchase" : "sale_full",
    amount_range: n % 11 === 0 ? "$50,000,001+" : "$1,001 - $15,000",
    disclosure_date: disclosed.toISOString().slice(0, 10),
    transaction_date: new Date(disclosed.getTime() - 20 * 86_400_000).toISOString().slice(0, 10),
    asset_type: "Stock",
    comment: n % 4 === 0 ? "Bought by an advisor ✓ without the filer's knowledge" : null,
    ...changes,
  };
}

type MadeDataset = Pick<Dataset, "version" | "publishedAt" | "tradeCount" | "select" | "getTradeAt">;

/** Makes a dataset. Its `select` knows only the filter fields `chamber` and `politicianId`. */
export function makeDataset(trades: readonly PublicTrade[], version = "2026-11-20.1"): MadeDataset {
  const rows = trades.map((trade) => Buffer.from(JSON.stringify(trade)));
  return {
    version,
    publishedAt: new Date(`${version.slice(0, 10)}T08:00:00Z`),
    tradeCount: rows.length,
    select: ({ chamber, politicianId }) =>
      Uint32Array.from(
        trades.flatMap((trade, position) =>
          (chamber ?? trade.chamber) === trade.chamber && (politicianId?.includes(trade.politician_id) ?? true)
            ? [position]
            : [],
        ),
      ),
    getTradeAt: (position) => rows[position] as Buffer,
  };
}

export function makeTrades(count: number): readonly PublicTrade[] {
  return Array.from({ length: count }, (_, n) => makeTrade(n));
}
