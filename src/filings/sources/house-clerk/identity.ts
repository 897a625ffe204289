export const HOUSE_CLERK = "house-clerk";

export const HOUSE_PREFIX = "h";
