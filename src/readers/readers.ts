/** All that is read in a child process: whatever comes from outside may be made to stop or to stall who reads it. */

import type { AnyReader } from "../domain/bytes-reader.ts";
import { REFERENCE_READERS } from "../reference/readers.ts";
import { SOURCES } from "../sources/all.ts";

const READERS: readonly AnyReader[] = [
  ...SOURCES.flatMap(({ read: { document, page, pagePart, evidence, others } }) => [
    document,
    page,
    pagePart,
    evidence,
    ...others,
  ]),
  ...REFERENCE_READERS,
].filter((reader) => reader !== undefined);

/** @throws {RangeError} for a name that no reader has. */
export function readerNamed(name: string): AnyReader {
  const found = READERS.find((reader) => reader.name === name);
  if (found === undefined) throw new RangeError(`There is no reader "${name}".`);
  return found;
}
