/** Contents of the made-up documents, as the reader of each should find them. */
import type { FilingSourceId, FilingState } from "../../../src/domain/filing.ts";
import type { RawFiling, RawTransaction } from "../../../src/domain/printed-report.ts";

/** A row as printed. The page is the layout's matter, and not part of it. */
export type TrueRow = Omit<RawTransaction, "page" | "assetCell">;

export interface TrueFiling {
  readonly source: FilingSourceId;
  readonly docId: string;
  /** Year that the source files it under. */
  readonly year: number;
  /** Kind of the document; null when the site does not have it. */
  readonly kind: RawFiling["kind"] | null;
  /** Bioguide id of the filer; null for somebody who is no member. */
  readonly memberId: string | null;
  readonly filer: string | null;
  readonly stateDistrict: string | null;
  /** Text as printed. */
  readonly signedDate: string | null;
  readonly filedDate: string | null;
  readonly amendment: string | null;
  readonly rows: readonly TrueRow[];
  /** The state it should end in; null where that is a matter of judgement (an original after its amendment). */
  readonly state: FilingState | null;
}
