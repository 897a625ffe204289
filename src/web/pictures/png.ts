/** Renders SVG as PNG in a separate thread, since the compression of a chart's pixels alone takes up to 50 ms. */
import { Tinypool } from "tinypool";
import { getModulePath } from "../../base/module-path.ts";
import type { DrawnPicture, Picture } from "./png-thread.ts";

/** One thread, so that the event loop has another processor to itself. It starts with the first picture and ends after ten minutes without one. */
const pool = new Tinypool({
  filename: getModulePath(import.meta.filename, "png-thread"),
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 10 * 60_000,
});

let drawingMs = 0;

/** Why the thread could not start the last time. The pictures that waited for the thread fail with this error. */
let startError: unknown;
pool.on("error", (error) => {
  startError = error;
  pool.cancelPendingTasks();
});

/** @throws if the thread cannot start; the next call tries again. @param svg well-formed, with text in Inter at weight 400 or 700. @param width in pixels; defaults to the SVG's own. */
export async function drawPng(svg: string, width?: number): Promise<Buffer> {
  const drawn: Promise<DrawnPicture> = pool.run({ svg, width } satisfies Picture);
  const { png, spentMs } = await drawn.catch((error: Error) => {
    throw error.name === "CancelError" ? startError : error;
  });
  drawingMs += spentMs;
  return Buffer.from(png.buffer, png.byteOffset, png.byteLength);
}

/** Milliseconds of processor time that the thread has spent on pictures so far. */
export function readDrawingMs(): number {
  return drawingMs;
}
