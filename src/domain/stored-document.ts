/** A stored response of a public site: the SHA-256 of its bytes, with URL, time and headers. */
export interface StoredDocument {
  readonly url: string;
  /** Hex digest of the bytes, which is also their file name under `DATA_DIR/documents`. */
  readonly sha256: string;
  readonly byteLength: number;
  readonly fetchedAt: Date;
  readonly headers: Readonly<Record<string, string>>;
}

/** Stores originals permanently and looks them up. Implemented by `filings/ingest/` with the store and the documents folder. */
export interface DocumentKeeper {
  /** Returns the newest stored response of a URL; its headers include `etag` and `last-modified` if the site sent them. */
  findLatest(url: string): Promise<StoredDocument | undefined>;
  save(answer: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
  }): Promise<StoredDocument>;
  read(sha256: string): Promise<Uint8Array>;
}
