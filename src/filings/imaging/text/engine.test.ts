import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bitmap } from "../raster/bitmap.ts";
import { recogniseLines } from "./engine.ts";

/** A white picture with a black bar, which the engine reads as some character. */
const bar: Bitmap = { width: 60, height: 60, pixels: new Uint8Array(3600).fill(255).fill(0, 1500, 1530) };

test("equal pictures give equal lines, whatever was read in between", async () => {
  const first = await recogniseLines(bar, "line");
  await recogniseLines(bar, "line", { letters: "0123456789", isDarkOnWhite: true });
  await recogniseLines(bar, "page");
  await recogniseLines(bar, "line", { model: "copies" });
  assert.deepEqual(await recogniseLines(bar, "line"), first);
});

test("a picture that the engine cannot read fails with a code, and the next one is read", async () => {
  const before = await recogniseLines(bar, "line");
  await assert.rejects(recogniseLines({ ...bar, width: 0 }, "line"), { code: "ocr_failed" });
  assert.deepEqual(await recogniseLines(bar, "line"), before);
});
