/** Reads a report page of the Senate's site: an electronic report, the viewer of a paper report, or another kind of filing. */
import { type HTMLElement, parse } from "node-html-parser";
import type { ErrorCode } from "../../../base/error-codes.ts";
import { ParseError } from "../../../base/errors.ts";
import { createBlankFiling, type RawFiling } from "../../../domain/printed-report.ts";
import { SENATE_EFD } from "./identity.ts";
import { identifyPage, listFilingImages, type PageKind, readText } from "./page.ts";
import { readTransactions } from "./transactions.ts";

/** The longest page seen is 250 KB. */
const MAX_BYTES = 8 * 1024 * 1024;

const WRONG_PAGES: Partial<Record<PageKind, readonly [code: ErrorCode, what: string]>> = {
  agreement: ["html_agreement_page", "the agreement page"],
  search_form: ["html_search_form", "the search form"],
  blocked: ["html_block_page", "a refusal"],
  maintenance: ["html_maintenance_page", "a notice of maintenance"],
};

/**
 * Pure. `docId` is the lower-case UUID from the URL; the page itself does not contain it. @throws {ParseError} `html_empty`, `html_too_large`,
 * `html_encoding`, `html_not_a_report`, `html_agreement_page`, `html_search_form`, `html_block_page`, `html_maintenance_page`, `html_truncated`,
 * `html_no_heading`, and those of `readTransactions`.
 */
export function readSenateDocument(bytes: Uint8Array, docId: string): RawFiling {
  const html = decodePage(bytes);
  const { kind, title } = identifyPage(html);
  const wrong = WRONG_PAGES[kind];
  if (wrong) throw new ParseError(wrong[0], `The page is ${wrong[1]} ("${title}"), not a report.`);
  const main = findMainElement(html, kind === "unknown");
  if (kind === "unknown" || !main) {
    throw new ParseError("html_not_a_report", `The page's title is "${title}", not that of any of the site's reports.`);
  }
  if (kind === "ptr" || (kind === "other_report" && findReportHeading(main) !== undefined))
    return readElectronicReport(main, docId);
  if (kind !== "paper") return { ...createBlankFiling({ source: SENATE_EFD, docId }), kind: "other" };
  const images = listFilingImages(main);
  return { ...createBlankFiling({ source: SENATE_EFD, docId }), kind: "paper", pages: images.length, images };
}

/** Finds the content of a page. @throws {ParseError} like `readSenateDocument` if the page is incomplete. */
export function findPageContent(bytes: Uint8Array): HTMLElement {
  const main = findMainElement(decodePage(bytes), false);
  if (main === null) throw new ParseError("html_not_a_report", "The page has no content.");
  return main;
}

/**
 * Finds the page's `<main>`. Returns null for a page of an unknown kind, unless the page is incomplete HTML. Looks for end tags
 * in the text, since the parser adds missing ones. @throws {ParseError} `html_truncated` for an incomplete page.
 */
function findMainElement(html: string, isUnknownKind: boolean): HTMLElement | null {
  const ended = /<\/html\s*>/i.test(html);
  if (isUnknownKind && (ended || !/^\s*(<!doctype html|<html)\b/i.test(html))) return null;
  const start = html.search(/<main\b/i);
  const end = html.search(/<\/main\s*>/i);
  const content = start < 0 || end < start ? "" : html.slice(start, end + "</main>".length);
  const main = parse(content).querySelector("main");
  const markup = content.replace(/<!--[\s\S]*?-->/g, "");
  const tablesEnd = ["table", "tr", "td"].every(
    (tag) =>
      countMatches(markup, new RegExp(`<${tag}\\b`, "gi")) === countMatches(markup, new RegExp(`</${tag}\\s*>`, "gi")),
  );
  if (main && tablesEnd && ended) return main;
  const missing = ended ? (main ? "end of a table, row or cell" : "content (<main>)") : "end (</html>)";
  throw new ParseError("html_truncated", `The page is incomplete: it lacks the ${missing}.`);
}

function readElectronicReport(main: HTMLElement, docId: string): RawFiling {
  const heading = findReportHeading(main);
  const filer = main.querySelector("h2.filedReport");
  const filed = /\bFiled (\d{1,2}\/\d{1,2}\/\d{4})\b/.exec(main.querySelectorAll("strong").map(readText).join("\n"));
  if (heading === undefined || !filer || !filed?.[1]) {
    const missing = heading === undefined ? "title" : filer ? '"Filed" date' : "filer";
    throw new ParseError("html_no_heading", `The report does not show its ${missing}.`);
  }
  return {
    ...createBlankFiling({ source: SENATE_EFD, docId }),
    kind: "html",
    filer: readText(filer),
    filedDate: filed[1],
    title: heading,
    amendment: /\((Amendment\b[^)]*)\)/i.exec(heading)?.[1] ?? null,
    ...readTransactions(main),
  };
}

/** Finds the heading of a periodic transaction report; undefined if the page has none. */
export function findReportHeading(main: HTMLElement): string | undefined {
  return main
    .getElementsByTagName("h1")
    .map(readText)
    .find((text) => /^Periodic Transaction Report\b/i.test(text));
}

function decodePage(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) throw new ParseError("html_empty", "The document is empty.");
  if (bytes.byteLength > MAX_BYTES) {
    throw new ParseError("html_too_large", `The page has ${bytes.byteLength} bytes; at most ${MAX_BYTES} are read.`);
  }
  if (!/^(\xef\xbb\xbf)?\s*</.test(Buffer.from(bytes.subarray(0, 512)).toString("latin1"))) {
    throw new ParseError("html_not_a_report", "The document is not an HTML page.");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ParseError("html_encoding", "The page is not UTF-8.", { cause: error });
  }
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
