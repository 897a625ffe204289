/** A page of a scanned report as read: its rows and the certainty of each field. */
import type { PageBox } from "./trade.ts";

/** Degrees clockwise. */
export type QuarterTurn = 0 | 90 | 180 | 270;

/** Skew of a page's horizontal and vertical rules in degrees clockwise. They differ if a scanner pulled the paper unevenly. */
export interface Skew {
  readonly level: number;
  readonly upright: number;
  /** Change of the horizontal rules' slope from the page's top to its middle. The change from middle to bottom is the same. */
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

export interface PassText {
  readonly text: string;
  readonly count: number;
}

/** A date and the probability (0 to 1) that the picture shows it in any spelling. The rest is the probability of other texts. */
export interface DateChance {
  /** `MM/DD/YYYY`. */
  readonly date: string;
  readonly chance: number;
}

export function sumChances(dates: readonly DateChance[]): number {
  return dates.reduce((sum, { chance }) => sum + chance, 0);
}

export interface ScannedField {
  /** The best reading, certain or not; null if the cell is blank or illegible. */
  readonly reading: string | null;
  /** Confidence in the reading, from 0 to 1. The program computes the confidence of texts, dates and marks in different ways. */
  readonly confidence: number;
  /** True if certain enough to publish without review. A blank owner cell is certain: it means the filer. */
  readonly sure: boolean;
  /** Set if the asset was read from several lines and one may be an account heading. Such a reading cannot be accepted as is. */
  readonly ofSeveralLines?: true;
  /** The text read in the cell, if other rows of the report have determined a different value. */
  readonly asRead?: string;
  /**
   * What each pass read as the asset's name, the most frequent text first: `normalise/` uses it to recognize a name without a
   * certain reading. Absent for other fields, for names cut off by the cell, and in data from reader versions before 13.
   */
  readonly passes?: readonly PassText[];
  /**
   * The dates that the neural network finds in the picture of an uncertain date, most likely first; `normalise/` uses them to
   * decide the date. Absent for other fields, for handwriting, and in readings stored by reader versions before 14.
   */
  readonly spelled?: readonly DateChance[];
  readonly box: PageBox;
}

export interface ScannedRow {
  readonly box: PageBox;
  readonly handwritten: boolean;
  /** Account or vehicle named in a line above this row. That line may apply to several rows. Absent if there is none. */
  readonly holder?: string;
  /** Readings in the format of the electronic form: `SP`, `P`, `S (partial)`, `06/11/2020`, `$1,001 - $15,000`. */
  readonly fields: Readonly<Record<ScannedFieldName, ScannedField>>;
}

/** Any edition of the House's form, the Senate's form, or the filer's own table. */
export type ScannedForm = "house" | "senate" | "own";

export interface ScannedPage {
  /**
   * `transactions`: rows of a report. `nothing_to_report`: the form, empty or stating that there is nothing to report. `cover`:
   * the form without rows but with another note, for example that schedules are attached. `letter`: a letter or slip that came
   * with the report, or other text about the filing. `other_form`: a form other than a periodic transaction report. `blank`: an
   * empty page. `unknown`: a page that was not recognized and that a person must look at.
   */
  readonly kind: "transactions" | "nothing_to_report" | "cover" | "letter" | "other_form" | "blank" | "unknown";
  readonly form: ScannedForm | null;
  /** Clockwise rotation that sets the page's image upright, and the remaining skew. */
  readonly turnDegrees: QuarterTurn;
  readonly skew: Skew;
  /** Size of the upright image. */
  readonly width: number;
  readonly height: number;
  /** True if the form's checkbox says that the report amends another; null if the checkbox is unclear. */
  readonly amendment: boolean | null;
  /** Rows in printed order, without the form's printed example. */
  readonly rows: readonly ScannedRow[];
}

/** How a line of a scanned report was read. */
export interface ScannedLine {
  /** Fields that were not read with certainty. `RawTransaction` leaves these fields blank. `row` has the best readings. */
  readonly uncertain: readonly ScannedFieldName[];
  readonly row: ScannedRow;
}

/** The page as read, or why reading failed: `reader_timeout: Reading took longer than 60 s.` */
export type PageReading = { readonly seen: ScannedPage } | { readonly failure: string };

/** A page as stored with its report: its kind, and the rotation of its image. */
export interface ReadPage extends Pick<ScannedPage, "kind" | "turnDegrees" | "skew"> {
  /** Why the page could not be read; its kind is then `unknown`. */
  readonly failure: string | null;
  /** What a person did about the page's rows: typed them in, found none on the page, or accepted them as read. */
  readonly settled?: "typed" | "empty" | "as_seen";
}

export interface ScannedReport {
  readonly pages: readonly ReadPage[];
}

/** A part of a page to show to a person. The page is turned upright, as it was for reading. */
export interface PageView extends Pick<ReadPage, "turnDegrees" | "skew"> {
  /** Page number, from 1, within the file that contains the page: the document, or the image of this page. */
  readonly page: number;
  /** Position of the part, in pixels of the upright page; null for the whole page. */
  readonly box: PageBox | null;
}
