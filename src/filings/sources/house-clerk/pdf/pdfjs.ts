/** The one door to pdf.js (as bundled by unpdf): its operator codes, and how a document is opened safely. */
import { getDocument, OPS, PDFWorker, VerbosityLevel } from "unpdf/pdfjs";
import { createChannel } from "./channel.ts";

export { OPS };

/** The commands inside a `constructPath`, each followed by its coordinates. */
export const PATH = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3, closePath: 4 } as const;

interface OpenPdf {
  readonly promise: ReturnType<typeof getDocument>["promise"];
  /** Forgets the document. */
  destroy(): Promise<void>;
}

/**
 * Opens a copy of the bytes, since pdf.js takes the buffer it is given. Nothing is fetched, evaluated, rendered or taken from the system.
 * A page with an error in it comes back empty, or with what can be read of it when `tolerant`.
 */
export function openPdf(bytes: Uint8Array, { tolerant = false } = {}): OpenPdf {
  const worker = new PDFWorker({ port: createChannel() as never, verbosity: VerbosityLevel.ERRORS });
  const task = getDocument({
    data: new Uint8Array(bytes),
    worker,
    // pdf.js without a document traces every glyph's outline for a canvas, which takes a quarter of the time.
    disableFontFace: false,
    ownerDocument: viewer() as never,
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

/** The part of a viewer's document to which pdf.js hands the fonts: nothing is drawn with them. */
function viewer(): object {
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
