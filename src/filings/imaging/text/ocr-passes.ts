/** OCR passes: ways of preparing a cell's picture for the engine, different enough that they rarely share an error. */
import { type Bitmap, INK_BELOW } from "../raster/bitmap.ts";
import type { CellText } from "./cell.ts";
import { type Model, type OcrLine, recogniseLines, type Segmentation } from "./engine.ts";
import { addBorder, applyThreshold, blur, scaleBitmap } from "./scale-picture.ts";

/** Maximum enlargement factor. If print is so small that it would need a higher factor, enlarging it further does not help. */
const MAX_FACTOR = 5;
/** Thresholds after the blur: only darker pixels remain, so strokes get thinner and filled loops open up. */
const THIN_THRESHOLD = 70;
const THINNEST_THRESHOLD = 45;

type PassText = Pick<CellText, "bitmap" | "letterHeight">;
type OcrPass = (text: PassText, segmentation: Segmentation, options?: PassOptions) => Promise<readonly OcrLine[]>;

interface PassOptions {
  /** Whitelist of characters; all if omitted. */
  readonly letters?: string;
  readonly model?: Model;
}

/** Scales the letters to a height of 32 pixels, keeps their soft edges, and reads the picture. */
export const runSoftEdgedPass: OcrPass = (text, segmentation, options) =>
  runEngine(addBorder(enlargeLetters(text, 32), 12), segmentation, options);

/** Scales the letters to a height of 44 pixels, makes their edges hard, and reads the picture. */
export const runHardEdgedPass: OcrPass = (text, segmentation, options) =>
  runEngine(addBorder(applyThreshold(enlargeLetters(text, 44), INK_BELOW), 16), segmentation, options);

/** Scales the letters to a height of 44 pixels, thins their strokes, and reads the picture. */
export const runThinPass: OcrPass = (text, segmentation, options) =>
  runEngine(applyThreshold(blur(addBorder(enlargeLetters(text, 44), 16)), THIN_THRESHOLD), segmentation, options);

/** Like `runThinPass`, but thins the strokes so much that blotted letters come apart. */
export const runThinnestPass: OcrPass = (text, segmentation, options) =>
  runEngine(applyThreshold(blur(addBorder(enlargeLetters(text, 44), 16)), THINNEST_THRESHOLD), segmentation, options);

/** Scales the letters to a height of 40 pixels, blurs and reads them. Of all passes, it reads the most words of blotted print. */
export const runBlurredPass: OcrPass = (text, segmentation, options) =>
  runEngine(blur(addBorder(enlargeLetters(text, 40), 16)), segmentation, options);

/** Scales the letters to a height of 32 pixels, blurs them, and reads the picture. */
export const runSmallBlurredPass: OcrPass = (text, segmentation, options) =>
  runEngine(blur(addBorder(enlargeLetters(text, 32), 14)), segmentation, options);

/** Runs the engine for dark ink only: the cell was binarized and its ink is dark, so trying white on black would waste time. */
function runEngine(picture: Bitmap, segmentation: Segmentation, options?: PassOptions): Promise<readonly OcrLine[]> {
  return recogniseLines(picture, segmentation, { ...options, isDarkOnWhite: true });
}

function enlargeLetters({ bitmap, letterHeight }: PassText, targetHeight: number): Bitmap {
  return scaleBitmap(bitmap, Math.min(MAX_FACTOR, targetHeight / letterHeight));
}
