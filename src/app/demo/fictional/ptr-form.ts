/** A filer's entries in the House's form. */

export interface PtrRow {
  /** Ten-digit id of the original row; null unless this row amends or deletes it. */
  readonly id: string | null;
  /** `SP`, `JT`, `DC`; null for the filer. */
  readonly owner: string | null;
  readonly assetName: string;
  readonly ticker: string | null;
  readonly assetTypeCode: string;
  readonly transactionType: "P" | "S" | "S (partial)" | "E";
  /** `MM/DD/YYYY`, as entered. */
  readonly transactionDate: string;
  readonly notificationDate: string;
  readonly amount: string;
  readonly capGainsOver200: boolean;
  readonly filingStatus: "New" | "Amended" | "Deleted";
  readonly subholding: string | null;
  readonly location: string | null;
  readonly description: string | null;
  readonly comment: string | null;
}

export interface PtrForm {
  readonly docId: string;
  /** `Hon. Fictional Sampleton`. */
  readonly filer: string;
  readonly status: "Member" | "Former Member";
  /** `CA11`, `MT00`. */
  readonly stateDistrict: string;
  /** `MM/DD/YYYY`. */
  readonly signedDate: string;
  readonly rows: readonly PtrRow[];
}
