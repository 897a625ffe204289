/** The readers without a process of their own, for tests of what is done with what they say. */
import type { ReadBytes } from "../../src/domain/bytes-reader.ts";

export const read: ReadBytes = async (reader, bytes, input) => reader.read(bytes, input);
