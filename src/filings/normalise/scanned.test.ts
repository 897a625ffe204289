import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import {
  createBlankFiling,
  createBlankLine,
  type RawFiling,
  type RawTransaction,
} from "../../domain/printed-report.ts";
import { formatReason } from "../../domain/reason.ts";
import type { ScannedFieldName } from "../../domain/scanned-page.ts";
import {
  explainUnreadField,
  findFirstUnreadPage,
  findReviewReason,
  findScanOutcome,
  formatBestReadings,
  groupIncompleteLines,
  listUncertainPages,
  listUnreadPages,
  markFutureNoticeUncertain,
} from "./scanned.ts";

type Page = NonNullable<RawFiling["scan"]>["pages"][number];
type Scanned = NonNullable<RawTransaction["scan"]>;

const toPage = (kind: Page["kind"], failure: string | null = null): Page => ({
  kind,
  turnDegrees: 0,
  skew: { level: 0, upright: 0, fan: 0 },
  failure,
});

/** @param rowsOn page of each line. */
function toReport(pages: readonly Page[], rowsOn: readonly number[]): RawFiling {
  const transactions = rowsOn.map((on, at) => ({ line: at + 1, page: on }) as RawTransaction);
  const blank = createBlankFiling({ source: "house-clerk", kind: "scan", docId: "1" } as const);
  return { ...blank, pages: pages.length, transactions, scan: { pages } };
}

const rows = toPage("transactions");
const unknown = toPage("unknown");
const getState = (pages: readonly Page[], rowsOn: readonly number[], rejected = 0) => {
  const { state: is, reason } = findScanOutcome(toReport(pages, rowsOn), rejected);
  return [is, formatReason(reason)];
};

test("determines the state of a scan from its pages and lines", () => {
  const { scan: _, ...unread } = toReport([], []);
  assert.deepEqual(findScanOutcome(unread, 0), { state: "needs_ocr", reason: null });
  assert.deepEqual(getState([toPage("letter"), rows], [2]), ["ocr", null]);
  assert.deepEqual(getState([rows], [1, 1], 1), [
    "needs_review",
    "uncertain_rows: 1 of 2 rows need review by a person.",
  ]);
  assert.deepEqual(getState([toPage("nothing_to_report"), toPage("blank")], []), ["no_trades", null]);
  assert.deepEqual(getState([toPage("letter"), toPage("other_form")], []), ["not_a_ptr", null]);
  for (const empty of [toPage("letter"), toPage("blank")]) {
    assert.deepEqual(getState([empty], []), [
      "needs_review",
      "no_form: No page is a report form; the pages are correspondence or blank.",
    ]);
  }
});

test("a report has no trades only if each page is known to be empty", () => {
  const getReason = (pages: readonly Page[]) => {
    const [is, reason] = getState(pages, []);
    return [is, /^\w+/.exec(reason ?? "")?.[0]];
  };
  assert.deepEqual(getReason([toPage("cover")]), ["needs_review", "attachment_unread"]);
  assert.deepEqual(getReason([toPage("cover"), toPage("nothing_to_report")]), ["needs_review", "attachment_unread"]);
  assert.deepEqual(getReason([toPage("cover"), toPage("letter"), toPage("blank")]), [
    "needs_review",
    "attachment_unread",
  ]);
  assert.deepEqual(getReason([toPage("nothing_to_report"), toPage("letter")]), ["needs_review", "page_beside_form"]);
  assert.deepEqual(getReason([toPage("other_form"), toPage("nothing_to_report")]), [
    "needs_review",
    "page_beside_form",
  ]);
  const list = (kinds: readonly Page[]) => listUncertainPages(toReport(kinds, [])).map(({ page: on }) => on);
  assert.deepEqual(list([toPage("nothing_to_report"), toPage("letter"), toPage("cover")]), [3, 2]);
  assert.deepEqual(getState([toPage("cover"), rows], [2]), ["ocr", null], "the schedules were read");
  assert.deepEqual(
    getState([toPage("cover"), unknown], [])[1],
    "unknown_page: Page 2 is not of a kind that can be read.",
  );
  assert.deepEqual(getState([{ ...toPage("nothing_to_report"), settled: "empty" }], [])[0], "no_trades");
});

test("a report with rows published without an owner waits for a person", () => {
  const read = toReport([rows], [1, 1]);
  const [first, second] = read.transactions as [RawTransaction, RawTransaction];
  const row = { fields: { owner: { reading: "oF" } } };
  const ownerless = { ...second, scan: { uncertain: ["owner"], row } } as unknown as RawTransaction;
  const raw = { ...read, transactions: [first, ownerless] };
  assert.deepEqual(findScanOutcome(raw, 0), {
    state: "needs_review",
    reason: {
      code: "owner_unread",
      detail: "1 of 2 rows are published without their owner, which could not be read.",
    },
  });
  assert.match(findScanOutcome(raw, 1).reason?.detail ?? "", /^1 of 2/);
  assert.deepEqual([...groupIncompleteLines(raw.transactions)], [["owner_unread", [ownerless]]]);
});

