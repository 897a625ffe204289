/** The child process that reads documents: one job at a time, nothing but bytes in and plain values out. */

import { readHouseIndex } from "../sources/house-clerk/index-reader.ts";
import { readHouseDocument } from "../sources/house-clerk/read.ts";
import { readCommitteeMembers } from "../sources/legislators/read-committee-members.ts";
import { readCommittees } from "../sources/legislators/read-committees.ts";
import { readLegislators } from "../sources/legislators/read-legislators.ts";
import { readSenateDocument } from "../sources/senate-efd/read.ts";
import type { ReaderName, Readers } from "../sources/source.ts";
import { readNasdaqListed, readNasdaqOther } from "../sources/tickers/read-nasdaq-directory.ts";
import { readSecTickers } from "../sources/tickers/read-sec-tickers.ts";

export interface ReaderJob {
  readonly number: number;
  readonly reader: ReaderName;
  readonly bytes: Uint8Array;
  readonly input: unknown;
}

export type ReaderAnswer =
  | { readonly number: number; readonly value: unknown }
  | {
      readonly number: number;
      readonly error: { readonly name: string; readonly code: string | null; readonly message: string };
    };

type Reader<K extends ReaderName> = (
  bytes: Uint8Array,
  input: Readers[K]["input"],
) => Readers[K]["output"] | Promise<Readers[K]["output"]>;

const readers: { readonly [K in ReaderName]: Reader<K> } = {
  "house-index": (bytes, { year }) => readHouseIndex(bytes, year),
  "house-document": (bytes, { docId }) => readHouseDocument(bytes, docId),
  "senate-document": (bytes, { docId }) => readSenateDocument(bytes, docId),
  // What draws and reads pages is large, and loaded only by a process that is given one.
  "house-scan-page": async (bytes, { page }) =>
    (await import("../sources/scans/house-page.ts")).readHouseScanPage(bytes, page),
  "senate-paper-page": async (bytes) =>
    (await import("../sources/scans/senate/paper-page.ts")).readSenatePaperPage(bytes),
  "scan-crop": async (bytes, crop) => (await import("../sources/scans/crop.ts")).cropPage(bytes, crop),
  legislators: (bytes, { current }) => readLegislators(bytes, current),
  committees: (bytes) => readCommittees(bytes),
  "committee-members": (bytes) => readCommitteeMembers(bytes),
  "sec-tickers": (bytes) => readSecTickers(bytes),
  "nasdaq-listed": (bytes) => readNasdaqListed(bytes),
  "nasdaq-other": (bytes) => readNasdaqOther(bytes),
};

async function answer({ number, reader, bytes, input }: ReaderJob): Promise<ReaderAnswer> {
  try {
    // The channel hands over a Buffer, and pdf.js takes nothing but a plain array.
    const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { number, value: await (readers[reader] as Reader<ReaderName>)(plain, input as never) };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return {
      number,
      error: { name: error.name, code: "code" in error ? String(error.code) : null, message: error.message },
    };
  }
}

process.on("message", (job: ReaderJob) => {
  void answer(job).then((given) => process.send?.(given));
});
process.on("disconnect", () => process.exit(0));
// Ctrl+C and a service manager's stop reach the whole group; a reader that died of them would make its document look unreadable.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
