/**
 * Increment whenever the same documents would give different results: the first service that starts on a data folder published by an older release
 * then reads and publishes everything again, once (docs/operations.md).
 */
export const DATA_RELEASE = 5;
