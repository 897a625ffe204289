/** The lists of trades, the latest and those of a symbol, as Financial Modeling Prep and Quiver Quantitative serve them, for programs that were written for those. */
import { z } from "zod";
import type { Dataset, Datasets } from "../../dataset/dataset.ts";
import type { Chamber } from "../../domain/politician.ts";
import { canonicalSymbol } from "../../domain/symbol.ts";
import { tenureOn } from "../../domain/tenure.ts";
import { RECENT_FIRST, type TradeFilter } from "../../domain/trade-filter.ts";
import { UnavailableError } from "../../errors.ts";
import type { CompatTrade } from "../../export/compat/compat-trade.ts";
import { modelingPrepRow, quiverRow } from "../../export/compat/list-rows.ts";
import { officialUrl } from "../../sources/all.ts";
import type { DetailedTrade } from "../../store/publications.ts";
import type { Store } from "../../store/store.ts";
import { notFound } from "../http/failures.ts";
import { FORMS, SYMBOL_PARAMETER } from "../http/request/parameter.ts";
import { taggedJson } from "../http/response/json-answer.ts";
import { reading } from "../http/response/store-unavailable.ts";
import { type Answer, type Description, publicEndpoint, type Route } from "../http/route.ts";

/** Reads trades with what their filings say. */
export type CompatRecords = Pick<Store["publications"], "detailed">;

interface CompatParts {
  readonly datasets: Datasets;
  readonly records: CompatRecords;
}

const NAMES = { house: "House", senate: "Senate" } as const satisfies Record<Chamber, string>;
const MODELING_PREP = "/compat/financial-modeling-prep";
const QUIVER = "/compat/quiver";
/** Quiver's lists have no pages: the newest 1,000 trades. */
const QUIVER_PAGE = { page: 0, limit: 1000 } as const;
const READ_AT_ONCE = 500;

const LatestQuery = z.object({
  page: z.int().min(0).default(0).meta({ description: "Pages passed over." }),
  limit: z
    .int()
    .min(1)
    .max(250)
    .default(100)
    .meta({ description: "Trades in a page; a higher number is applied as 250." }),
  apikey: z.string().max(200).optional().meta({ description: "Passed over: no key is needed here." }),
});

const SymbolQuery = LatestQuery.extend({
  symbol: z.string().regex(FORMS.symbol.pattern).meta({
    description: "The symbol as filed, or as the security is called today: either finds both.",
  }),
});

const RowsSchema = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))).meta({
  id: "CompatRows",
  description: "Trades, newest disclosure first, in the fields of the service that is stood in for.",
  examples: [[{ Ticker: "AAPL", Transaction: "Purchase", TransactionDate: "2026-02-03", ExcessReturn: null }]],
});

export function compatLists(parts: CompatParts): readonly Route[] {
  const chambers = ["house", "senate"] as const;
  return [
    ...chambers.map((chamber) => latestOfChamber(parts, chamber)),
    ...chambers.map((chamber) => symbolInChamber(parts, chamber)),
    latestOfBoth(parts),
    symbolInBoth(parts),
  ];
}

const DESCRIPTION = {
  description: "For programs that were written for that service: docs/compat.md.",
  response: RowsSchema,
  headers: ["ETag", "X-Dataset-Version"],
  problems: ["invalid_parameter"],
} as const satisfies Omit<Description, "summary">;

function latestOfChamber(parts: CompatParts, chamber: Chamber): Route {
  const path = `${MODELING_PREP}/stable/${chamber}-latest`;
  return publicEndpoint({
    name: `compat_${chamber}_latest`,
    path,
    query: LatestQuery,
    description: {
      ...DESCRIPTION,
      summary: `Latest trades of the ${NAMES[chamber]}, as Financial Modeling Prep lists them`,
    },
    answer: (_, { page, limit }) => listed(parts, { chamber }, { page, limit }, modelingPrepRow, path),
  });
}

