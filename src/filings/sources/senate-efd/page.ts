/** Identifies the pages of the Senate's site by their title, and extracts an element's visible text. */
import type { HTMLElement } from "node-html-parser";

/**
 * `ptr`: an electronic report; `paper`: the viewer of a paper report's images; `other_report`: another kind of filing;
 * `agreement`: the terms to accept; `blocked`: access denied.
 */
export type PageKind =
  | "ptr"
  | "paper"
  | "other_report"
  | "agreement"
  | "search_form"
  | "blocked"
  | "maintenance"
  | "unknown";

export interface IdentifiedPage {
  readonly kind: PageKind;
  /** White space is collapsed; empty if the page has no title. */
  readonly title: string;
}

/** Titles as observed from 2014 to 2026. The title of an annual report continues with the year and the filer's name. */
const TITLES: readonly (readonly [RegExp, PageKind])[] = [
  [/^eFD:.*\bPeriodic Transaction Report\b/i, "ptr"],
  [/^eFD: View Report$/i, "paper"],
  [/^eFD: Home$/i, "agreement"],
  [/^eFD: Find Reports$/i, "search_form"],
  [/^eFD:.*\b(report|extension|blind trust)\b/i, "other_report"],
  [/access denied|forbidden|request (was )?(blocked|rejected)|pardon our interruption|\b403\b/i, "blocked"],
  [/maintenance|temporarily unavailable|service unavailable|\b503\b/i, "maintenance"],
];

export function identifyPage(html: string): IdentifiedPage {
  const found = /<title\b[^<>]*>([^<]*)<\/title>/i.exec(html);
  const title = collapseWhiteSpace(found?.[1] ?? "");
  return { title, kind: TITLES.find(([pattern]) => pattern.test(title))?.[1] ?? "unknown" };
}

/** Replaces white space, including no-break spaces, with single spaces. */
export function collapseWhiteSpace(text: string): string {
  return text.replace(/[\s\u00a0]+/g, " ").trim();
}

/** Returns the element's text with entities decoded and white space collapsed. */
export function readText(element: HTMLElement): string {
  return collapseWhiteSpace(element.text);
}

/** Returns the text with white space collapsed; null if it is empty or the form's `--`. */
export function toNullIfDashes(text: string): string | null {
  const collapsed = collapseWhiteSpace(text);
  return collapsed === "" || collapsed === "--" ? null : collapsed;
}

/** URLs of a paper report's page images, in order, as written in the viewer page. */
export function listFilingImages(page: HTMLElement): string[] {
  return page.querySelectorAll("img.filingImage").map((image) => image.getAttribute("src")?.trim() ?? "");
}
