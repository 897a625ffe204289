/** How the Clerk's reports are named. */
export const HOUSE_CLERK = "house-clerk";

/** Of the ids that its filings are served under, as `h20024542`. */
export const HOUSE_PREFIX = "h";
