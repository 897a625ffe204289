/** The tables on amendments (migration 0011). */

export interface AmendmentSchema {
  amending_filings: AmendingFilingRecord;
  unsettled_amendments: UnsettledAmendmentRecord;
}

interface AmendingFilingRecord {
  filing_id: string;
  /** The Amending: JSON. */
  amending: string;
}

interface UnsettledAmendmentRecord {
  /** Id of a filing or of one of its lines. */
  id: string;
  filing_id: string;
  politician_id: string;
  kind: string;
  reason: string;
  /** Ids: JSON. */
  candidates: string;
}
