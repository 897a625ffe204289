import { z } from "zod";
import { findIndustry, type Industry } from "../../domain/industry.ts";
import { PUBLIC_FIELD_NAMES, type PublicFieldName } from "../../domain/public-trade.ts";
import { createPremiumEndpoint } from "../../http/credentials/premium-endpoint.ts";
import { InvalidParametersError } from "../../http/failures.ts";
import type { ParameterError } from "../../http/problems.ts";
import { CACHE_CONTROL } from "../../http/response/caching.ts";
import { awaitRead } from "../../http/response/store-unavailable.ts";
import type { PremiumRoute } from "../../http/route.ts";
import type { Dataset, Datasets } from "../../publication/dataset/dataset.ts";
import type { DetailedRows } from "../../publication/export/detailed.ts";
import { EXPORT_MEDIA_TYPES, type ExportFormat, type Exports } from "../../publication/export/exports.ts";
import type { Store } from "../../store/store.ts";
import { createNameLookup } from "../disclosures/politician-names.ts";
import type { TradeRecords } from "../disclosures/trade.ts";
import { TRADE_COLUMNS, toDetailCells } from "../disclosures/trade-columns.ts";
import { toWireTradeDetail } from "../disclosures/trade-detail-schema.ts";
import { readTradeFilter, tradeFilterShape } from "../disclosures/trade-query.ts";
import type { ExportSlots } from "./export-slots.ts";
import { createReadyFileAnswer, FILE_HEADERS } from "./ready-file-answer.ts";

const COLUMN_NAMES = TRADE_COLUMNS.map(({ name }) => name) as [string, ...string[]];

const exportShape = {
  ...tradeFilterShape,
  from: z.iso.date().optional().meta({ description: "Trades on this day or later (see `date_field`)." }),
  to: z.iso.date().optional().meta({ description: "Trades on this day or earlier (see `date_field`)." }),
  date_field: z
    .enum(["disclosure_date", "transaction_date"])
    .default("disclosure_date")
    .meta({ description: "Which date `from` and `to` mean." }),
  columns: z
    .array(z.enum(COLUMN_NAMES))
    .min(1)
    .default([...PUBLIC_FIELD_NAMES])
    .meta({
      description: `The columns of the file, in this order: any fields of \`GET /trades/{id}\` except \`prices\`, nested ones as \`filing_id\` for \`filing.id\`; by default the ${PUBLIC_FIELD_NAMES.length} public fields.`,
    }),
  updated_from: z.iso.date().optional().meta({
    description: "Only trades that were first published or last changed on this day (UTC) or later.",
  }),
} as const;

const ExportQuery = z.object(exportShape);
type ExportQuery = z.output<typeof ExportQuery>;

const CsvQuery = z.object({
  ...exportShape,
  raw: z.boolean().default(false).meta({
    description:
      "For programs: unaltered cells, without the `'` that precedes text a spreadsheet would run as a formula.",
  }),
});

/** Access to published trades with all their details. */
export type ExportRecords = Pick<Store["publications"], "readDetailed" | "findUpdatedSince" | "readCurrent">;

interface ExportParts {
  readonly records: ExportRecords & Pick<TradeRecords, "readIndustries">;
  readonly datasets: Datasets;
  readonly exports: Exports;
  readonly slots: ExportSlots;
  readonly baseUrl: string;
}

const DESCRIPTION =
  "All trades that match, in the order of `GET /trades/recent/list`, as one file of one dataset version. The file of a version does not change, so downloads can resume with `Range` and `If-Range`. `Repr-Digest` shows whether the file is complete. A key may have 2 exports running at the same time.";

/** `GET /premium/export/trades.csv`, `.ndjson` and `.parquet`. */
export function createExportRoutes(parts: ExportParts): readonly PremiumRoute[] {
  const describeExport = (format: ExportFormat, what: string, description: string) => ({
    name: `export_trades_${format}`,
    path: `/premium/export/trades.${format}`,
    description: {
      summary: `Export trades as ${what}`,
      description,
      response: null,
      media: [EXPORT_MEDIA_TYPES[format]],
      headers: FILE_HEADERS,
      problems: ["invalid_parameter", "range_not_satisfiable", "storage_full"] as const,
    },
  });
  const createNonCsvRoute = (format: ExportFormat, what: string) =>
    createPremiumEndpoint({
      ...describeExport(format, what, "As `trades.csv`, in another format."),
      query: ExportQuery,
      answer: ({ key, query }) => createExportAnswer(parts, format, key.id, query, false),
    });
  return [
    createPremiumEndpoint({
      ...describeExport("csv", "CSV", DESCRIPTION),
      query: CsvQuery,
      answer: ({ key, query }) => createExportAnswer(parts, "csv", key.id, query, query.raw),
    }),
    createNonCsvRoute("ndjson", "NDJSON"),
    createNonCsvRoute("parquet", "Parquet"),
  ];
}

