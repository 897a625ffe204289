/** Finds the line of a filing that a decision refers to, even if a later reader numbers it differently. */
import type { LineReference, RowPlace } from "../../../domain/decision.ts";
import type { RejectedLine } from "../../../domain/filing.ts";
import type { RawTransaction } from "../../../domain/printed-report.ts";
import type { PageBox } from "../../../domain/trade.ts";

type Line = RawTransaction | RejectedLine;

/** True if a reference means this line: by the row's place or, if the reference has no place, by the line's number and asset. */
export function isDecisionOnLine(
  { line: number, document: decidedDocument, place, asset }: LineReference,
  line: Line,
  document: string | null,
): boolean {
  if (decidedDocument !== undefined && decidedDocument !== document) return false;
  if (place !== undefined) return isLineAtPlace(place, line);
  return number === line.line && (asset === undefined || foldAssetText(asset) === foldAssetText(getAsset(line)));
}

/**
 * Creates a reference to a line. If the row's place is known, the reference has the place and is valid only in this document.
 * Otherwise, the reference has the line's number and asset, and is valid in any revision of the document.
 */
export function createLineReference(line: Line, document: string): LineReference {
  const place = findRowPlace(line);
  if (place !== undefined) return { line: line.line, document, place };
  const asset = getAsset(line);
  return { line: line.line, ...(asset === undefined ? {} : { asset }) };
}

/** True if the middle of a box is within a scanned row: versions of the page reader measure boxes slightly differently. */
export function isBoxMiddleInRow(row: PageBox, { top, height }: PageBox): boolean {
  const middle = top + height / 2;
  return middle >= row.top && middle < row.top + row.height;
}

function findRowPlace(line: Line): RowPlace | undefined {
  if (!("page" in line) || line.page === null) return undefined;
  if (line.typed !== undefined) return { page: line.page, row: line.typed };
  return line.scan && { page: line.page, box: line.scan.row.box };
}

function isLineAtPlace(place: RowPlace, line: Line): boolean {
  const at = findRowPlace(line);
  if (at === undefined || at.page !== place.page) return false;
  if ("row" in at || "row" in place) return "row" in at && "row" in place && at.row === place.row;
  return isBoxMiddleInRow(at.box, place.box);
}

/** The asset as read; undefined for a line that could not be split into fields. */
function getAsset(line: Line): string | undefined {
  if (!("assetCell" in line)) return undefined;
  return (line.assetCell || line.assetName).replace(/\s+/g, " ").trim();
}

/** Keeps only letters and digits, in lower case: versions of the reader may differ in case, spaces and punctuation. */
function foldAssetText(asset: string | undefined): string | undefined {
  return asset?.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}
