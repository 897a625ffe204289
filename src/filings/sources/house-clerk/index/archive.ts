/** Unpacks the Clerk's yearly archive, a ZIP of `2025FD.xml` and `2025FD.txt`, without trusting it. */
import { crc32 } from "node:zlib";
import { unzipSync } from "fflate";
import { ParseError } from "../../../../base/errors.ts";

/** The largest real archive is 160 KB and unpacks to 3 MB, twenty times its size. */
const MAX_PACKED = 32 * 1024 * 1024;
const MAX_UNPACKED = 128 * 1024 * 1024;
const MAX_RATIO = 200;

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const END_LENGTH = 22;
const MAX_COMMENT = 0xffff;
const ENCRYPTED_FLAG = 1;

interface Entry {
  readonly name: string;
  readonly encrypted: boolean;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
}

/**
 * Pure. The bytes of `{year}FD.xml`, verified by their checksum. @throws {ParseError} `archive_not_a_zip`, `archive_truncated`, `archive_encrypted`,
 * `archive_too_large`, `archive_unexpected_entries`, `archive_damaged`.
 */
export function unpackIndex(zip: Uint8Array, year: number): Uint8Array {
  if (zip.length > MAX_PACKED) {
    throw new ParseError("archive_too_large", `The archive has ${zip.length} bytes; at most ${MAX_PACKED} are read.`);
  }
  const entries = readZipDirectory(zip);
  const wanted = `${year}FD.xml`;
  const expected = [wanted, `${year}FD.txt`];
  const names = entries.map(({ name }) => name);
  const entry = entries.find(({ name }) => name === wanted);
  if (!entry || new Set(names).size !== names.length || names.some((name) => !expected.includes(name))) {
    throw new ParseError(
      "archive_unexpected_entries",
      `The archive holds ${names.map((name) => JSON.stringify(name)).join(", ") || "nothing"}; ${expected.join(" and ")} were expected.`,
    );
  }
  if (entry.encrypted) throw new ParseError("archive_encrypted", `${wanted} is encrypted.`);
  if (entry.unpacked > MAX_UNPACKED || entry.unpacked > MAX_RATIO * Math.max(entry.packed, 1)) {
    throw new ParseError(
      "archive_too_large",
      `According to the archive, ${wanted} unpacks from ${entry.packed} to ${entry.unpacked} bytes. The limits are ${MAX_UNPACKED} bytes and ${MAX_RATIO} times the packed size.`,
    );
  }
  const content = inflate(zip, wanted);
  if (content?.length !== entry.unpacked || crc32(content) !== entry.crc) {
    throw new ParseError("archive_damaged", `${wanted} does not unpack to its stated size and checksum.`);
  }
  return content;
}

function inflate(zip: Uint8Array, name: string): Uint8Array | undefined {
  try {
    return unzipSync(zip, { filter: (file) => file.name === name })[name];
  } catch (error) {
    throw new ParseError("archive_damaged", `${name} cannot be unpacked.`, { cause: error });
  }
}

function readZipDirectory(zip: Uint8Array): readonly Entry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
  if (zip.length < 4 || (view.getUint32(0, true) !== LOCAL_HEADER && view.getUint32(0, true) !== END_OF_DIRECTORY)) {
    throw new ParseError("archive_not_a_zip", "The bytes do not begin as a ZIP archive does (PK).");
  }
  const truncated = new ParseError("archive_truncated", "The archive ends before its directory does.");
  const end = findDirectoryEnd(view);
  if (end === null) throw truncated;
  const count = view.getUint16(end + 10, true);
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw truncated;
    const nameLength = view.getUint16(at + 28, true);
    const name = Buffer.from(zip.subarray(at + 46, at + 46 + nameLength)).toString("utf8");
    entries.push({
      name,
      encrypted: (view.getUint16(at + 8, true) & ENCRYPTED_FLAG) !== 0,
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Finds the start of the archive's last record. A comment may follow that record. Null if there is no such record. */
function findDirectoryEnd(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - END_LENGTH - MAX_COMMENT);
  for (let at = view.byteLength - END_LENGTH; at >= first; at--) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  }
  return null;
}
