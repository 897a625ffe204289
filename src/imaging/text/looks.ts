/** The ways in which a cell's text is shown to the engine: different enough that an error of one is seldom an error of the other. */
import { type Bitmap, INK_BELOW } from "../raster/bitmap.ts";
import type { CellText } from "./cell.ts";
import { type OcrLine, recognise, type Segmentation } from "./engine.ts";
import { blackAndWhite, blurred, bordered, scaled } from "./scale.ts";

/** Smaller print than this can bear is not enlarged any further. */
const MAX_FACTOR = 5;
/** After the blur only what is darker than this stays: strokes get thinner, and closed loops open. */
const CORE_OF_A_STROKE = 70;

/** Of a cell's text only this is needed. */
type Shown = Pick<CellText, "bitmap" | "letterHeight">;
type Look = (text: Shown, segmentation: Segmentation, letters?: string) => Promise<readonly OcrLine[]>;

/** Letters 32 pixels high with soft edges. */
export const softLook: Look = (text, segmentation, letters) =>
  recognise(bordered(enlarged(text, 32), 12), segmentation, letters);

/** Letters 44 pixels high with hard edges. */
export const hardLook: Look = (text, segmentation, letters) =>
  recognise(bordered(blackAndWhite(enlarged(text, 44), INK_BELOW), 16), segmentation, letters);

/** Letters 44 pixels high with thinner strokes. */
export const thinLook: Look = (text, segmentation, letters) =>
  recognise(blackAndWhite(blurred(bordered(enlarged(text, 44), 16)), CORE_OF_A_STROKE), segmentation, letters);

/** Letters 44 pixels high with soft edges. */
export const largeLook: Look = (text, segmentation, letters) =>
  recognise(bordered(enlarged(text, 44), 16), segmentation, letters);

/** Letters 40 pixels high, blurred. */
export const blurredLook: Look = (text, segmentation, letters) =>
  recognise(blurred(bordered(enlarged(text, 40), 16)), segmentation, letters);

function enlarged({ bitmap, letterHeight }: Shown, wanted: number): Bitmap {
  return scaled(bitmap, Math.min(MAX_FACTOR, wanted / letterHeight));
}
