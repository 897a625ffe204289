/** A pure function that a child process finds by name and runs. So no document can crash or block the server. */
export interface BytesReader<I, O> {
  readonly name: string;
  readonly read: (bytes: Uint8Array, input: I) => O | Promise<O>;
}

export type AnyReader = BytesReader<never, unknown>;

/**
 * Runs a reader in a child process. @throws {ParseError | SourceError} the reader's own error, or `reader_timeout`,
 * `reader_memory`, `reader_crashed` or `reader_unavailable`.
 */
export type ReadBytes = <I, O>(reader: BytesReader<I, O>, bytes: Uint8Array, input: I) => Promise<O>;
