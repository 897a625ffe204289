/**
 * Increment whenever a change of the code gives different results for the same documents. The first service that starts on a
 * data folder of an older release then reads and publishes everything again, once (docs/operations.md).
 */
export const DATA_RELEASE = 6;
