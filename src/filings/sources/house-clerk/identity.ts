/** Id and prefix of the Clerk's reports. */
export const HOUSE_CLERK = "house-clerk";

/** Prefix of the ids of its filings, as in `h20024542`. */
export const HOUSE_PREFIX = "h";
