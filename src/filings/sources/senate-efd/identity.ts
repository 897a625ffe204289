export const SENATE_EFD = "senate-efd";

/** Prefix of the Senate's filing ids, as in `s0165d493-3c0e-4404-a4f0-dd99c1f95160`. */
export const SENATE_PREFIX = "s";
