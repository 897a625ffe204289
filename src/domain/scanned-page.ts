/** A page of a scanned report as it was read: its rows, and how sure each of their fields is. */
import type { PageBox } from "./trade.ts";

/** Degrees clockwise. */
export type QuarterTurn = 0 | 90 | 180 | 270;

/** The skew of a page in degrees clockwise: of its level rules, and of its upright ones. They differ where a scanner pulled the paper unevenly. */
export interface Skew {
  readonly level: number;
  readonly upright: number;
  /** The change of the level rules' lean from the page's middle to its bottom; at the top it is the opposite. */
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

/** A text as one pass or several read it, and how many did. */
export interface PassText {
  readonly text: string;
  readonly count: number;
}

/** A field of a row as it was read. */
export interface ScannedField {
  /** The best reading, sure or not; null when the cell is blank or shows nothing legible. */
  readonly reading: string | null;
  /** 0 to 1, by the reader's own measure. */
  readonly confidence: number;
  /** Sure enough to be published without a person. A blank cell in the owner's column is surely the filer. */
  readonly sure: boolean;
  /**
   * The asset was read from several lines, and it is unclear which of them belong to the row: one may be the heading of an account
   * below. It cannot be accepted as it stands.
   */
  readonly ofSeveralLines?: true;
  /** The reading of the cell itself, where other rows of the report decided what it says. */
  readonly asRead?: string;
  /**
   * What each pass read of an asset's name, the most frequent text first: by them `normalise/` knows a name that no reading is sure of. Absent for any
   * other field, for a name that its cell cuts off, and in what readers before the thirteenth stored.
   */
  readonly passes?: readonly PassText[];
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

/** The House's form in all printings, the Senate's, or a table of the filer's own making. */
export type ScannedForm = "house" | "senate" | "own";

export interface ScannedPage {
  /**
   * `transactions`: rows of a report. `nothing_to_report`: the form, empty or saying that there is nothing. `cover`: the form without a
   * row, on which something else is written, such as that schedules are attached. `letter`: a cover letter, a slip, text about the filing.
   * `other_form`: a form other than a periodic transaction report. `blank`: nothing. `unknown`: anything that the reader does not know and
   * a person must look at.
   */
  readonly kind: "transactions" | "nothing_to_report" | "cover" | "letter" | "other_form" | "blank" | "unknown";
  readonly form: ScannedForm | null;
  /** Clockwise turn that sets the page's own image upright, and its skew after that. */
  readonly turnDegrees: QuarterTurn;
  readonly skew: Skew;
  /** Size of the upright image. */
  readonly width: number;
  readonly height: number;
  /** The form's box says that the report amends another; null where that is unclear. */
  readonly amendment: boolean | null;
  /** Rows in the order of print, without the printed example. */
  readonly rows: readonly ScannedRow[];
}

/** The way in which a line of a scanned report was read. */
export interface ScannedLine {
  /** Fields that are not sure; they are blank in the line itself. */
  readonly uncertain: readonly ScannedFieldName[];
  readonly row: ScannedRow;
}

/** The page as it was read, or the reason why it was not: `reader_timeout: Reading took longer than 60 s.` */
export type PageReading = { readonly seen: ScannedPage } | { readonly failure: string };

/** A page as its report stores it: its kind, and how its image is set upright. */
export interface ReadPage extends Pick<ScannedPage, "kind" | "turnDegrees" | "skew"> {
  /** The reason why the page could not be read; its kind is `unknown` then. */
  readonly failure: string | null;
  /** A person's decision on its rows: typed in, none, or those that were read. */
  readonly settled?: "typed" | "empty" | "as_seen";
}

export interface ScannedReport {
  /** Pages in the order of the document. */
  readonly pages: readonly ReadPage[];
}

/** A part of a page, upright as its readings saw it, to be shown to a person. */
export interface PageView extends Pick<ReadPage, "turnDegrees" | "skew"> {
  /** Page number within the bytes that hold it, from 1. */
  readonly page: number;
  /** Position in pixels of the upright page; null for the whole page. */
  readonly box: PageBox | null;
}
