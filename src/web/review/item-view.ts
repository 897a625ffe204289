/** Content of the page of an item under review. */
import type { FieldFault, ReviewFilter, ReviewSheet } from "../../domain/review.ts";
import type { QuarterTurn } from "../../domain/scanned-page.ts";
import type { Links } from "../links.ts";
import type { Entered } from "./entered.ts";

export interface ItemView {
  readonly links: Links;
  readonly sheet: ReviewSheet;
  readonly filter: ReviewFilter;
  /** Search words; null if nothing was searched. */
  readonly find: string | null;
  /** Clockwise rotation of the page's image in degrees. */
  readonly turn: QuarterTurn;
  readonly formToken: string;
  /** Input of a form that is shown again, because it was rejected or more rows were requested; null when the page is first shown. */
  readonly entered: Entered | null;
  /** Why the form was rejected; null if it was not. */
  readonly message: string | null;
  readonly faults: readonly FieldFault[];
}