test("publishes a row with an uncertain notification date; an uncertain owner comes first as the reason for review", () => {
  const toLine = (...uncertain: ScannedFieldName[]) =>
    ({
      ...(toReport([rows], [1]).transactions[0] as RawTransaction),
      scan: { uncertain, row: { fields: { owner: { reading: null }, notificationDate: { reading: "06/31/2020" } } } },
    }) as unknown as RawTransaction;
  const [alone, both, waiting] = [
    toLine("notificationDate"),
    toLine("owner", "notificationDate"),
    toLine("asset", "owner"),
  ];
  assert.deepEqual(
    [alone, both, waiting].map((each) => findReviewReason(each, 9)),
    [null, null, "uncertain"],
  );
  assert.match(
    explainUnreadField(alone, "notificationDate") ?? "",
    /^The notification date .* best reading is "06\/31\/2020"\.$/,
  );
  assert.deepEqual([explainUnreadField(alone, "owner"), explainUnreadField(waiting, "owner")], [null, null]);
  const raw = toReport([rows], []);
  assert.deepEqual([...groupIncompleteLines([alone])], [["notification_unread", [alone]]]);
  const getReason = (lines: RawTransaction[]) => findScanOutcome({ ...raw, transactions: lines }, 0).reason;
  assert.equal(
    getReason([alone])?.detail,
    "1 of 1 rows are published without their notification date, which could not be read.",
  );
  assert.equal(getReason([alone, both])?.code, "owner_unread");
});

test("states the reviewer's decision for each reviewed page once no page is left to review", () => {
  const typed = { ...rows, settled: "typed" as const };
  const empty = { ...toPage("nothing_to_report"), settled: "empty" as const };
  const asSeen = { ...rows, settled: "as_seen" as const };
  assert.deepEqual(getState([rows, typed, empty, asSeen], [1, 2, 4]), [
    "ocr",
    "reviewed_pages: By a person: page 2 was typed in, page 3 has no transaction, page 4 is complete exactly as it was read.",
  ]);
  assert.deepEqual(getState([empty], []), ["no_trades", "reviewed_pages: By a person: page 1 has no transaction."]);
  assert.equal(getState([typed, unknown], [1])[1], "unknown_page: Page 2 is not of a kind that can be read.");
});

test("an unknown page, or a table without a detected row, leaves the filing to a person", () => {
  const explain = (number: number) => `unknown_page: Page ${number} is not of a kind that can be read.`;
  assert.deepEqual(getState([rows, unknown, rows], [1, 3]), ["needs_review", explain(2)]);
  assert.deepEqual(getState([rows, rows], [1]), ["needs_review", explain(2)]);
  assert.deepEqual(getState([toPage("nothing_to_report"), unknown], []), ["needs_review", explain(2)]);
});

test("a page that exceeded the time limit is the reason for review; a report without a readable page is unreadable", () => {
  const damaged = toPage("unknown", "pdf_damaged: The PDF cannot be drawn.");
  const late = toPage("unknown", "reader_timeout: Reading took longer than 60 s.");
  assert.deepEqual(getState([damaged, rows, late], [2]), [
    "needs_review",
    "reader_timeout: Page 3: Reading took longer than 60 s.",
  ]);
  assert.deepEqual(getState([damaged], []), ["unreadable", "pdf_damaged: Page 1: The PDF cannot be drawn."]);
});

test("finds the first unread page, before which line numbers are permanent", () => {
  assert.equal(findFirstUnreadPage(toReport([rows, toPage("letter"), rows], [1, 3])), Number.POSITIVE_INFINITY);
  assert.equal(findFirstUnreadPage(toReport([rows, unknown, rows], [1, 3])), 2);
});

test("a rejected line says which fields are uncertain, with the best reading of each", () => {
  const box = { left: 0, top: 0, width: 1, height: 1 };
  const toField = (reading: string | null) => ({ reading, confidence: 0.5, sure: false, box });
  const row: Scanned["row"] = {
    box,
    handwritten: false,
    fields: {
      owner: toField(null),
      asset: toField("Exampel lnc"),
      transactionType: toField("P"),
      transactionDate: toField("01/08/2026"),
      notificationDate: toField(null),
      amount: toField("$1,001 - $15,000"),
    },
  };
  assert.equal(
    formatBestReadings({ uncertain: ["asset", "transactionDate"], row }),
    "Uncertain: asset, transaction date. Exampel lnc | P | 01/08/2026 | $1,001 - $15,000",
  );
  assert.equal(formatBestReadings({ uncertain: [], row }), "Exampel lnc | P | 01/08/2026 | $1,001 - $15,000");
});

test("marks a notification date after the filing date uncertain, unless a person reviewed the line", () => {
  const line = {
    line: 1,
    notificationDate: "06/30/2023",
    scan: { uncertain: ["owner"], row: {} },
  } as unknown as RawTransaction;
  const doubted = markFutureNoticeUncertain(line, "2023-05-31" as IsoDate);
  assert.deepEqual([doubted.notificationDate, doubted.scan?.uncertain], [null, ["owner", "notificationDate"]]);
  for (const filed of ["2023-06-30", "2023-07-14", null] as (IsoDate | null)[]) {
    assert.equal(markFutureNoticeUncertain(line, filed), line);
  }
  const reviewed = { ...line, reviewed: true } as RawTransaction;
  assert.equal(markFutureNoticeUncertain(reviewed, "2023-05-31" as IsoDate), reviewed);
});

test("rows on and after the first unread page wait, because line numbers may change", () => {
  const raw = toReport([rows, unknown, rows, rows], [1, 3]);
  assert.deepEqual(listUnreadPages(raw), [2, 4]);
  assert.equal(findFirstUnreadPage(raw), 2);
  assert.equal(findFirstUnreadPage(toReport([unknown, rows], [2])), 1);
  const findWait = (on: number | null) =>
    findReviewReason({ ...createBlankLine(1), page: on }, findFirstUnreadPage(raw));
  assert.deepEqual([1, 2, 3, null].map(findWait), [null, "page_not_whole", "page_not_whole", null]);
});

test("lists no page as uncertain once a row of the report is read", () => {
  assert.deepEqual(listUncertainPages(toReport([toPage("cover"), rows], [2])), []);
});
