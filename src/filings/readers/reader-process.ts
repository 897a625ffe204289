/** The child process that reads documents: one job at a time, with bytes as input and plain values as output. */
import { sendToParent } from "../../base/parent-process.ts";
import { toVisibleText } from "../../base/visible-text.ts";
import type { AnyReader } from "../../domain/bytes-reader.ts";
import { REFERENCE_READERS } from "../reference/readers.ts";
import { SOURCES } from "../sources/all.ts";
import { exitWithParent } from "./exit-with-parent.ts";
import { readHere } from "./read-here.ts";

export interface ReaderJob {
  readonly number: number;
  readonly reader: string;
  readonly bytes: Uint8Array;
  readonly input: unknown;
}

/** The first message: all modules are loaded, so that any later failure is due to a document. */
export const READY = "ready";

export type ReaderAnswer =
  | { readonly number: number; readonly value: unknown }
  | {
      readonly number: number;
      readonly error: { readonly name: string; readonly code: string | null; readonly message: string };
    };

/** All readers of untrusted documents, which may be crafted to crash or block this process. */
const READERS: readonly AnyReader[] = [
  ...SOURCES.flatMap(({ read: { document, page, pagePart, evidence, siteReaders } }) => [
    document,
    page,
    pagePart,
    evidence,
    ...siteReaders,
  ]),
  ...REFERENCE_READERS,
].filter((reader) => reader !== undefined);

/** @throws {RangeError} for an unknown reader. */
function findReader(name: string): AnyReader {
  const found = READERS.find((reader) => reader.name === name);
  if (found === undefined) throw new RangeError(`There is no reader "${name}".`);
  return found;
}

async function runJob({ number, reader, bytes, input }: ReaderJob): Promise<ReaderAnswer> {
  try {
    return { number, value: await readHere<never, unknown>(findReader(reader), bytes, input as never) };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(toVisibleText(String(thrown)));
    return {
      number,
      error: { name: error.name, code: "code" in error ? String(error.code) : null, message: error.message },
    };
  }
}

process.on("message", (job: ReaderJob) => {
  void runJob(job).then(sendToParent);
});
process.on("disconnect", () => process.exit(0));
exitWithParent();
sendToParent(READY);
// Ctrl+C and a service manager send these signals to the whole process group. A killed reader makes its document unreadable.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
