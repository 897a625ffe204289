export const HOUSE_CLERK = "house-clerk";

/** Prefix of the ids of House filings, as in `h20024542`. */
export const HOUSE_PREFIX = "h";
