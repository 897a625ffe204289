/** Evidence that was made, and the bytes of the file that it is stored in. */
import type { DrawnLine } from "../../domain/evidence.ts";
import type { FilingSourceId } from "../../domain/filing.ts";

/** All that is known of a line besides its picture. */
export interface EvidenceRecord extends Omit<DrawnLine, "png"> {
  readonly tradeId: string;
  readonly filingId: string;
  readonly line: number;
  readonly source: FilingSourceId;
  /** SHA-256 of the original that the picture was made from: the document, or the image of a page of a paper report. */
  readonly originalSha256: string;
  /** The document at its public body. */
  readonly documentUrl: string;
  readonly alternativeText: string;
}

export interface MadeEvidence {
  /** Names these very bytes: it changes with the original, the line, the trade and the maker. */
  readonly key: string;
  readonly record: EvidenceRecord;
  readonly png: Buffer;
}

/** The length of the record, the record as JSON, the picture. */
export function packed({ record, png }: Pick<MadeEvidence, "record" | "png">): Buffer {
  const json = Buffer.from(JSON.stringify(record));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, png]);
}

/** @param bytes as `packed` made them. */
export function unpackEvidence(bytes: Buffer): Pick<MadeEvidence, "record" | "png"> {
  const end = 4 + bytes.readUInt32BE(0);
  return { record: JSON.parse(bytes.toString("utf8", 4, end)) as EvidenceRecord, png: bytes.subarray(end) };
}
