/** A filing as a reviewer sees it: what was read from it, the decisions on it, and its lines. */
import { ConfigError } from "../../base/errors.ts";
import { splitAssetCell } from "../../domain/asset-cell.ts";
import type { Decisions } from "../../domain/decision.ts";
import type { RejectedLine } from "../../domain/filing.ts";
import type { RawFiling, RawTransaction } from "../../domain/printed-report.ts";
import type { ScannedFieldName } from "../../domain/scanned-page.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { Store } from "../../store/store.ts";
import { getDecidableFields } from "../normalise/decisions/decided-fields.ts";
import { applyDecisions } from "../normalise/decisions/with-decisions.ts";
import { type DecidedValues, mayBeBlank } from "./line-fields.ts";

/** @throws {ConfigError} if the ledger has no such filing. */
export async function requireFiling(store: Pick<Store, "filings">, id: string): Promise<FilingRow> {
  const filing = await store.filings.get(id);
  if (filing === undefined) throw new ConfigError(`There is no filing "${id}".`);
  return filing;
}

/** Loads the printed report with all decisions applied; undefined if the report has not been read. */
export async function loadSettledReport(
  filings: Pick<Store["filings"], "readStoredReport">,
  filing: FilingRow,
  decisions: Decisions,
): Promise<RawFiling | undefined> {
  const raw = await filings.readStoredReport(filing.id);
  return raw && applyDecisions(raw, decisions.findForFiling(filing.id), filing.documentSha256);
}

export function findLine(paged: RawFiling, line: number): RawTransaction | RejectedLine | undefined {
  return [...paged.transactions, ...paged.rejected].find((each) => each.line === line);
}

export function createUnknownLineError(filing: string, paged: RawFiling | null, line: number): ConfigError {
  const lines = (paged?.transactions.length ?? 0) + (paged?.rejected.length ?? 0);
  return new ConfigError(`${filing} has ${lines} lines, none of them with the number ${line}.`);
}

/**
 * Minimum confidence of an uncertain reading that a person may accept. In the 17 transcribed scans (`bench/scan-gold.ts`), 3 of
 * 102 uncertain readings below it were correct to the letter. At or above it, 17 of 34 were.
 */
export const MIN_CONFIDENCE = 0.5;

/** Lists uncertain fields with a confidence below `MIN_CONFIDENCE`: their readings are guesses, which a person must replace. */
export function listPoorlyReadFields({ scan }: Pick<RawTransaction, "scan">): readonly ScannedFieldName[] {
  return (
    scan?.uncertain.filter((field) => {
      const { reading, confidence } = scan.row.fields[field];
      return reading !== null && confidence < MIN_CONFIDENCE;
    }) ?? []
  );
}

/**
 * Returns the fields that were read well enough to be accepted. Omits poor readings and uncertain blank fields. Omits a name read
 * together with text that may belong to another row or be an account's heading. A missing ticker is taken from the asset's cell.
 */
export function pickBestReadings(line: RawTransaction): DecidedValues {
  const fields = getDecidableFields(line);
  if (line.scan === undefined && line.typed === undefined) return fields;
  const poorlyRead = listPoorlyReadFields(line);
  const isMerged = line.scan?.uncertain.includes("asset") && line.scan.row.fields.asset.ofSeveralLines;
  const asset = line.assetCell || (isMerged || poorlyRead.includes("asset") ? "" : fields.asset);
  const doubted = line.scan?.uncertain.filter((field) => fields[field] === "" || poorlyRead.includes(field)) ?? [];
  const known = Object.entries(fields).filter(([field]) => !doubted.some((each) => each === field));
  return { ...Object.fromEntries(known), asset, ticker: fields.ticker || (splitAssetCell(asset).ticker ?? "") };
}

/** Marks a field to fill in: this value is invalid in every field, so that a person must replace it. */
const TO_FILL_IN = "?";

/**
 * Returns the row's known fields, for a person to complete. An optional field that was not read well gets a question mark. A
 * blank value would say that the field is blank on the page.
 */
export function toDraftRow(line: RawTransaction): DecidedValues {
  const known = pickBestReadings(line);
  const open = line.scan?.uncertain.filter((field) => known[field] === undefined && mayBeBlank(field)) ?? [];
  return { ...known, ...Object.fromEntries(open.map((field) => [field, TO_FILL_IN])) };
}

export function listRowsOnPage({ transactions }: RawFiling, page: number): readonly RawTransaction[] {
  return transactions.filter((line) => line.page === page);
}
