/** How the Senate's reports are named. */
export const SENATE_EFD = "senate-efd";

/** Of the ids that its filings are served under, as `s0165d493-3c0e-4404-a4f0-dd99c1f95160`. */
export const SENATE_PREFIX = "s";
