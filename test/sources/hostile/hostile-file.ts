/** A file made to harm whoever reads it, and how it has to end. */
import type { BytesReader, ReadBytes } from "../../../src/domain/bytes-reader.ts";

export interface HostileFile {
  readonly name: string;
  readonly read: (read: ReadBytes, bytes: Uint8Array) => Promise<unknown>;
  /** Made when it is needed: some are large. */
  readonly bytes: () => Uint8Array;
  /** Code with which it is refused. */
  readonly code: RegExp;
}

/** A kind of them: what all have in common is given once. */
export function hostile<I>(
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
