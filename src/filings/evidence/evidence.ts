/** Provides pictures of trades' lines. A low-priority child process draws missing ones, one at a time; callers take turns. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { AppError, NotFoundError, ParseError, UnavailableError } from "../../base/errors.ts";
import { FairQueue } from "../../base/fair-queue.ts";
import type { Logger } from "../../base/log.ts";
import { createReaderPool, EVIDENCE_LIMITS } from "../readers/reader-pool.ts";
import { getSource, toOfficialUrl } from "../sources/all.ts";
import { buildAlternativeText } from "./alternative-text.ts";
import { EvidenceCache } from "./evidence-cache.ts";
import { type FiledLine, type FiledLines, planLinePicture } from "./filed-line.ts";
import { type EvidenceRecord, type MadeEvidence, packEvidence, unpackEvidence } from "./made-evidence.ts";

/** Cache version. Increment it to have cached pictures redrawn when their look or the words stored with them change. */
const CACHE_VERSION = 3;
/** Size of the memory cache: about a thousand pictures of 30 kB. */
const MEMORY_BYTES = 32 * 1024 * 1024;
/** Queue limits. In a full queue, the caller with the most waiting requests loses one to a caller with fewer. */
const QUEUE_LIMITS = { waitingOfCaller: 64, waiting: 256 };
const RETRY_SECONDS = 5;
/** Time after a failure in which a line's picture is not drawn again. Repeated requests then cause no work. */
const FAILURE_MS = 60_000;
/** Failures that are temporary, since the document does not cause them. */
const TEMPORARY_FAILURES: ReadonlySet<string> = new Set(["reader_crashed", "reader_closed"]);

/** A trade's line, with its evidence if cached. */
export interface EvidenceState {
  readonly key: string;
  readonly filed: FiledLine;
  readonly cached: MadeEvidence | undefined;
}

interface EvidenceParts {
  readonly lines: FiledLines;
  readonly dataDir: string;
  /** Limit of the disk cache in bytes; 0 disables it. */
  readonly maxBytes: number;
  readonly log: Logger;
}

