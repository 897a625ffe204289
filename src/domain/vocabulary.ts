/** Meanings of a public body's printed words: everything normalization needs to know about the body. */
import type { ErrorCode } from "../base/error-codes.ts";
import type { Chamber } from "./politician.ts";
import type { RawFiling, RawTransaction } from "./printed-report.ts";
import type { Owner } from "./trade.ts";

export interface PublicBody {
  readonly chamber: Chamber;
  readonly vocabulary: Vocabulary;
}

export interface Vocabulary {
  /** Null if the form has no such owner. */
  parseOwner(printed: string | null): Owner | null;
  /** The form's words for owners, for a person who types one: `SP, JT, DC or nothing`. */
  readonly ownerWords: string;
  /** The asset's class as printed, and its label. */
  getPrintedClass(line: RawTransaction): string | null;
  classifyAsset(printed: string | null): string;
  /** The date that the document prints, `MM/DD/YYYY`, and whether it is the signature date: a report is filed on that day or soon after. */
  getPrintedDay(raw: RawFiling): string | null;
  readonly isSignatureDay: boolean;
  /** Amendment as stated by the report or its listing's title, `Amendment 1`; null if neither does. */
  readAmendment(raw: RawFiling, title: string): string | null;
  /** The feature, besides the filer's name, that shows that a document belongs to another report, and the error code for that. */
  readonly stray: { readonly by: "seat" | "day"; readonly code: ErrorCode };
}
