/** Content of the page of an item under review. */
import type { FieldFault, ReviewFilter, ReviewSheet } from "../../domain/review.ts";
import type { QuarterTurn } from "../../domain/scanned-page.ts";
import type { Links } from "../links.ts";
import type { Entered } from "./entered.ts";

export interface ItemView {
  readonly links: Links;
  readonly sheet: ReviewSheet;
  readonly filter: ReviewFilter;
  /** Search words; null before a search. */
  readonly find: string | null;
  /** Rotation of a page's image. */
  readonly turn: QuarterTurn;
  readonly formToken: string;
  /** Text typed into a rejected form; null on first display. */
  readonly entered: Entered | null;
  /** Why the form was rejected. */
  readonly message: string | null;
  readonly faults: readonly FieldFault[];
}
