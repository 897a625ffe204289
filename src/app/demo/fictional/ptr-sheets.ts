/** Keeps track of a report's pages and of the vertical position, which moves down the current page. Adds new pages. */
import { PtrCanvas } from "./ptr-canvas.ts";

/** Lowest baseline on a page. */
export const PAGE_END = 860;

export const SECTION_HEADING = { size: 16, weight: "bold", smallCapitals: true, spacing: 0.8 } as const;

export interface Sheets {
  canvas: PtrCanvas;
  y: number;
  addPage(): void;
}

/** Starts with one empty page. */
export function createSheets(): { readonly sheets: Sheets; readonly canvases: readonly PtrCanvas[] } {
  const first = new PtrCanvas();
  const canvases = [first];
  const sheets: Sheets = {
    canvas: first,
    y: 0,
    addPage() {
      sheets.canvas = new PtrCanvas();
      sheets.y = 0;
      canvases.push(sheets.canvas);
    },
  };
  return { sheets, canvases };
}
