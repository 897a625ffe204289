/** Content of the page of one thing that is decided on. */
import type { FieldFault, ReviewFilter, ReviewSheet } from "../../domain/review.ts";
import type { QuarterTurn } from "../../domain/scanned-page.ts";
import type { Links } from "../links.ts";
import type { Entered } from "./entered.ts";

export interface ItemView {
  readonly links: Links;
  readonly sheet: ReviewSheet;
  readonly filter: ReviewFilter;
  /** Words that were searched for; null before a search. */
  readonly find: string | null;
  /** Turn of a page's picture. */
  readonly turn: QuarterTurn;
  readonly formToken: string;
  /** Text typed into a form that was refused; null for a form that is shown first. */
  readonly entered: Entered | null;
  /** Reason for which the form was refused. */
  readonly message: string | null;
  readonly faults: readonly FieldFault[];
}
