/** The tables on amendments (migration 0011). */

export interface AmendmentSchema {
  amending_filings: AmendingFilingRecord;
  amendment_decisions: AmendmentDecisionRecord;
  unsettled_amendments: UnsettledAmendmentRecord;
}

interface AmendingFilingRecord {
  filing_id: string;
  /** The Amending: JSON. */
  amending: string;
}

interface AmendmentDecisionRecord {
  /** Of a filing or of one of its lines. */
  id: string;
  /** Id of a filing or trade, or `none`. */
  supersedes: string;
}

export interface UnsettledAmendmentRecord {
  /** Of a filing or of one of its lines. */
  id: string;
  filing_id: string;
  politician_id: string;
  kind: string;
  reason: string;
  /** Ids: JSON. */
  candidates: string;
}
