import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import { createBlankLine, type RawFiling, type RawTransaction } from "../../domain/printed-report.ts";
import { formatReason } from "../../domain/reason.ts";
import type { ScannedFieldName } from "../../domain/scanned-page.ts";
import {
  explainUnreadField,
  findFirstUnreadPage,
  findReasonToWait,
  findScanOutcome,
  formatBestReadings,
  groupIncompleteLines,
  listUncertainPages,
  listUnreadPages,
  markFutureNoticeUncertain,
} from "./scanned.ts";

type Page = NonNullable<RawFiling["scan"]>["pages"][number];
type Scanned = NonNullable<RawTransaction["scan"]>;

const page = (kind: Page["kind"], failure: string | null = null): Page => ({
  kind,
  turnDegrees: 0,
  skew: { level: 0, upright: 0, fan: 0 },
  failure,
});

/** @param rowsOn page of each line. */
function report(pages: readonly Page[], rowsOn: readonly number[]): RawFiling {
  const transactions = rowsOn.map((on, at) => ({ line: at + 1, page: on }) as RawTransaction);
  const nothing = { filer: null, stateDistrict: null, signedDate: null, filedDate: null, amendment: null };
  return {
    source: "house-clerk",
    kind: "scan",
    docId: "1",
    ...nothing,
    pages: pages.length,
    transactions,
    rejected: [],
    scan: { pages },
  };
}

const rows = page("transactions");
const unknown = page("unknown");
const state = (pages: readonly Page[], rowsOn: readonly number[], rejected = 0) => {
  const { state: is, reason } = findScanOutcome(report(pages, rowsOn), rejected);
  return [is, formatReason(reason)];
};

test("the state of a scan follows from its pages and lines", () => {
  const { scan: _, ...unread } = report([], []);
  assert.deepEqual(findScanOutcome(unread, 0), { state: "needs_ocr", reason: null });
  assert.deepEqual(state([page("letter"), rows], [2]), ["ocr", null]);
  assert.deepEqual(state([rows], [1, 1], 1), ["needs_review", "uncertain_rows: 1 of 2 rows need review by a person."]);
  assert.deepEqual(state([page("nothing_to_report"), page("blank")], []), ["no_trades", null]);
  assert.deepEqual(state([page("letter"), page("other_form")], []), ["not_a_ptr", null]);
  for (const empty of [page("letter"), page("blank")]) {
    assert.deepEqual(state([empty], []), [
      "needs_review",
      "no_form: No page is a report form; the pages are letters or blank.",
    ]);
  }
});

test("a report has no trades only if each of its pages is known to be empty", () => {
  const reasonOf = (pages: readonly Page[]) => {
    const [is, reason] = state(pages, []);
    return [is, /^\w+/.exec(reason ?? "")?.[0]];
  };
  assert.deepEqual(reasonOf([page("cover")]), ["needs_review", "attachment_unread"]);
  assert.deepEqual(reasonOf([page("cover"), page("nothing_to_report")]), ["needs_review", "attachment_unread"]);
  assert.deepEqual(reasonOf([page("cover"), page("letter"), page("blank")]), ["needs_review", "attachment_unread"]);
  assert.deepEqual(reasonOf([page("nothing_to_report"), page("letter")]), ["needs_review", "page_beside_form"]);
  assert.deepEqual(reasonOf([page("other_form"), page("nothing_to_report")]), ["needs_review", "page_beside_form"]);
  const pages = (kinds: readonly Page[]) => listUncertainPages(report(kinds, [])).map(({ page: on }) => on);
  assert.deepEqual(pages([page("nothing_to_report"), page("letter"), page("cover")]), [3, 2]);
  assert.deepEqual(state([page("cover"), rows], [2]), ["ocr", null], "the schedules were read");
  assert.deepEqual(state([page("cover"), unknown], [])[1], "unknown_page: Page 2 is not of a kind that can be read.");
  assert.deepEqual(state([{ ...page("nothing_to_report"), settled: "empty" }], [])[0], "no_trades");
});