function symbolInChamber(parts: CompatParts, chamber: Chamber): Route {
  const path = `${MODELING_PREP}/stable/${chamber}-trades`;
  return publicEndpoint({
    name: `compat_${chamber}_trades`,
    path,
    query: SymbolQuery,
    description: {
      ...DESCRIPTION,
      summary: `Trades of the ${NAMES[chamber]} in one symbol, as Financial Modeling Prep lists them`,
    },
    answer: (_, { symbol, page, limit }) =>
      listed(
        parts,
        { chamber, ticker: [canonicalSymbol(symbol) ?? symbol] },
        { page, limit },
        modelingPrepRow,
        `${path}?symbol=${symbol}`,
      ),
  });
}

function latestOfBoth(parts: CompatParts): Route {
  const path = `${QUIVER}/beta/live/congresstrading`;
  return publicEndpoint({
    name: "compat_congresstrading",
    path,
    query: z.object({}),
    description: { ...DESCRIPTION, summary: "Latest trades of both chambers, as Quiver Quantitative lists them" },
    answer: () => listed(parts, {}, QUIVER_PAGE, quiverRow, path),
  });
}

function symbolInBoth(parts: CompatParts): Route {
  const path = `${QUIVER}/beta/historical/congresstrading/:symbol`;
  return publicEndpoint({
    name: "compat_congresstrading_symbol",
    path,
    query: z.object({}),
    description: {
      ...DESCRIPTION,
      summary: "Trades of both chambers in one symbol, as Quiver Quantitative lists them",
      problems: ["invalid_parameter", "symbol_not_found"],
      parameters: { symbol: SYMBOL_PARAMETER },
    },
    answer: ({ symbol: given = "" }) => {
      const symbol = canonicalSymbol(given);
      if (symbol === null) throw notFound("symbol_not_found", given);
      return listed(parts, { ticker: [symbol] }, QUIVER_PAGE, quiverRow, path.replace(":symbol", symbol));
    },
  });
}

interface RowsPage {
  readonly page: number;
  readonly limit: number;
}

/** A page of the trades that the filter finds, newest disclosure first. @param target names them for the tag, with the page. */
async function listed(
  { datasets, records }: CompatParts,
  filter: TradeFilter,
  { page, limit }: RowsPage,
  row: (trade: CompatTrade, updatedAt: Date) => object,
  target: string,
): Promise<Answer> {
  const dataset = datasets.current();
  const { version } = dataset;
  const positions = dataset.select(filter, RECENT_FIRST).subarray(page * limit, (page + 1) * limit);
  const rows = await rowsAt(dataset, records, positions, row);
  const tag = `${version}${target} ${page} ${limit}`;
  return { ...taggedJson(rows, tag, ["X-Dataset-Version", version]), keep: { version } };
}

async function rowsAt(
  dataset: Dataset,
  records: CompatRecords,
  positions: Uint32Array,
  row: (trade: CompatTrade, updatedAt: Date) => object,
): Promise<readonly object[]> {
  const ids = Array.from(positions, (position) => dataset.summaryAt(position).id);
  const rows: object[] = [];
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const some = ids.slice(at, at + READ_AT_ONCE);
    const found = await reading(records.detailed(some));
    for (const id of some) {
      const detailed = found.get(id);
      if (detailed === undefined) {
        throw new UnavailableError("service_unavailable", "Another dataset version was published meanwhile.", 2);
      }
      rows.push(row(compatTrade(dataset, detailed), detailed.published.updatedAt));
    }
  }
  return rows;
}

function compatTrade(dataset: Dataset, { published, filing }: DetailedTrade): CompatTrade {
  const politicianId = dataset.mergedInto(published.trade.politicianId) ?? published.trade.politicianId;
  const body = dataset.politician(politicianId)?.toString("utf8") ?? "{}";
  const { name = "" } = JSON.parse(body) as { readonly name?: string };
  const member = dataset.member(politicianId);
  const state = member === undefined ? "" : tenureOn(member.terms, published.trade.transactionDate).state;
  const { filer, stateDistrict } = filing;
  const trade = { ...published.trade, politicianId };
  return { trade, name, state, stateDistrict, filer, documentUrl: officialUrl(filing) };
}
