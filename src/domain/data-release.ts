/**
 * Increment whenever a change of the code gives different results for the same documents. Then the first service that starts on
 * an older release's data folder rereads and republishes everything, once (docs/operations.md).
 */
export const DATA_RELEASE = 6;
