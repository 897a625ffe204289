/** What is seen on a page of a scanned report: its rows, and how sure each field of them is. */
import type { PageBox } from "./trade.ts";

/** Degrees clockwise. */
export type QuarterTurn = 0 | 90 | 180 | 270;

/** How a page lies askew, in degrees clockwise: its level lines, and its upright ones. They differ where a scanner pulled the paper unevenly. */
export interface Skew {
  readonly level: number;
  readonly upright: number;
  /** How much more the level lines lean at the page's bottom than at its middle, and so much less at its top. */
  readonly fan: number;
}

export const SCANNED_FIELDS = [
  "owner",
  "asset",
  "transactionType",
  "transactionDate",
  "notificationDate",
  "amount",
] as const;
export type ScannedFieldName = (typeof SCANNED_FIELDS)[number];

/** How a field of a row was read. */
export interface ScannedField {
  /** The best reading, whether it is believed or not; null when the cell is blank or shows nothing legible. */
  readonly reading: string | null;
  /** 0 to 1, by the reader's own measure. */
  readonly confidence: number;
  /** Sure enough to be published without a person's look. A blank cell of the owner's column is surely nobody but the filer. */
  readonly sure: boolean;
  /** Of an asset: it was read from lines of which nobody can tell which are of the row, as a name and the heading of an account below it. Nothing that can be accepted as it stands. */
  readonly ofSeveralLines?: true;
  /** What the cell itself was read as, where other rows of the report settle what it says. */
  readonly asRead?: string;
  readonly box: PageBox;
}

export interface ScannedRow {
  readonly box: PageBox;
  readonly handwritten: boolean;
  /** Account or vehicle that a line above names for this row and others; absent where none does. */
  readonly holder?: string;
  /** Readings in the words of the electronic form: `SP`, `P`, `S (partial)`, `06/11/2020`, `$1,001 - $15,000`. */
  readonly fields: Readonly<Record<ScannedFieldName, ScannedField>>;
}

/** The House's form in its printings, the Senate's, a table of the filer's own making. */
export type ScannedForm = "house" | "senate" | "own";

export interface ScannedPage {
  /**
   * `transactions`: rows of a report. `nothing_to_report`: the form, empty or saying that there is nothing. `cover`: the form without a row, on which something
   * else is written, as that schedules are attached. `letter`: a cover letter, a slip, text about the filing.
   * `other_form`: another form than a periodic transaction report. `blank`: nothing. `unknown`: what the reader does not know; a person must look.
   */
  readonly kind: "transactions" | "nothing_to_report" | "cover" | "letter" | "other_form" | "blank" | "unknown";
  readonly form: ScannedForm | null;
  /** Clockwise turn that makes the page's own image stand upright, and how it lies askew then. */
  readonly turnDegrees: QuarterTurn;
  readonly skew: Skew;
  /** Size of the image once it stands upright. */
  readonly width: number;
  readonly height: number;
  /** Whether the form's box says that the report amends another; null where that cannot be told. */
  readonly amendment: boolean | null;
  /** In the order of print, without the printed example. */
  readonly rows: readonly ScannedRow[];
}

/** What a line of a scanned report keeps of how it was read. */
export interface ScannedLine {
  /** Fields that are not sure; they are blank in the line itself. */
  readonly uncertain: readonly ScannedFieldName[];
  readonly row: ScannedRow;
}

/** What was seen on a page, or why nothing was: `reader_timeout: Reading took longer than 60 s.` */
export type PageReading = { readonly seen: ScannedPage } | { readonly failure: string };

/** A page as its report keeps it: what it is, and how its image is put upright. */
export interface ReadPage extends Pick<ScannedPage, "kind" | "turnDegrees" | "skew"> {
  /** Why the page could not be read; its kind is `unknown` then. */
  readonly failure: string | null;
  /** What a person said of its rows: typed in, none, those that were seen. */
  readonly settled?: "typed" | "empty" | "as_seen";
}

export interface ScannedReport {
  /** In the order of the document. */
  readonly pages: readonly ReadPage[];
}
