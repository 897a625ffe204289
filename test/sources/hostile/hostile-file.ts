/** A file that is designed to harm its reader, and the error code that must reject it. */
import type { BytesReader, ReadBytes } from "../../../src/domain/bytes-reader.ts";

export interface HostileFile {
  readonly name: string;
  readonly read: (read: ReadBytes, bytes: Uint8Array) => Promise<unknown>;
  /** Creates the file only when it is needed, because some files are large. */
  readonly bytes: () => Uint8Array;
  /** Error code that rejects the file. */
  readonly code: RegExp;
}

/** Creates the hostile files for one reader and its input. */
export function createHostileFiles<I>(
  reader: BytesReader<I, unknown>,
  input: I,
  files: Readonly<Record<string, readonly [code: RegExp, bytes: () => Uint8Array | string]>>,
): HostileFile[] {
  return Object.entries(files).map(([name, [code, bytes]]) => ({
    name,
    read: (read, made) => read(reader, made, input),
    code,
    bytes: () => Buffer.from(bytes()),
  }));
}
