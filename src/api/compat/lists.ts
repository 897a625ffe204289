/** The lists of latest trades as Financial Modeling Prep and Quiver Quantitative serve them, for programs that were written for those. */
import { z } from "zod";
import type { Dataset, Datasets } from "../../dataset/dataset.ts";
import type { Chamber } from "../../domain/politician.ts";
import { RECENT_FIRST } from "../../domain/trade-filter.ts";
import { UnavailableError } from "../../errors.ts";
import type { CompatTrade } from "../../export/compat/compat-trade.ts";
import { modelingPrepRow, quiverRow } from "../../export/compat/list-rows.ts";
import { officialUrl } from "../../sources/all.ts";
import type { DetailedTrade, Store } from "../../store/store.ts";
import { taggedJson } from "../http/response/json-answer.ts";
import { reading } from "../http/response/store-unavailable.ts";
import { type Answer, publicEndpoint, type Route } from "../http/route.ts";

/** Reads trades with what their filings say. */
export type CompatRecords = Pick<Store["publications"], "detailed">;

interface CompatParts {
  readonly datasets: Datasets;
  readonly records: CompatRecords;
}

const MODELING_PREP = "/compat/financial-modeling-prep";
const QUIVER = "/compat/quiver";
/** Number of trades in Quiver's list. */
const QUIVER_ROWS = 1000;
const READ_AT_ONCE = 500;

const PageQuery = z.object({
  page: z.int().min(0).default(0).meta({ description: "Pages passed over." }),
  limit: z
    .int()
    .min(1)
    .max(250)
    .default(100)
    .meta({ description: "Trades in a page; a higher number is applied as 250." }),
  apikey: z.string().max(200).optional().meta({ description: "Passed over: no key is needed here." }),
});

const RowsSchema = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))).meta({
  id: "CompatRows",
  description: "Trades, newest disclosure first, in the fields of the service that is stood in for.",
  examples: [[{ Ticker: "AAPL", Transaction: "Purchase", TransactionDate: "2026-02-03", ExcessReturn: null }]],
});

export function compatLists(parts: CompatParts): readonly Route[] {
  return [modelingPrepList(parts, "house"), modelingPrepList(parts, "senate"), quiverList(parts)];
}

function modelingPrepList({ datasets, records }: CompatParts, chamber: Chamber): Route {
  const path = `${MODELING_PREP}/stable/${chamber}-latest`;
  return publicEndpoint({
    name: `compat_${chamber}_latest`,
    path,
    query: PageQuery,
    description: {
      summary: `Latest trades of the ${chamber === "house" ? "House" : "Senate"}, as Financial Modeling Prep lists them`,
      description: "For programs that were written for that service: docs/compat.md.",
      response: RowsSchema,
      headers: ["ETag", "X-Dataset-Version"],
      problems: ["invalid_parameter"],
    },
    answer: async (_, { page, limit }) => {
      const dataset = datasets.current();
      const positions = dataset.select({ chamber }, RECENT_FIRST).subarray(page * limit, (page + 1) * limit);
      const rows = await rowsAt(dataset, records, positions, modelingPrepRow);
      return answerOf(dataset, `${path}?page=${page}&limit=${limit}`, rows);
    },
  });
}

function quiverList({ datasets, records }: CompatParts): Route {
  const path = `${QUIVER}/beta/live/congresstrading`;
  return publicEndpoint({
    name: "compat_congresstrading",
    path,
    query: z.object({}),
    description: {
      summary: "Latest trades of both chambers, as Quiver Quantitative lists them",
      description: "For programs that were written for that service: docs/compat.md.",
      response: RowsSchema,
      headers: ["ETag", "X-Dataset-Version"],
      problems: ["invalid_parameter"],
    },
    answer: async () => {
      const dataset = datasets.current();
      const positions = dataset.select({}, RECENT_FIRST).subarray(0, QUIVER_ROWS);
      return answerOf(dataset, path, await rowsAt(dataset, records, positions, quiverRow));
    },
  });
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
  const { name = "", state = "" } = JSON.parse(body) as { readonly name?: string; readonly state?: string };
  const { filer, stateDistrict } = filing;
  const trade = { ...published.trade, politicianId };
  return { trade, name, state, stateDistrict, filer, documentUrl: officialUrl(filing) };
}

function answerOf({ version }: Dataset, target: string, rows: readonly object[]): Answer {
  return { ...taggedJson(rows, `${version}${target}`, ["X-Dataset-Version", version]), keep: { version } };
}
