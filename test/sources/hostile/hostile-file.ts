/** A file made to harm whoever reads it, and how it has to end. */
import type { ReaderName, Readers } from "../../../src/sources/source.ts";

export interface HostileFile<K extends ReaderName = ReaderName> {
  readonly name: string;
  readonly reader: K;
  readonly input: Readers[K]["input"];
  /** Made when it is needed: some are large. */
  readonly bytes: () => Uint8Array;
  /** Code with which it is refused. */
  readonly code: RegExp;
}

/** A kind of them: what all have in common is given once. */
export function hostile<K extends ReaderName>(
  reader: K,
  input: Readers[K]["input"],
  files: Readonly<Record<string, readonly [code: RegExp, bytes: () => Uint8Array | string]>>,
): HostileFile[] {
  return Object.entries(files).map(([name, [code, bytes]]) => ({
    name,
    reader,
    input,
    code,
    bytes: () => Buffer.from(bytes()),
  }));
}
