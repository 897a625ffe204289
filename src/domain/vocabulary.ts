/** Meanings of the words on a chamber's forms (House Clerk, Senate): all that normalization needs to know about the chamber. */
import type { ErrorCode } from "../base/error-codes.ts";
import type { Chamber } from "./politician.ts";
import type { RawFiling, RawTransaction } from "./printed-report.ts";
import type { Owner } from "./trade.ts";

export interface PublicBody {
  readonly chamber: Chamber;
  readonly vocabulary: Vocabulary;
}

export interface Vocabulary {
  /** Returns null if the form has no such owner. */
  parseOwner(printed: string | null): Owner | null;
  /** The form's words for owners, shown to a person who types an owner: `SP, JT, DC or nothing`. */
  readonly ownerWords: string;
  /** Returns the asset class as printed in the line. Null if the line has no class. */
  getPrintedClass(line: RawTransaction): string | null;
  /** Returns the label of a printed asset class, such as `Stock`. */
  classifyAsset(printed: string | null): string;
  /** The printed date, `MM/DD/YYYY`, and whether it is the signature date: a report is filed on that date or soon after. */
  getPrintedDay(raw: RawFiling): string | null;
  readonly isSignatureDay: boolean;
  /** Returns the amendment, such as `Amendment 1`, that the report or the listing's title states. Null if none is stated. */
  findStatedAmendment(raw: RawFiling, title: string): string | null;
  /**
   * The filer in the document must match the filer in the listing. So must the seat or the day, whichever `by` names. If either
   * does not match, the document belongs to another report, and the error is `code`.
   */
  readonly stray: { readonly by: "seat" | "day"; readonly code: ErrorCode };
}
