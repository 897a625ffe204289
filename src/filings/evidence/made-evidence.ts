/** The rendered picture of a line with its record, and the serialization of both in the cache. */
import type { DrawnLine } from "../../domain/evidence.ts";
import type { FilingSourceId } from "../../domain/filing.ts";

export interface EvidenceRecord extends Omit<DrawnLine, "png"> {
  readonly tradeId: string;
  readonly filingId: string;
  readonly line: number;
  readonly source: FilingSourceId;
  /** SHA-256 of the original that the picture shows: the document, or the image of a page of a paper report. */
  readonly originalSha256: string;
  /** URL of the document at the public body that published it. */
  readonly documentUrl: string;
  readonly alternativeText: string;
}

export interface MadeEvidence {
  /** Identifies these exact bytes: it changes with the original, the line, the trade and the version of the drawing code. */
  readonly key: string;
  readonly record: EvidenceRecord;
  readonly png: Buffer;
}

/** Serializes as the record's length, the record as JSON, then the picture. */
export function packEvidence({ record, png }: Pick<MadeEvidence, "record" | "png">): Buffer {
  const json = Buffer.from(JSON.stringify(record));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, png]);
}

/** @param bytes written by `packEvidence`. */
export function unpackEvidence(bytes: Buffer): Pick<MadeEvidence, "record" | "png"> {
  const end = 4 + bytes.readUInt32BE(0);
  return { record: JSON.parse(bytes.toString("utf8", 4, end)) as EvidenceRecord, png: bytes.subarray(end) };
}
