/**
 * Draws pictures of stored originals for review: either a whole page, or one line with its table's headings above, as on the
 * trade pages.
 */
import { LRUCache } from "lru-cache";
import type { Config } from "../../base/config.ts";
import type { ErrorCode } from "../../base/error-codes.ts";
import { AppError, ParseError } from "../../base/errors.ts";
import { createLogger } from "../../base/log.ts";
import type { PictureFault } from "../../domain/review.ts";
import type { QuarterTurn } from "../../domain/scanned-page.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { Store } from "../../store/store.ts";
import { planLineDrawing } from "../evidence/filed-line.ts";
import { createDocumentsFolder, type DocumentsFolder } from "../ingest/documents-folder.ts";
import { createReaderPool, EVIDENCE_LIMITS } from "../readers/reader-pool.ts";
import { getSource } from "../sources/all.ts";
import { findLine } from "./filing-readings.ts";
import type { ReviewView } from "./review-view.ts";

type Pictured = Pick<ReviewView, "id" | "filing" | "lines" | "place">;

/** Number of cached whole pages, of 200 kB to 2 MB each. */
const CACHED_PAGES = 4;

/** Messages that reveal no path on the server. */
const LOST: Readonly<Partial<Record<ErrorCode, string>>> = {
  original_missing: "Our copy of the original is missing.",
  original_damaged: "Our copy of the original is damaged.",
};

export class ReviewPictures {
  readonly #config: Config;
  readonly #documents: Store["documents"];
  readonly #originals: DocumentsFolder;
  readonly #pool = createReaderPool(1, createLogger("error"), EVIDENCE_LIMITS);
  /** Cache of drawn pages: a page drawn by `findFault` is usually requested right afterwards. */
  readonly #pages = new LRUCache<string, Uint8Array>({ max: CACHED_PAGES });

  constructor(config: Config, { documents }: Pick<Store, "documents">) {
    this.#config = config;
    this.#documents = documents;
    this.#originals = createDocumentsFolder(config.DATA_DIR, documents, () => new Date());
  }

  /**
   * Draws a PNG of the line or page; undefined if there is none to draw: nothing was read, or the page's image is not stored.
   * @param whole draws the line's whole page. @param turn rotation of a page, set by a person.
   * @throws {ParseError} if it cannot be drawn, or the original is lost or damaged.
   */
  async draw(view: Pictured, whole: boolean, turn: QuarterTurn = 0): Promise<Uint8Array | undefined> {
    if (view.id.kind === "filing") return undefined;
    return view.id.kind === "line" && !whole ? this.#drawLine(view, view.id.line) : this.#drawPage(view, turn);
  }

  /** Says why the item's page cannot be shown: it cannot be drawn, or its original is lost. Null if it can be shown. */
  async findFault(view: Pictured): Promise<PictureFault | null> {
    const { filing, lines, place } = view;
    if (filing.documentSha256 === null || lines === undefined || view.id.kind === "filing") return null;
    const seen = place === null ? undefined : lines.scan?.pages[place.page - 1];
    try {
      const isDoubted = seen !== undefined && (seen.failure !== null || seen.settled !== undefined);
      await this.#readOriginal(filing.documentSha256);
      if (!isDoubted || (await this.#drawPage(view)) !== undefined) return null;
      return { sentence: "The image of the page is not stored.", isCopyIntact: false };
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      const lost = LOST[error.code];
      return { sentence: lost ?? error.message, isCopyIntact: lost === undefined };
    }
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #drawLine({ filing, lines }: Pictured, number: number): Promise<Uint8Array | undefined> {
    const found = lines && findLine(lines, number);
    const { evidence } = getSource(filing.source).read;
    if (lines === undefined || found === undefined || evidence === undefined) return undefined;
    const { page = null, scan } = "page" in found ? found : {};
    const drawing = planLineDrawing({ line: number, page, box: scan?.row.box ?? null }, lines, []);
    const bytes = await this.#readImageBytes(filing, drawing.image);
    return bytes && (await this.#pool.read(evidence, bytes, drawing.line)).png;
  }

  async #drawPage({ filing, lines, place }: Pictured, turn: QuarterTurn = 0): Promise<Uint8Array | undefined> {
    if (lines === undefined || place === null) return undefined;
    const source = getSource(lines.source);
    const seen = lines.scan?.pages[place.page - 1];
    const ref = source.listPages(lines)[place.page - 1];
    const { pagePart } = source.read;
    if (seen === undefined || ref === undefined || pagePart === undefined) return undefined;
    const turnDegrees = ((seen.turnDegrees + turn) % 360) as QuarterTurn;
    const { skew } = seen;
    const key = JSON.stringify([filing.id, filing.documentSha256, place.page, turnDegrees, skew]);
    const stored = this.#pages.get(key);
    if (stored !== undefined) return stored;
    const bytes = await this.#readImageBytes(filing, ref.image);
    if (bytes === undefined) return undefined;
    const png = await this.#pool.read(pagePart, bytes, { page: ref.page, turnDegrees, skew, box: null });
    this.#pages.set(key, png);
    return png;
  }

  /** @param image URL of the page's image as written in the report; null if the document itself contains the page. */
  async #readImageBytes({ source, documentSha256 }: FilingRow, image: string | null): Promise<Uint8Array | undefined> {
    if (image === null) return documentSha256 === null ? undefined : this.#readOriginal(documentSha256);
    const url = getSource(source).toPageImageUrl(image, this.#config);
    const stored = url === null ? undefined : await this.#documents.findLatest(url);
    return stored && this.#readOriginal(stored.sha256);
  }

  async #readOriginal(sha256: string): Promise<Uint8Array> {
    try {
      return await this.#originals.read(sha256);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new ParseError(error.code, error.message, { cause: error });
    }
  }
}
