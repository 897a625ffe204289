/** The Senate search's response for DataTables: one page of rows, filtered by report type and date received, in date order. */
import { compareTexts } from "../../../base/compare-texts.ts";
import type { SenateSearchRow } from "./material.ts";

/** Values of the form's checkboxes: 7 annual, 10 extension, 11 periodic transaction report. */
const REPORT_TYPES: Readonly<Record<string, number>> = { annual: 7, "extension-notice/regular": 10 };
const LONGEST_PAGE = 100;

export interface SearchAnswer {
  readonly draw: number;
  readonly recordsTotal: number;
  readonly recordsFiltered: number;
  readonly data: readonly (readonly [first: string, last: string, office: string, anchor: string, submitted: string])[];
  readonly result: "ok";
}

export function createSearchAnswer(rows: readonly SenateSearchRow[], form: URLSearchParams): SearchAnswer {
  const reports = parseNumbers(form.get("report_types"));
  const from = parseSearchDay(form.get("submitted_start_date")) ?? "";
  const to = parseSearchDay(form.get("submitted_end_date")) ?? "9999-12-31";
  const found = rows
    .filter((row) => reports.length === 0 || reports.includes(getReportType(row)))
    .filter((row) => from <= getSortableDay(row) && getSortableDay(row) <= to)
    .sort((a, b) => compareTexts(getSortableDay(a), getSortableDay(b)) || compareTexts(a.uuid, b.uuid));
  if (form.get("order[0][dir]") === "desc") found.reverse();
  const start = Number(form.get("start") ?? 0);
  const length = Math.min(Math.max(Number(form.get("length") ?? 25), 1), LONGEST_PAGE);
  return {
    draw: Number(form.get("draw") ?? 0),
    recordsTotal: found.length,
    recordsFiltered: found.length,
    data: found
      .slice(start, start + length)
      .map((row) => [row.first, row.last, row.office, renderAnchor(row), row.submitted]),
    result: "ok",
  };
}

function renderAnchor(row: SenateSearchRow): string {
  return `<a href="/search/view/${row.link}/${row.uuid}/" target="_blank">${row.title}</a>`;
}

/** For a paper row, only the title tells the type of report. */
function getReportType(row: SenateSearchRow): number {
  return REPORT_TYPES[row.link] ?? (row.title.startsWith("Annual Report") ? 7 : 11);
}

/** `[1,4,5]` as numbers; empty for `[]`, which asks for all. */
function parseNumbers(text: string | null): number[] {
  return (text ?? "").match(/\d+/g)?.map(Number) ?? [];
}

const getSortableDay = (row: SenateSearchRow): string => parseSearchDay(row.submitted) ?? "";

/** `06/26/2026` or `06/26/2026 00:00:00` becomes `2026-06-26`; null when empty. */
function parseSearchDay(text: string | null): string | null {
  const [, month, dayOfMonth, year] = /^(\d{2})\/(\d{2})\/(\d{4})/.exec(text ?? "") ?? [];
  return year === undefined ? null : `${year}-${month}-${dayOfMonth}`;
}
