/** Checks that a document matches its listing. Compares the filer's name, and either the seat or the printed dates. */
import { ParseError } from "../../base/errors.ts";
import { countDaysBetween, type IsoDate, parseUsDate } from "../../domain/dates.ts";
import type { FilingListing } from "../../domain/filing.ts";
import type { Politician } from "../../domain/politician.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import type { Vocabulary } from "../../domain/vocabulary.ts";
import { listKnownNames, parseSeat } from "./filer.ts";
import { foldName, scoreGivenNameLists, scoreLastName } from "./person-names.ts";

type ListedFiler = Pick<FilingListing, "filer" | "stateDistrict" | "filedDate" | "title">;

/**
 * Pure. @param filer the member named by the listing. @returns an error with the printed and the listed facts; null if they
 * agree, or if the document does not name its filer (scans and paper reports).
 */
export function findListingMismatch(
  raw: RawFiling,
  listing: ListedFiler,
  filer: Politician,
  { by, code }: Vocabulary["stray"],
): ParseError | null {
  const printed = getPrintedFiler(raw);
  if (printed === null) return null;
  const differs = doNamesAgree(printed, listing, filer)
    ? (by === "seat" ? describeSeatMismatch : describeDateMismatch)(raw, listing, filer)
    : "";
  if (differs === null) return null;
  const { prefix, first, last, suffix } = listing.filer;
  const listed = [prefix, first, last, suffix].filter((part) => part !== null && part !== "").join(" ");
  return new ParseError(code, `The document names "${printed}", but the listing names "${listed}"${differs}.`);
}

/** Returns the filer's name as it appears in a text PDF or on a Senate web page. Null for scans and paper reports. */
export function getPrintedFiler({ filer, kind }: RawFiling): string | null {
  return kind === "text" || kind === "html" ? filer : null;
}

/**
 * Pure. True if the printed filer is the listed one, and no seat or date differs. @param filer the member named by the listing;
 * if null, only the names are compared.
 */
export function matchesListing(
  raw: RawFiling,
  listing: ListedFiler,
  filer: Politician | null,
  stray: Vocabulary["stray"],
): boolean {
  if (filer !== null) return getPrintedFiler(raw) !== null && findListingMismatch(raw, listing, filer, stray) === null;
  return doNamesAgree(getPrintedFiler(raw) ?? "", listing, null);
}

// Tries every split of `printed` into given and last names. True if any split agrees with the listed name or with a known name of
// `filer`.
function doNamesAgree(printed: string, { filer: listed }: ListedFiler, filer: Politician | null): boolean {
  const names = [foldName(listed.first, listed.last, listed.suffix), ...(filer === null ? [] : listKnownNames(filer))];
  const given = names.flatMap((name) => name.given);
  const [name = "", bracket = ""] = printed.split("(");
  const words = foldName(name, "", null).given;
  const inBracket = foldName(bracket.split(",").slice(1).join(" "), "", null).given;
  return names.some(({ last }) =>
    words.some((_, at) => {
      const from = Math.min(at + 1, words.length - 1);
      const before = words.slice(0, from);
      const printedName = { given: before, last: words.slice(from), generation: null };
      return scoreLastName(printedName, last) > 0 && scoreGivenNameLists([...before, ...inBracket], given) > 0;
    }),
  );
}

// Describes the printed seat if it differs from the seat in the listing. Null if the two agree, or if the member has ever held
// the printed seat, since redistricting changes seats.
function describeSeatMismatch(raw: RawFiling, { stateDistrict }: ListedFiler, { terms }: Politician): string | null {
  const printed = parseSeat(raw.stateDistrict);
  const listed = parseSeat(stateDistrict);
  if (printed === null || listed === null) return null;
  const seats = [listed, ...terms.filter(({ chamber }) => chamber === "house")];
  const agrees = seats.some(({ state, district }) => state === printed.state && district === printed.district);
  return agrees ? null : ` of ${stateDistrict}, not of ${raw.stateDistrict}`;
}

/** One of the two dates may be from before midnight and the other from after it. */
const DAYS_BETWEEN_CLOCKS = 1;

/** Describes the filing date, or the date in the title, if it differs from the listing's; null if neither does. */
function describeDateMismatch(raw: RawFiling, { filedDate, title }: ListedFiler): string | null {
  const filed = parseUsDate(raw.filedDate ?? "");
  if (filed !== null && filedDate !== null && Math.abs(countDaysBetween(filed, filedDate)) > DAYS_BETWEEN_CLOCKS) {
    return `, filed on ${filedDate}, not on ${filed}`;
  }
  const titled = parseTitleDay(title);
  const printed = parseTitleDay(raw.title ?? "");
  if (titled === null || printed === null || titled === printed) return null;
  return `, with the title "${title}", not "${raw.title}"`;
}

function parseTitleDay(title: string): IsoDate | null {
  return parseUsDate(/\bfor (\d{1,2}\/\d{1,2}\/\d{4})\b/i.exec(title)?.[1] ?? "");
}
