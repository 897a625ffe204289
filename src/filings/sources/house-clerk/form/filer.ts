/** Reads a report's filer, signature and number from the lines above and below the table. */
import { ParseError } from "../../../../base/errors.ts";
import { joinRuns } from "./line.ts";
import type { Sections } from "./sections.ts";

interface Filer {
  readonly filingId: string;
  /** Name as printed: `Hon. Nancy Pelosi`. */
  readonly name: string;
  /** The text printed as state and district, usually like `CA11`, converted to upper case. Null if nothing is printed there. */
  readonly stateDistrict: string | null;
  /** Date as printed, `MM/DD/YYYY`. */
  readonly signedDate: string;
}

const LABELS = /^(?:Name|Status|State\s*\/\s*District):/i;

/** Pure. @throws {ParseError} `pdf_unknown_layout` naming a missing field or a line without a known label. */
export function readFiler(sections: Sections): Filer {
  const stray = sections.filer.map(({ runs }) => joinRuns(runs)).find((text) => !LABELS.test(text));
  if (stray !== undefined) {
    throw new ParseError("pdf_unknown_layout", `The filer section has the text "${stray}", which has no known label.`);
  }
  const head = [...sections.title, ...sections.filer].map(({ runs }) => joinRuns(runs));
  const signature = sections.signature.map(({ runs }) => joinRuns(runs)).join(" ");
  const stateDistrict = findTextAfter(head, /^State\s*\/\s*District:/i);
  return {
    filingId: requireValue(findTextAfter(head, /^Filing ID #\s*/i), "the Filing ID"),
    name: requireValue(findTextAfter(head, /^Name:/i), "the filer's name"),
    stateDistrict: stateDistrict?.toUpperCase().replace(/^([A-Z]{2}) (?=\d)/, "$1") ?? null,
    signedDate: requireValue(
      /Digitally Signed:.*,\s*(\d{1,2}\/\d{1,2}\/\d{4})\b/i.exec(signature)?.[1] ?? null,
      "the day of the signature",
    ),
  };
}

function findTextAfter(texts: readonly string[], label: RegExp): string | null {
  const text = texts.find((each) => label.test(each));
  return text?.replace(label, "").trim() || null;
}

function requireValue(value: string | null, what: string): string {
  if (value === null) throw new ParseError("pdf_unknown_layout", `The report does not show ${what}.`);
  return value;
}
