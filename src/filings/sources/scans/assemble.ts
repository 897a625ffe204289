/** Builds a scanned report from its pages, and numbers its rows in printed order. */
import { splitAssetCell } from "../../../domain/asset-cell.ts";
import { createBlankLine, type RawFiling, type RawTransaction } from "../../../domain/printed-report.ts";
import {
  type PageReading,
  SCANNED_FIELDS,
  type ScannedFieldName,
  type ScannedRow,
} from "../../../domain/scanned-page.ts";
import { NO_SKEW } from "../../imaging/raster/bitmap.ts";
import type { FilingSource } from "../source.ts";
import { updateNameCertainty } from "./confirmed-by-report.ts";
import { markMinorityDatesUncertain } from "./minority-date.ts";
import { correctToUsualDate } from "./usual-date.ts";

/** Version of the page reader. Increment it if any page may be read differently: pages read by other versions are read again. */
export const SCAN_READER = "15";

// Fields that may be blank. A blank `owner` means that the filer owns the asset. `notificationDate` is blank if the form has no
// column for notification dates.
const MAY_BE_BLANK: readonly ScannedFieldName[] = ["owner", "notificationDate"];

type ClassCodes = Pick<FilingSource["formFeatures"], "classCodes">;

/** Pure. `raw` is a scan or a paper report; `readings` has one entry for each of its pages, in order. */
export function assembleReport(raw: RawFiling, readings: readonly PageReading[], printed: ClassCodes): RawFiling {
  const placed = readings.flatMap((reading, at) =>
    "seen" in reading ? reading.seen.rows.map((row) => ({ row, page: at + 1 })) : [],
  );
  const checked = crossCheckRows(placed.map(({ row }) => row));
  const rows = placed.map(({ page }, at) => ({ row: checked[at] as ScannedRow, page }));
  const amends = readings.some((reading) => "seen" in reading && reading.seen.amendment === true);
  return {
    ...raw,
    amendment: amends ? "Amendment" : null,
    pages: readings.length,
    transactions: rows.map(({ row, page }, at) => toTransaction(at + 1, page, row, printed)),
    scan: {
      pages: readings.map((reading) =>
        "seen" in reading
          ? {
              kind: reading.seen.kind,
              turnDegrees: reading.seen.turnDegrees,
              skew: reading.seen.skew,
              failure: null,
            }
          : { kind: "unknown", turnDegrees: 0, skew: NO_SKEW, failure: reading.failure },
      ),
    },
  };
}

/** Pure. Returns the report's rows in order, with fields corrected, confirmed or made uncertain by other rows of the report. */
export function crossCheckRows(rows: readonly ScannedRow[]): ScannedRow[] {
  return markMinorityDatesUncertain(correctToUsualDate(updateNameCertainty(rows)));
}

function listUncertainFields({ fields }: ScannedRow): ScannedFieldName[] {
  return SCANNED_FIELDS.filter(
    (name) => !fields[name].sure || (fields[name].reading === null && !MAY_BE_BLANK.includes(name)),
  );
}

function toTransaction(line: number, page: number, row: ScannedRow, { classCodes }: ClassCodes): RawTransaction {
  const uncertain = listUncertainFields(row);
  const getSureReading = (name: ScannedFieldName) => (uncertain.includes(name) ? null : row.fields[name].reading);
  const cell = getSureReading("asset") ?? "";
  const asset = splitAssetCell(cell);
  return {
    ...createBlankLine(line),
    owner: getSureReading("owner"),
    assetName: asset.name,
    assetCell: cell,
    ticker: asset.ticker,
    assetTypeCode: classCodes ? asset.code : null,
    transactionType: getSureReading("transactionType") ?? "",
    transactionDate: getSureReading("transactionDate") ?? "",
    notificationDate: getSureReading("notificationDate"),
    amount: getSureReading("amount") ?? "",
    subholding: row.holder ?? null,
    page,
    scan: { uncertain, row },
  };
}
