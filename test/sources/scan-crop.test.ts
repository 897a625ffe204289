/** Crops of scanned pages: a PNG of exactly the pixels that a row was read from. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inflateSync } from "node:zlib";
import { encodeGif } from "../../src/app/demo/fictional/gif.ts";
import { writePdf } from "../../src/app/demo/fictional/pdf-writer.ts";
import { blacken, createWhiteBitmap } from "../../src/app/demo/fictional/pixel-text.ts";
import { drawSenatePage } from "../../src/app/demo/fictional/senate-paper.ts";
import { createLogger } from "../../src/base/log.ts";
import { NO_SKEW } from "../../src/filings/imaging/raster/bitmap.ts";
import { createReaderPool, SCAN_LIMITS } from "../../src/filings/readers/reader-pool.ts";
import { houseReaders } from "../../src/filings/sources/house-clerk/readers.ts";
import { senateReaders } from "../../src/filings/sources/senate-efd/readers.ts";

const pool = createReaderPool(1, createLogger("silent"), SCAN_LIMITS);
test.after(() => pool.close());

/** Decodes a PNG with a single data chunk and unfiltered rows, as the service writes it. */
function decodePixels(png: Uint8Array) {
  const bytes = Buffer.from(png);
  assert.equal(bytes.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const rows = inflateSync(bytes.subarray(41, 41 + bytes.readUInt32BE(33)));
  assert.equal(rows.length, (width + 1) * height);
  return { width, height, at: (x: number, y: number) => rows[y * (width + 1) + 1 + x] };
}

test("crops a box from a PDF page after rotating the page upright", async () => {
  const image = createWhiteBitmap(850, 1100);
  // This is in the lower left of the scanned page, and in the upper left after a rotation by 90 degrees.
  blacken(image, 100, 900, 40, 60);
  const content = "q 612 0 0 792 0 0 cm /Im0 Do Q";
  const pdf = writePdf([{ width: 612, height: 792, content, image }], {});
  const box = { left: 100, top: 90, width: 200, height: 80 };
  const crop = { page: 1, turnDegrees: 90, skew: NO_SKEW, box } as const;
  const { width, height, at } = decodePixels(await pool.read(houseReaders.pagePart, pdf, crop));
  assert.deepEqual([width, height], [200, 80]);
  // The clockwise rotation moves (x, y) to (1099 - y, x): columns 140 to 199, rows 100 to 139.
  assert.deepEqual([at(39, 30), at(40, 30), at(99, 30), at(100, 30)], [255, 0, 0, 255]);
  assert.deepEqual([at(60, 9), at(60, 10), at(60, 49), at(60, 50)], [255, 0, 0, 255]);
});

test("the crop of a row's box on a Senate page has exactly that row's pixels", async () => {
  const gif = encodeGif(drawSenatePage([{ asset: "Example Inc", date: "1/8/26", types: [0], amounts: [0] }]));
  const page = await pool.read(senateReaders.page, gif, { page: 1 });
  const [row] = page.rows;
  assert.ok(row);
  const { turnDegrees, skew } = page;
  const crop = decodePixels(await pool.read(senateReaders.pagePart, gif, { page: 1, turnDegrees, skew, box: row.box }));
  assert.deepEqual([crop.width, crop.height], [row.box.width, row.box.height]);
  const whole = decodePixels(await pool.read(senateReaders.pagePart, gif, { page: 1, turnDegrees, skew, box: null }));
  assert.deepEqual([whole.width, whole.height], [page.width, page.height]);
  let ink = 0;
  for (let y = 0; y < crop.height; y += 1) {
    for (let x = 0; x < crop.width; x += 1) {
      assert.equal(crop.at(x, y), whole.at(row.box.left + x, row.box.top + y));
      if (crop.at(x, y) === 0) ink += 1;
    }
  }
  assert.ok(ink > 500);
});
