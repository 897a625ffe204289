/** Runs tesseract.js as this process's only OCR engine: offline, started on first use, and never keeping the process alive. Equal pixels give equal words. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Worker as Thread } from "node:worker_threads";
import Tesseract from "tesseract.js";
import type { PageBox } from "../../domain/trade.ts";
import { ParseError } from "../../errors.ts";
import type { Bitmap } from "../raster/bitmap.ts";

/** One word as the engine read it. */
export interface OcrWord {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Position in pixels of the picture that was given. */
  readonly box: PageBox;
}

/** A printed line's words, from the left. */
export type OcrLine = readonly OcrWord[];

/** The page segmentation mode: a block of lines, one line, one word, or words anywhere on a page. */
export type Segmentation = "block" | "line" | "word" | "sparse" | "page";

const SEGMENTATION: Readonly<Record<Segmentation, string>> = {
  page: "3",
  block: "6",
  line: "7",
  word: "8",
  sparse: "11",
};

/**
 * Limits in milliseconds of processor time, so that other work on a busy machine does not count. Starting takes 0.3 s and a cell 20 ms; the
 * limits stop what would not end.
 */
const START_LIMIT = 20_000;
const READING_LIMIT = 30_000;
/** Limit of elapsed time, as a multiple of the processor time: it stops an engine that hangs without working. */
const MOST_WAITING = 20;
const CHECK_EVERY_MS = 250;

const trainedData = join(dirname(fileURLToPath(import.meta.resolve("@tesseract.js-data/eng"))), "4.0.0_best_int");

type Engine = Tesseract.Worker & { readonly worker: Thread };
let running: Promise<Engine> | null = null;
let waiting: Promise<unknown> = Promise.resolve();

/** Reads the lines of a picture, from the top. @param letters the only characters that may be read; empty for all. */
export function recognise(bitmap: Bitmap, segmentation: Segmentation, letters = ""): Promise<readonly OcrLine[]> {
  const reading = waiting.then(() => read(bitmap, segmentation, letters));
  waiting = reading.catch(() => {});
  return reading;
}

async function read(bitmap: Bitmap, segmentation: Segmentation, letters: string): Promise<readonly OcrLine[]> {
  running ??= start();
  const engine = await running;
  engine.worker.ref();
  const parameters = {
    tessedit_pageseg_mode: SEGMENTATION[segmentation],
    tessedit_char_whitelist: letters,
    user_defined_dpi: "300",
    // The engine's own messages about a picture would go to the standard error.
    debug_file: "/dev/null",
  } as Partial<Tesseract.RecognizeOptions>;
  try {
    const answer = engine.recognize(graymap(bitmap), parameters, {
      text: false,
      blocks: true,
    } as Tesseract.OutputFormats);
    return linesOf((await within(READING_LIMIT, "reading a picture", answer)).data);
  } catch (thrown) {
    running = null;
    await engine.terminate();
    throw failure(thrown);
  } finally {
    engine.worker.unref();
  }
}

async function start(): Promise<Engine> {
  const failed = Promise.withResolvers<never>();
  const created = Tesseract.createWorker("eng", Tesseract.OEM.LSTM_ONLY, {
    langPath: trainedData,
    gzip: true,
    cacheMethod: "none",
    errorHandler: (reason: unknown) => failed.reject(reason),
  }) as Promise<Engine>;
  failed.promise.catch(() => {});
  try {
    return await within(START_LIMIT, "starting", Promise.race([created, failed.promise]));
  } catch (thrown) {
    running = null;
    throw failure(thrown);
  }
}

/** Rejects when the answer takes more than `limit` ms of processor time. The engine's thread belongs to this process, which does nothing else meanwhile. */
export function within<T>(limit: number, doing: string, answer: Promise<T>): Promise<T> {
  const began = performance.now();
  const before = process.cpuUsage();
  let watch: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    watch = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      const passed = performance.now() - began;
      if ((user + system) / 1000 > limit) reject(new Error(`${doing} took more than ${limit / 1000} s of a processor`));
      else if (passed > MOST_WAITING * limit) reject(new Error(`${doing} did not end within ${passed / 1000} s`));
    }, CHECK_EVERY_MS);
  });
  return Promise.race([answer, late]).finally(() => clearInterval(watch));
}

function failure(thrown: unknown): ParseError {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new ParseError("ocr_failed", `The text reader failed: ${reason}.`, { cause: thrown });
}

/** Encodes a binary PGM, the one format that needs no encoder. */
function graymap({ width, height, pixels }: Bitmap): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}

function linesOf({ blocks }: Tesseract.Page): OcrLine[] {
  const lines = (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
  return lines
    .map(({ words }) => words.filter(({ text }) => text.trim() !== "").map(wordOf))
    .filter(({ length }) => length > 0);
}

function wordOf({ text, confidence, bbox }: Tesseract.Word): OcrWord {
  return {
    text: text.trim(),
    confidence: confidence / 100,
    box: { left: bbox.x0, top: bbox.y0, width: bbox.x1 - bbox.x0, height: bbox.y1 - bbox.y0 },
  };
}
