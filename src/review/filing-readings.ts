/** A filing as `review` sees it: what its reader saw, what was decided on it, and the lines of it. */

import { splitAsset } from "../domain/asset-cell.ts";
import type { Decisions } from "../domain/decision.ts";
import type { RejectedLine } from "../domain/filing.ts";
import type { RawFiling, RawTransaction } from "../domain/printed-report.ts";
import { ConfigError } from "../errors.ts";
import { decidableFields } from "../normalise/decisions/decided-fields.ts";
import { withDecisions } from "../normalise/decisions/with-decisions.ts";
import type { FilingRow, Store } from "../store/store.ts";
import type { DecidedValues } from "./line-fields.ts";

/** The printed report with all decisions applied; undefined for one that has not been read. */
export async function settledRaw(
  filings: Pick<Store["filings"], "printedReport">,
  filing: FilingRow,
  decisions: Decisions,
): Promise<RawFiling | undefined> {
  const raw = await filings.printedReport(filing.id);
  return raw && withDecisions(raw, decisions.of(filing.id), filing.documentSha256);
}

export function lineNumbered(paged: RawFiling, line: number): RawTransaction | RejectedLine | undefined {
  return [...paged.transactions, ...paged.rejected].find((each) => each.line === line);
}

export function unknownLine(filing: string, paged: RawFiling | null, line: number): ConfigError {
  const lines = (paged?.transactions.length ?? 0) + (paged?.rejected.length ?? 0);
  return new ConfigError(`${filing} has ${lines} lines, and none of the number ${line}.`);
}

/**
 * The fields of the line as far as they were read and may be accepted as they stand; a blank owner is none, an asset's cell names its ticker. A name
 * that was read together with what may be another row's, or the heading of an account, is not among them.
 */
export function bestReadings(line: RawTransaction): DecidedValues {
  const fields = decidableFields(line);
  if (line.scan === undefined && line.typed === undefined) return fields;
  const isGlued = line.scan?.uncertain.includes("asset") && line.scan.row.fields.asset.ofSeveralLines;
  const asset = line.assetCell || (isGlued ? "" : fields.asset);
  const doubted = line.scan?.uncertain.filter((field) => fields[field] === "") ?? [];
  const known = Object.entries(fields).filter(([field]) => !doubted.some((each) => each === field));
  return { ...Object.fromEntries(known), asset, ticker: fields.ticker || (splitAsset(asset).ticker ?? "") };
}

/** The rows of a page as far as they are known, to be completed. */
export function knownRows(raw: RawFiling, page: number): readonly DecidedValues[] {
  return rowsOn(raw, page).map(bestReadings);
}

export function rowsOn({ transactions }: RawFiling, page: number): readonly RawTransaction[] {
  return transactions.filter((line) => line.page === page);
}
