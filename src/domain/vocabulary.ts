/** Meanings of a public body's printed words: all that normalising a report needs to know of the body that published it. */
import type { ErrorCode } from "../base/error-codes.ts";
import type { Chamber } from "./politician.ts";
import type { RawFiling, RawTransaction } from "./printed-report.ts";
import type { Owner } from "./trade.ts";

export interface PublicBody {
  readonly chamber: Chamber;
  readonly vocabulary: Vocabulary;
}

export interface Vocabulary {
  /** Null where the value is not one of the form's. */
  owner(printed: string | null): Owner | null;
  /** The form's words for owners, for a person who types one: `SP, JT, DC or nothing`. */
  readonly ownerWords: string;
  /** The asset's class as the form prints it, and what it is. */
  printedClass(line: RawTransaction): string | null;
  classOf(printed: string | null): string;
  /** The day that the document prints, `MM/DD/YYYY`, and whether it is that of the signature: a report is filed on it or soon after. */
  printedDay(raw: RawFiling): string | null;
  readonly isSignatureDay: boolean;
  /** Amendment as the report or the title of its listing says it, `Amendment 1`; null where neither does. */
  amendment(raw: RawFiling, title: string): string | null;
  /** The second mark, besides the filer's name, by which a document of another report than the listing's is recognised, and the code of that fault. */
  readonly stray: { readonly by: "seat" | "day"; readonly code: ErrorCode };
}
