import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createBlankFiling,
  createBlankLine,
  type RawFiling,
  type RawTransaction,
} from "../../domain/printed-report.ts";
import { NO_SKEW } from "../../filings/imaging/raster/bitmap.ts";
import { toPrintedReport } from "./print-report.ts";

const box = { left: 0, top: 0, width: 1, height: 1 };
const createField = (reading: string) => ({ reading, confidence: 0.99, sure: true, box });
const fields = {
  owner: createField("SP"),
  asset: createField("Fictional Widgets Inc"),
  transactionType: createField("P"),
  transactionDate: createField("04/02/2020"),
  notificationDate: createField("05/06/2020"),
  amount: createField("$1,001 - $15,000"),
};
const createLine = (number: number, page: number, changes: Partial<RawTransaction> = {}): RawTransaction => ({
  ...createBlankLine(number),
  page,
  notificationDate: "05/06/2020",
  scan: { uncertain: [], row: { box, handwritten: false, fields } },
  ...changes,
});

function printLines(
  transactions: readonly RawTransaction[],
  kinds: readonly ("transactions" | "unknown")[],
  filed: string,
) {
  const raw: RawFiling = {
    ...createBlankFiling({ source: "senate-efd", kind: "paper", docId: "9999999" }),
    filedDate: filed,
    pages: kinds.length,
    transactions,
    scan: { pages: kinds.map((kind) => ({ kind, turnDegrees: 0, skew: NO_SKEW, failure: null })) },
  };
  return toPrintedReport(raw).transactions;
}

test("a line of a scan says whether the service would publish it, or what it is waiting for", () => {
  const uncertain = createLine(2, 1, { scan: { uncertain: ["asset"], row: { box, handwritten: false, fields } } });
  const ownerless = createLine(3, 1, { scan: { uncertain: ["owner"], row: { box, handwritten: false, fields } } });
  const lines = printLines(
    [createLine(1, 1), uncertain, ownerless, createLine(4, 3)],
    ["transactions", "unknown", "transactions"],
    "05/20/2020",
  );
  assert.deepEqual(
    lines.map(({ waits }) => waits),
    [null, "uncertain", null, "page_not_whole"],
  );
});

test("omits a notification dated after the document's own filing date, and still publishes the line, like the service", () => {
  const [printed] = printLines([createLine(1, 1)], ["transactions"], "05/01/2020");
  assert.deepEqual(
    [printed?.waits, printed?.notification_date, printed?.uncertain],
    [null, null, ["notification_date"]],
  );
});
