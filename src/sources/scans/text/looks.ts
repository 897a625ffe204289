/** The ways in which a cell's text is shown to the engine: different enough that an error of one is seldom an error of the other. */
import type { CellText } from "./cell.ts";
import { type OcrLine, recognise, type Segmentation } from "./engine.ts";
import { blackAndWhite, bordered, scaled } from "./scale.ts";

const MAX_FACTOR = 5;

/** Letters 32 pixels high with soft edges. */
export function softLook(text: CellText, segmentation: Segmentation, letters = ""): Promise<readonly OcrLine[]> {
  return recognise(bordered(scaled(text.bitmap, factor(text, 32)), 12), segmentation, letters);
}

/** Letters 44 pixels high with hard edges. */
export function hardLook(text: CellText, segmentation: Segmentation, letters = ""): Promise<readonly OcrLine[]> {
  const large = blackAndWhite(scaled(text.bitmap, factor(text, 44)), 128);
  return recognise(bordered(large, 16), segmentation, letters);
}

/** Letters 26 pixels high with soft edges and a wide margin. */
export function smallLook(text: CellText, segmentation: Segmentation, letters = ""): Promise<readonly OcrLine[]> {
  return recognise(bordered(scaled(text.bitmap, factor(text, 26)), 24), segmentation, letters);
}

function factor({ letterHeight }: CellText, wanted: number): number {
  return Math.min(MAX_FACTOR, wanted / letterHeight);
}
