import { parseUsDate } from "../../../domain/dates.ts";
import type { FilerName, FilingListing } from "../../../domain/filing.ts";
import type { RawFiling } from "../../../domain/printed-report.ts";
import { SENATE_EFD, SENATE_PREFIX } from "./identity.ts";
import { identifyPage } from "./page.ts";

const SUFFIX = /(?:,\s*|\s+)(Jr\.?|Sr\.?|II|III|IV)$/i;

/** @returns null if the page states no filer or no filing date. The page that shows a scanned paper report states neither. */
export function deriveListing(page: Uint8Array, raw: RawFiling, docId: string, baseUrl: string): FilingListing | null {
  const html = Buffer.from(page).toString("utf8");
  const filedDate = parseUsDate(raw.filedDate ?? "");
  const filer = raw.filer === null ? null : parseFilerName(raw.filer);
  const { title } = raw;
  if (identifyPage(html).kind !== "ptr" || filedDate === null || filer === null || title === undefined) return null;
  return {
    id: SENATE_PREFIX + docId,
    source: SENATE_EFD,
    docId,
    kind: "ptr",
    year: Number(filedDate.slice(0, 4)),
    filer,
    stateDistrict: null,
    filedDate,
    title,
    url: `${baseUrl}/search/view/ptr/${docId}/`,
  };
}

/** Parses `The Honorable Angus S King Jr. (King, Angus)`. The parentheses have the last name first, or say `Former Senator`. */
export function parseFilerName(printed: string): FilerName | null {
  const [, head = "", brackets = ""] = /^([^(]*)(?:\(([^)]*)\))?/.exec(printed) ?? [];
  const whole = head.replace(/^(The Honorable|Mr\.?|Mrs\.?|Ms\.?|Miss|Dr\.?)\s+/i, "").trim();
  const suffix = SUFFIX.exec(whole)?.[1] ?? null;
  const name = whole.replace(SUFFIX, "").trim();
  const [bracketName = ""] = brackets.includes(",") ? brackets.split(",") : [];
  const isLastName = bracketName !== "" && name.toLowerCase().endsWith(` ${bracketName.trim().toLowerCase()}`);
  const last = isLastName ? bracketName.trim() : name.slice(name.lastIndexOf(" ") + 1);
  const first = name.slice(0, name.length - last.length).trim();
  return first === "" || last === "" ? null : { prefix: null, first, last, suffix };
}
