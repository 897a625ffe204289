/** State of all sources, with every source on. */
import type { SourceState } from "../../src/domain/filing.ts";
import { SOURCES } from "../../src/filings/sources/all.ts";

export const ALL_ON: readonly SourceState[] = SOURCES.map(({ id, chamber }) => ({ id, chamber, isOff: false }));
