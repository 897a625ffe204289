/**
 * Counts up whenever the same documents come out otherwise than before: a data folder that an older release published is read again and
 * published again, once, by the first service that starts on it (docs/operations.md).
 */
export const DATA_RELEASE = 4;