test("a report with rows published without an owner waits for a person", () => {
  const read = report([rows], [1, 1]);
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

test("publishes a row that only lacks a certain notification; if the owner is missing too, it counts as ownerless", () => {
  const line = (...uncertain: ScannedFieldName[]) =>
    ({
      ...(report([rows], [1]).transactions[0] as RawTransaction),
      scan: { uncertain, row: { fields: { owner: { reading: null }, notificationDate: { reading: "06/31/2020" } } } },
    }) as unknown as RawTransaction;
  const [alone, both, waiting] = [line("notificationDate"), line("owner", "notificationDate"), line("asset", "owner")];
  assert.deepEqual(
    [alone, both, waiting].map((each) => findReasonToWait(each, 9)),
    [null, null, "uncertain"],
  );
  assert.match(
    explainUnreadField(alone, "notificationDate") ?? "",
    /^The notification date .* best reading is "06\/31\/2020"\.$/,
  );
  assert.deepEqual([explainUnreadField(alone, "owner"), explainUnreadField(waiting, "owner")], [null, null]);
  const raw = report([rows], []);
  assert.deepEqual([...groupIncompleteLines([alone])], [["notification_unread", [alone]]]);
  const reason = (lines: RawTransaction[]) => findScanOutcome({ ...raw, transactions: lines }, 0).reason;
  assert.equal(
    reason([alone])?.detail,
    "1 of 1 rows are published without their notification date, which could not be read.",
  );
  assert.equal(reason([alone, both])?.code, "owner_unread");
});

test("a settled report says what a person decided on its pages", () => {
  const typed = { ...rows, settled: "typed" as const };
  const empty = { ...page("nothing_to_report"), settled: "empty" as const };
  const asSeen = { ...rows, settled: "as_seen" as const };
  assert.deepEqual(state([rows, typed, empty, asSeen], [1, 2, 4]), [
    "ocr",
    "reviewed_pages: By a person: page 2 was typed in, page 3 has no transaction, page 4 is complete as it was read.",
  ]);
  assert.deepEqual(state([empty], []), ["no_trades", "reviewed_pages: By a person: page 1 has no transaction."]);
  assert.equal(state([typed, unknown], [1])[1], "unknown_page: Page 2 is not of a kind that can be read.");
});

test("an unknown page, or a table without a detected row, leaves the filing to a person", () => {
  const reason = (number: number) => `unknown_page: Page ${number} is not of a kind that can be read.`;
  assert.deepEqual(state([rows, unknown, rows], [1, 3]), ["needs_review", reason(2)]);
  assert.deepEqual(state([rows, rows], [1]), ["needs_review", reason(2)]);
  assert.deepEqual(state([page("nothing_to_report"), unknown], []), ["needs_review", reason(2)]);
});

test("names the page that exceeded its limits first, so that it is retried; a report with no readable page is unreadable", () => {
  const damaged = page("unknown", "pdf_damaged: The PDF cannot be drawn.");
  const late = page("unknown", "reader_timeout: Reading took longer than 60 s.");
  assert.deepEqual(state([damaged, rows, late], [2]), [
    "needs_review",
    "reader_timeout: Page 3: Reading took longer than 60 s.",
  ]);
  assert.deepEqual(state([damaged], []), ["unreadable", "pdf_damaged: Page 1: The PDF cannot be drawn."]);
});

test("lines get their permanent number once every page before theirs is known", () => {
  assert.equal(findFirstUnreadPage(report([rows, page("letter"), rows], [1, 3])), Number.POSITIVE_INFINITY);
  assert.equal(findFirstUnreadPage(report([rows, unknown, rows], [1, 3])), 2);
});

test("a rejected line says which fields are uncertain, with the best reading of each", () => {
  const box = { left: 0, top: 0, width: 1, height: 1 };
  const field = (reading: string | null) => ({ reading, confidence: 0.5, sure: false, box });
  const row: Scanned["row"] = {
    box,
    handwritten: false,
    fields: {
      owner: field(null),
      asset: field("Exampel lnc"),
      transactionType: field("P"),
      transactionDate: field("01/08/2026"),
      notificationDate: field(null),
      amount: field("$1,001 - $15,000"),
    },
  };
  assert.equal(
    formatBestReadings({ uncertain: ["asset", "transactionDate"], row }),
    "Uncertain: asset, transaction date. Exampel lnc | P | 01/08/2026 | $1,001 - $15,000",
  );
  assert.equal(formatBestReadings({ uncertain: [], row }), "Exampel lnc | P | 01/08/2026 | $1,001 - $15,000");
});

test("doubts a notification after the filing date, whatever the reader's confidence, unless a person settled it", () => {
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

test("numbers rows up to the first page that may hold others; rows on it and after it wait", () => {
  const raw = report([rows, unknown, rows, rows], [1, 3]);
  assert.deepEqual(listUnreadPages(raw), [2, 4]);
  assert.equal(findFirstUnreadPage(raw), 2);
  assert.equal(findFirstUnreadPage(report([unknown, rows], [2])), 1);
  const waits = (on: number | null) => findReasonToWait({ ...createBlankLine(1), page: on }, findFirstUnreadPage(raw));
  assert.deepEqual([1, 2, 3, null].map(waits), [null, "page_not_whole", "page_not_whole", null]);
});

test("once a row of a report is read, no page can make it a report without trades", () => {
  assert.deepEqual(listUncertainPages(report([page("cover"), rows], [2])), []);
});