async function createExportAnswer(
  { datasets, records, exports, slots, baseUrl }: ExportParts,
  format: ExportFormat,
  keyId: string,
  query: ExportQuery,
  raw: boolean,
) {
  const filter = readTradeFilter(replaceAliases(query));
  const release = slots.takeSlot(keyId);
  try {
    const dataset = datasets.getCurrent();
    const since = query.updated_from === undefined ? undefined : new Date(query.updated_from);
    const file = await exports.prepareFile(dataset, {
      format,
      filter,
      columns: query.columns.filter(isPublicField),
      raw,
      ...(query.columns.every(isPublicField)
        ? {}
        : { detailed: createDetailedRows(dataset, query.columns, { records, baseUrl }) }),
      ...(since && {
        updated: { since, findUpdatedAmong: (ids) => awaitRead(records.findUpdatedSince(since, ids)) },
      }),
    });
    return createReadyFileAnswer(file, CACHE_CONTROL.file, release);
  } catch (error) {
    release();
    throw error;
  }
}

function isPublicField(name: string): name is PublicFieldName {
  return (PUBLIC_FIELD_NAMES as readonly string[]).includes(name);
}

function createDetailedRows(
  dataset: Dataset,
  names: readonly string[],
  { records, baseUrl }: Pick<ExportParts, "records" | "baseUrl">,
): DetailedRows {
  const columns = names.flatMap((name) => TRADE_COLUMNS.filter((shape) => shape.name === name));
  const findPoliticianName = createNameLookup(dataset);
  // Building all rows at once would promote the rows out of the young generation. A large file would take 100 MB more memory.
  function* buildCells(
    ids: readonly string[],
    found: Awaited<ReturnType<ExportRecords["readDetailed"]>>,
    industries: ReadonlyMap<string, Industry>,
  ) {
    for (const id of ids) {
      const row = found.get(id);
      if (row === undefined) {
        yield undefined;
        continue;
      }
      const { trade } = row.published;
      const politicianId = dataset.getMergedId(trade.politicianId) ?? trade.politicianId;
      const published = { ...row.published, trade: { ...trade, politicianId } };
      const related = { listing: row.filing, industry: findIndustry(trade, industries), baseUrl };
      yield toDetailCells(toWireTradeDetail(published, findPoliticianName(politicianId) ?? "", related));
    }
  }
  return {
    columns,
    async read(ids) {
      const found = await awaitRead(records.readDetailed(ids));
      const symbols = new Set([...found.values()].flatMap(({ published: { trade } }) => trade.currentTicker ?? []));
      return buildCells(ids, found, await awaitRead(records.readIndustries([...symbols])));
    },
    isCurrent: async () => (await awaitRead(records.readCurrent()))?.version === dataset.version,
  };
}

const DATE_ALIASES = {
  disclosure_date: { from: "disclosed_from", to: "disclosed_to" },
  transaction_date: { from: "traded_from", to: "traded_to" },
} as const;

/**
 * Replaces the aliases `from` and `to` with the filters they stand for. @throws {InvalidParametersError} naming the alias that
 * conflicts with its filter, or `to` if it is earlier than `from`.
 */
function replaceAliases(query: ExportQuery): ExportQuery {
  const { from, to, date_field: field } = query;
  const names = DATE_ALIASES[field];
  const errors: ParameterError[] = [];
  const sentences: string[] = [];
  for (const end of ["from", "to"] as const) {
    const input = query[end];
    if (input === undefined || query[names[end]] === undefined) continue;
    errors.push({ in: "query", name: end, reason: "repeated", value: input });
    sentences.push(`Query parameters '${end}' and '${names[end]}' mean the same; send only one of them.`);
  }
  if (from !== undefined && to !== undefined && to < from) {
    errors.push({ in: "query", name: "to", reason: "inverted", value: to });
    sentences.push(`Query parameter 'to' (${to}) must not be earlier than 'from'.`);
  }
  if (errors.length > 0) throw new InvalidParametersError(sentences.join(" "), errors);
  return {
    ...query,
    [names.from]: from ?? query[names.from],
    [names.to]: to ?? query[names.to],
  };
}
