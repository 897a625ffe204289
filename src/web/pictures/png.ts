/** Renders SVG as PNG in a separate thread, since the compression of a chart's pixels alone takes up to 50 ms. */
import { Tinypool } from "tinypool";
import { getModulePath } from "../../base/module-path.ts";
import type { DrawnPicture, Picture } from "./png-thread.ts";

/** One thread, so that the event loop has another processor to itself. It starts with the first picture and ends after a minute without one. */
const pool = new Tinypool({
  filename: getModulePath(import.meta.filename, "png-thread"),
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 60_000,
});

let drawingMs = 0;

/** @param svg well-formed, with text in Inter at weight 400 or 700. @param width in pixels; defaults to the SVG's own. */
export async function drawPng(svg: string, width?: number): Promise<Buffer> {
  const { png, spentMs }: DrawnPicture = await pool.run({ svg, width } satisfies Picture);
  drawingMs += spentMs;
  return Buffer.from(png.buffer, png.byteOffset, png.byteLength);
}

/** Milliseconds of processor time that the thread has spent on pictures so far. */
export function readDrawingMs(): number {
  return drawingMs;
}
