export const HOUSE_CLERK = "house-clerk";

/** Prefix of its filings' ids, as in `h20024542`. */
export const HOUSE_PREFIX = "h";
