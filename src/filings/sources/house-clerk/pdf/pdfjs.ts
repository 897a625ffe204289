/** The only access to pdf.js (as bundled by unpdf): its operator codes, and safe opening of a document. */
import { getDocument, OPS, PDFWorker, VerbosityLevel } from "unpdf/pdfjs";
import { createChannel } from "./channel.ts";

export { OPS };

/** The commands in a `constructPath`, each followed by its coordinates. */
export const PATH = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3, closePath: 4 } as const;

/**
 * Opens a copy of the bytes, since pdf.js takes over the buffer. Nothing is fetched, evaluated, rendered or loaded from the
 * system. A page with an error is returned empty or, if `tolerant`, with its readable part.
 */
export function openPdf(bytes: Uint8Array, { tolerant = false } = {}) {
  const worker = new PDFWorker({ port: createChannel() as never, verbosity: VerbosityLevel.ERRORS });
  const task = getDocument({
    data: new Uint8Array(bytes),
    worker,
    // Without an `ownerDocument`, pdf.js traces every glyph's outline for a canvas, which adds a quarter to the reading time.
    disableFontFace: false,
    ownerDocument: createViewerStub() as never,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    stopAtErrors: !tolerant,
    disableAutoFetch: true,
    disableStream: true,
    disableRange: true,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    enableXfa: false,
    maxImageSize: 100_000_000,
    verbosity: VerbosityLevel.ERRORS,
  });
  return {
    promise: task.promise,
    destroy: async () => {
      await task.destroy();
      worker.destroy();
    },
  };
}

/** Creates a stub of the part of a browser's `document` in which pdf.js registers fonts; nothing is drawn with the fonts. */
function createViewerStub(): object {
  return {
    adoptedStyleSheets: [],
    defaultView: {
      CSSStyleSheet: class {
        readonly cssRules = [];
        insertRule() {}
      },
    },
  };
}
