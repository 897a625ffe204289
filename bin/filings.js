import { loadLibrary } from "./load-library.js";

export const { normaliseReport, readFiling, readSecurities } = loadLibrary("filings");
