/** Runs the readers in this process, for tests of code that uses their results. */
import type { ReadBytes } from "../../src/domain/bytes-reader.ts";

export const read: ReadBytes = async (reader, bytes, input) => reader.read(bytes, input);
