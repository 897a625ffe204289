/** Builds the requests of the search behind the site's table of reports, and reads the responses. */
import { parse } from "node-html-parser";
import { z } from "zod";
import { SourceError } from "../../../base/errors.ts";
import { parseUsDate } from "../../../domain/dates.ts";
import type { FilingListing } from "../../../domain/filing.ts";
import { SENATE_EFD, SENATE_PREFIX } from "./identity.ts";
import { collapseWhiteSpace } from "./page.ts";

/** The site's own parameter values, as recorded in July 2026. */
const PERIODIC_TRANSACTION_REPORT = 11;
const PAGE_LENGTH = 100;
const DATE_COLUMN = 4;
/** Limits for a correct response: the site sends no more rows than requested, and no cell is nearly this long. */
const MAX_ROWS = 10 * PAGE_LENGTH;
const LONGEST_CELL = 2_000;

export function buildSearchUrl(baseUrl: string): string {
  return `${baseUrl}/search/report/data/`;
}

/**
 * Builds the request for one page of the periodic transaction reports submitted in a year. Filers are senators, former senators
 * and candidates. The whole list is read oldest first, since reports submitted meanwhile come at its end. To check for new
 * reports, the list is read newest first.
 */
export function buildSearchForm(year: number, start: number, order: "asc" | "desc" = "asc"): URLSearchParams {
  return new URLSearchParams({
    draw: "1",
    start: String(start),
    length: String(PAGE_LENGTH),
    "order[0][column]": String(DATE_COLUMN),
    "order[0][dir]": order,
    "search[value]": "",
    "search[regex]": "false",
    report_types: `[${PERIODIC_TRANSACTION_REPORT}]`,
    filer_types: "[]",
    submitted_start_date: `01/01/${year} 00:00:00`,
    submitted_end_date: `12/31/${year} 23:59:59`,
    candidate_state: "",
    senator_state: "",
    office_id: "",
    first_name: "",
    last_name: "",
  });
}

export interface SearchPage {
  /** Total number of reports found by the search. */
  readonly total: number;
  readonly listings: readonly FilingListing[];
}

const cell = z.string().max(LONGEST_CELL);
const answerShape = z.object({
  recordsTotal: z.int().min(0),
  recordsFiltered: z.int().min(0),
  /** First name, last name, office, link, submission date. */
  data: z.array(z.tuple([cell, cell, cell, cell, cell])).max(MAX_ROWS),
  result: z.literal("ok").optional(),
});

/**
 * Reads a search response. `year` is used for rows whose submission date is invalid. @throws {SourceError} `search_unknown_shape`
 * for anything except the known JSON, including HTML; `search_unknown_row` naming the row.
 */
export function readSearchPage(body: Uint8Array, year: number, baseUrl: string): SearchPage {
  const text = Buffer.from(body).toString("utf8");
  const parsed = answerShape.safeParse(parseJsonAnswer(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new SourceError(
      "search_unknown_shape",
      `The Senate's search answered in an unknown format (${issue?.path.join(".")}: ${issue?.message}); it begins with ${JSON.stringify(text.slice(0, 80))}.`,
    );
  }
  const { recordsTotal, recordsFiltered, data } = parsed.data;
  return {
    total: Math.max(recordsTotal, recordsFiltered),
    listings: data.map((row) => toListing(row, year, baseUrl)),
  };
}

function parseJsonAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SourceError(
      "search_unknown_shape",
      `The Senate's search did not answer with JSON; its answer begins with ${JSON.stringify(text.slice(0, 80))}.`,
      { cause: error },
    );
  }
}

const VIEW = /\/search\/view\/([a-z-]+(?:\/[a-z-]+)*)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;

function toListing(
  row: readonly [string, string, string, string, string],
  year: number,
  baseUrl: string,
): FilingListing {
  const [first, last, , link, submitted] = row;
  const anchor = parse(link).querySelector("a");
  const href = anchor?.getAttribute("href") ?? "";
  const found = URL.canParse(href, baseUrl) ? VIEW.exec(new URL(href, baseUrl).pathname) : null;
  const path = found?.[1]?.toLowerCase();
  const id = found?.[2];
  if (!anchor || path === undefined || id === undefined) {
    throw new SourceError(
      "search_unknown_row",
      `A row of the Senate's search links to no report: ${JSON.stringify(row)}.`,
    );
  }
  const filedDate = parseUsDate(submitted);
  return {
    id: SENATE_PREFIX + id.toLowerCase(),
    source: SENATE_EFD,
    docId: id.toLowerCase(),
    kind: path === "ptr" || path === "paper" ? path : "other",
    year: filedDate === null ? year : Number(filedDate.slice(0, 4)),
    filer: { prefix: null, first: collapseWhiteSpace(first), last: collapseWhiteSpace(last), suffix: null },
    stateDistrict: null,
    filedDate,
    title: collapseWhiteSpace(anchor.text),
    // Keeps the case of the id in the link: old ids are upper case, and the site may be case-sensitive.
    url: `${baseUrl}/search/view/${path}/${id}/`,
  };
}
