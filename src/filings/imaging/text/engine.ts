/** Runs Tesseract in WebAssembly, offline; one engine per process, started on first use. Equal pixels give equal words. */
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import startCore, { type TessBaseApi, type TesseractCore } from "tesseract.js-core/tesseract-core-simd.js";
import { ParseError } from "../../../base/errors.ts";
import type { PageBox } from "../../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";

export interface OcrWord {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Position in pixels of the input picture. */
  readonly box: PageBox;
}

/** Words of a printed line, from the left. */
export type OcrLine = readonly OcrWord[];

/** Page segmentation mode: a block of lines, one line, one word, sparse words anywhere on a page, or a whole page. */
export type Segmentation = "block" | "line" | "word" | "sparse" | "page";

const SEGMENTATION: Readonly<Record<Segmentation, string>> = {
  page: "3",
  block: "6",
  line: "7",
  word: "8",
  sparse: "11",
};

/** `general`: Tesseract's own model for all print. `copies`: fine-tuned on small blotted print of copies and faxes (ADR 26). */
export type Model = "general" | "copies";

interface Recognition {
  /** Default: "general". */
  readonly model?: Model;
  /** Whitelist of characters; empty for all. */
  readonly letters?: string;
  /** If true, the picture is never read as white on black. */
  readonly isDarkOnWhite?: boolean;
}

/** The engine rereads a line with inverted colors if its mean probability is below this value (default 0.7; 0 disables this). */
const INVERTED_BELOW = "0.7";
const NEVER = "0";

/** Engine mode: LSTM network only. */
const LSTM_ONLY = 1;
/** File from which the WebAssembly build reads its picture, and the orientation code of an upright picture. */
const PICTURE = "/input";
const UPRIGHT = 1;

const MODELS: Readonly<Record<Model, URL>> = {
  general: new URL(import.meta.resolve("@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz")),
  copies: new URL("copies.traineddata.gz", import.meta.url),
};

interface Engine {
  readonly core: TesseractCore;
  readonly models: Map<Model, TessBaseApi>;
}
let running: Promise<Engine> | null = null;

/** Reads lines, top line first. Blocks the process, which its parent kills at a time limit. @throws {ParseError} `ocr_failed`. */
export async function recogniseLines(
  bitmap: Bitmap,
  segmentation: Segmentation,
  options: Recognition = {},
): Promise<readonly OcrLine[]> {
  try {
    running ??= startEngine();
    const { core, models } = await running;
    const { model = "general" } = options;
    const api = models.get(model) ?? (await loadModel(core, model));
    models.set(model, api);
    // Yield between pictures, so that the process can receive a request to shut down.
    await new Promise((resolve) => setImmediate(resolve));
    return recognisePicture({ core, api }, bitmap, segmentation, options);
  } catch (thrown) {
    running = null;
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new ParseError("ocr_failed", `The text reader failed: ${reason}.`, { cause: thrown });
  }
}

async function startEngine(): Promise<Engine> {
  const ignoreOutput = () => {};
  // Do not use the library's builds for relaxed SIMD: they are no faster and may give different results on other processors.
  const core = await startCore({ print: ignoreOutput, printErr: ignoreOutput, TesseractProgress: ignoreOutput });
  return { core, models: new Map() };
}

async function loadModel(core: TesseractCore, model: Model): Promise<TessBaseApi> {
  core.FS.writeFile(`./${model}.traineddata`, await promisify(gunzip)(await readFile(MODELS[model])));
  const api = new core.TessBaseAPI();
  if (api.Init(null, model, LSTM_ONLY) !== 0) throw new Error(`its trained data "${model}" cannot be read`);
  api.SetVariable("user_defined_dpi", "300");
  // Discards the engine's own messages about a picture, which would go to standard error.
  api.SetVariable("debug_file", "/dev/null");
  return api;
}

function recognisePicture(
  { core, api }: { readonly core: TesseractCore; readonly api: TessBaseApi },
  bitmap: Bitmap,
  segmentation: Segmentation,
  { letters = "", isDarkOnWhite = false }: Recognition,
): OcrLine[] {
  api.SetVariable("tessedit_pageseg_mode", SEGMENTATION[segmentation]);
  api.SetVariable("tessedit_char_whitelist", letters);
  api.SetVariable("invert_threshold", isDarkOnWhite ? NEVER : INVERTED_BELOW);
  core.FS.writeFile(PICTURE, encodeGraymap(bitmap));
  if (api.SetImageFile(UPRIGHT, 0) !== 0) throw new Error("it rejected the picture");
  api.Recognize(null);
  return listOcrLines(JSON.parse(api.GetJSONText()) as Recognised);
}

/** Returns a picture as a binary PGM (portable graymap): a short header and the raw pixels, so no image library is needed. */
function encodeGraymap({ width, height, pixels }: Bitmap): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}

function listOcrLines({ blocks }: Recognised): OcrLine[] {
  const lines = (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
  return lines
    .map(({ words }) => words.filter(({ text }) => text.trim() !== "").map(toOcrWord))
    .filter(({ length }) => length > 0);
}

function toOcrWord({ text, confidence, bbox }: RecognisedWord): OcrWord {
  return {
    text: text.trim(),
    confidence: confidence / 100,
    box: { left: bbox.x0, top: bbox.y0, width: bbox.x1 - bbox.x0, height: bbox.y1 - bbox.y0 },
  };
}
