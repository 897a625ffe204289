/** The readers without a process of their own, for tests of what is done with what they say. */
import { READERS } from "../../src/ingest/readers.ts";
import type { ReadBytes } from "../../src/sources/source.ts";

export const read = (async (reader, bytes, input) => READERS[reader](bytes, input as never)) as ReadBytes;
