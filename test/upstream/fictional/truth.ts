/** The contents of the fictional documents that their readers should return. */
import type { FilingSourceId, FilingState } from "../../../src/domain/filing.ts";
import type { RawFiling, RawTransaction } from "../../../src/domain/printed-report.ts";

/** A row as printed, without its page, which depends on the layout. */
export type TrueRow = Omit<RawTransaction, "page" | "assetCell">;

export interface TrueFiling {
  readonly source: FilingSourceId;
  readonly docId: string;
  /** Year under which the source lists the filing. */
  readonly year: number;
  /** Kind of the document; null if the site does not have it. */
  readonly kind: RawFiling["kind"] | null;
  /** Bioguide id of the filer; null if the filer is not a member. */
  readonly memberId: string | null;
  readonly filer: string | null;
  readonly stateDistrict: string | null;
  /** Text as printed. */
  readonly signedDate: string | null;
  readonly filedDate: string | null;
  readonly amendment: string | null;
  readonly rows: readonly TrueRow[];
  /** The state that the filing should get; null if it depends on other filings (an original after its amendment). */
  readonly state: FilingState | null;
}
