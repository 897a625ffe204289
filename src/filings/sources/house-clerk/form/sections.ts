/** Divides a report's lines into sections by its headings. */
import { ParseError } from "../../../../base/errors.ts";
import { joinRuns, type Line, toLowerCaseLetters } from "./line.ts";

const SECTIONS = ["title", "filer", "transactions", "vehicles", "offerings", "comments", "signature"] as const;
type SectionName = (typeof SECTIONS)[number];

/** Sections by heading. Headings are reduced to letters. The older forms say "asset class" instead of "investment vehicle". */
const HEADINGS: ReadonlyMap<string, SectionName> = new Map<string, SectionName>(
  Object.entries({
    periodictransactionreport: "title",
    filerinformation: "filer",
    transactions: "transactions",
    investmentvehicledetails: "vehicles",
    assetclassdetails: "vehicles",
    initialpublicofferings: "offerings",
    comments: "comments",
    certificationandsignature: "signature",
  } as const),
);
const HEADING_SIZE = 11.5;
/** Between the 12 points of headings and the 15 of a title's smallest letters. Well below 15, because a form may be shrunk. */
const TITLE_SIZE = 13;

export type Sections = Readonly<Record<SectionName, readonly Line[]>>;

/** Pure. Returns a form's title as lower-case letters. A title is bold and larger than `TITLE_SIZE`. Empty without a title. */
export function readTitleLetters(lines: readonly Line[]): string {
  return toLowerCaseLetters(
    lines
      .filter(({ runs }) => runs.some(({ bold, size }) => bold && size > TITLE_SIZE))
      .map(({ runs }) => joinRuns(runs))
      .join(" "),
  );
}

export function isReportTitle(title: string): boolean {
  return HEADINGS.get(title) === "title";
}

/** The Clerk's other forms (annual reports, extensions, campaign or former-staff notices) all mention financial disclosure. */
export function isOtherFormTitle(title: string): boolean {
  return title.includes("financialdisclosure");
}

/** Pure. @throws {ParseError} `pdf_unknown_layout` for an unknown heading. */
export function readSections(lines: readonly Line[]): Sections {
  const sections = Object.fromEntries(SECTIONS.map((name) => [name, [] as Line[]])) as Record<SectionName, Line[]>;
  let current: SectionName = "title";
  for (const line of lines) {
    const [first] = line.runs;
    if (first?.bold && first.size > HEADING_SIZE) {
      const name = HEADINGS.get(toLowerCaseLetters(joinRuns(line.runs)));
      if (name === undefined) {
        throw new ParseError(
          "pdf_unknown_layout",
          `Page ${line.page} has the heading "${joinRuns(line.runs)}", which a periodic transaction report does not have.`,
        );
      }
      current = name;
    } else {
      sections[current].push(line);
    }
  }
  return sections;
}