export class Evidence {
  readonly #parts: EvidenceParts;
  readonly #cache: EvidenceCache;
  readonly #pool;
  readonly #memory = new LRUCache<string, MadeEvidence>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ png, record }) => png.length + 2000 + (record.html?.length ?? 0),
  });
  readonly #failures = new LRUCache<string, Error>({ max: 1000, ttl: FAILURE_MS });
  /** Newest requests first: a person who scrolls on or leaves the page does not wait for the pictures of lines already passed. */
  readonly #queue = new FairQueue({ concurrency: 1, ...QUEUE_LIMITS, order: "newest first" });
  /** Unfinished evidence: a map from each evidence key to the callers that wait, and from each caller to its promise. */
  readonly #underWay = new Map<string, Map<string, Promise<MadeEvidence>>>();

  constructor(parts: EvidenceParts) {
    this.#parts = parts;
    this.#cache = new EvidenceCache(parts.dataDir, parts.maxBytes);
    this.#pool = createReaderPool(1, parts.log, EVIDENCE_LIMITS);
  }

  /** Finds the line of a trade, and the evidence if cached. @throws {NotFoundError} if the trade or the filing is unknown. */
  async find(tradeId: string): Promise<EvidenceState> {
    const filed = /^txn_[0-9a-z_]{3,80}$/.test(tradeId) ? await this.#parts.lines.find(tradeId) : undefined;
    if (filed === undefined) {
      throw new NotFoundError("not_found", `There is no trade '${tradeId.slice(0, 64).toWellFormed()}'.`);
    }
    const key = buildCacheKey(filed);
    return { key, filed, cached: this.#memory.get(key) ?? (await this.#readFromDisk(key)) };
  }

  /** Returns whether the picture is already queued or being drawn. One more caller then causes no extra work. */
  isUnderWay({ key }: EvidenceState): boolean {
    return this.#underWay.has(key);
  }

  /**
   * Draws the picture of the line when it is the caller's turn. Requests made in the meantime share the result. @param caller
   * identity of the caller. @throws {NotFoundError} if the original is missing or damaged, or the line cannot be drawn.
   * @throws {UnavailableError} if too many are waiting, or the drawing process ended.
   */
  async make({ key, filed }: EvidenceState, caller: string): Promise<MadeEvidence> {
    const waiting = this.#underWay.get(key) ?? new Map<string, Promise<MadeEvidence>>();
    const own = waiting.get(caller);
    if (own !== undefined) return await own;
    this.#throwIfFailedRecently(key);
    // Another caller may have had its turn first, so the evidence may be in memory by now.
    const made = this.#queue.run(caller, async () => this.#memory.get(key) ?? (await this.#drawOrRethrow(key, filed)));
    waiting.set(caller, made);
    this.#underWay.set(key, waiting);
    try {
      return await made;
    } finally {
      waiting.delete(caller);
      if (waiting.size === 0) this.#underWay.delete(key);
    }
  }

  async #drawOrRethrow(key: string, filed: FiledLine): Promise<MadeEvidence> {
    this.#throwIfFailedRecently(key);
    return this.#drawAndStore(key, filed);
  }

  #throwIfFailedRecently(key: string): void {
    const failure = this.#failures.get(key);
    if (failure !== undefined) throw failure;
  }

  async close(): Promise<void> {
    await this.#pool.close();
    await this.#cache.waitUntilSettled();
  }

  async #readFromDisk(key: string): Promise<MadeEvidence | undefined> {
    const bytes = await this.#cache.read(key);
    if (bytes === undefined) return undefined;
    const made = { key, ...unpackEvidence(bytes) };
    this.#memory.set(key, made);
    return made;
  }

  async #drawAndStore(key: string, filed: FiledLine): Promise<MadeEvidence> {
    try {
      const made = { key, ...(await this.#draw(filed)) };
      this.#memory.set(key, made);
      await this.#cache.write(key, packEvidence(made)).catch((error: unknown) => {
        this.#parts.log.warn({ err: error }, "the picture of a line in a filing could not be stored");
      });
      return made;
    } catch (error) {
      const failure = this.#translateDrawingError(filed, error);
      if (error instanceof ParseError && !TEMPORARY_FAILURES.has(error.code)) this.#failures.set(key, failure);
      throw failure;
    }
  }

  async #draw(filed: FiledLine): Promise<Pick<MadeEvidence, "record" | "png">> {
    const { filing, trade } = filed;
    const { lines } = this.#parts;
    const { evidence } = getSource(filing.source).read;
    const raw = await lines.findReport(filing.id);
    if (filing.documentSha256 === null || raw === undefined || evidence === undefined) {
      throw new NotFoundError("not_found", `The document of the filing '${filing.id}' is not stored.`);
    }
    const { line, image } = planLinePicture(filed, raw);
    const originalSha256 = image === null ? filing.documentSha256 : await lines.findPageImage(filing.source, image);
    if (originalSha256 === undefined) {
      throw new NotFoundError(
        "not_found",
        `The image of page ${trade.page} of the filing '${filing.id}' is not stored.`,
      );
    }
    const { png, ...drawn } = await this.#pool.read(evidence, await lines.readOriginal(originalSha256), line);
    const record: EvidenceRecord = {
      ...drawn,
      tradeId: trade.id,
      filingId: filing.id,
      line: trade.line,
      source: filing.source,
      originalSha256,
      documentUrl: toOfficialUrl(filing),
      alternativeText: buildAlternativeText(trade.line, drawn),
    };
    return { record, png: Buffer.from(png) };
  }

  /** Returns the error for the caller: the original is missing or damaged, its line cannot be drawn, or a retry may succeed. */
  #translateDrawingError({ filing, trade }: FiledLine, error: unknown): Error {
    if (error instanceof NotFoundError || !(error instanceof AppError)) {
      return error instanceof Error ? error : new Error(String(error));
    }
    const { code } = error;
    if (code === "original_missing" || code === "original_damaged") {
      const what =
        code === "original_missing" ? "is not in the folder of originals" : "in the folder of originals is damaged";
      return new NotFoundError("not_found", `The original of the filing '${filing.id}' ${what}.`, { cause: error });
    }
    this.#parts.log.warn({ err: error, trade: trade.id }, "the picture of a line in a filing could not be drawn");
    if (!(error instanceof ParseError) || code.startsWith("reader_")) {
      return new UnavailableError("service_unavailable", error.message, RETRY_SECONDS, { cause: error });
    }
    return new NotFoundError(
      "not_found",
      `The picture of the line in the filing that reports the trade '${trade.id}' cannot be drawn: ${error.message}`,
      { cause: error },
    );
  }
}

/** Builds a cache key. The key changes whenever the picture or the words stored with the picture may have changed. */
function buildCacheKey({ trade, updatedAt, filing }: FiledLine): string {
  const { id, line, page, box } = trade;
  const about = [CACHE_VERSION, filing.documentSha256, id, line, page, box, updatedAt.getTime()];
  return createHash("sha256").update(JSON.stringify(about)).digest("hex").slice(0, 32);
}
