import { loadLibrary } from "./load-library.js";

export const { history, openPrices, quote } = loadLibrary("prices");
