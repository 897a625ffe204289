/** A pure function of bytes that runs in a child process, which finds it by its name, so that no document can stop or stall the server. */
export interface BytesReader<I, O> {
  readonly name: string;
  readonly read: (bytes: Uint8Array, input: I) => O | Promise<O>;
}

/** A reader with any input and output. */
export type AnyReader = BytesReader<never, unknown>;

/** Reads bytes in a child process. @throws {ParseError | SourceError} what the reader threw, or `reader_timeout`, `reader_memory`, `reader_crashed`, `reader_unavailable`. */
export type ReadBytes = <I, O>(reader: BytesReader<I, O>, bytes: Uint8Array, input: I) => Promise<O>;
