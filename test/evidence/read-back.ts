/**
 * Reads the evidence of random trades back by other means than those that made it: `node test/evidence/read-back.ts FOLDER [TRADES] [SEED]`.
 * Of a text PDF `pdftotext` (poppler) reads the boxes of the original; of a page of the Senate and of a scan OCR reads the marked part of the
 * picture. A row of a scan marks its amount by a cross, so that of one only the asset and the date can be read, the date with one digit misread
 * at most.
 * It prints how many rows had asset or ticker, date and amount, and names the others.
 */
import { execFileSync } from "node:child_process";
import path from "node:path";
import { convertIndexedToRgb, decode } from "fast-png";
import { distance } from "fastest-levenshtein";
import { readConfig } from "../../src/config.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { Evidence } from "../../src/evidence/evidence.ts";
import type { MadeEvidence } from "../../src/evidence/made-evidence.ts";
import { type Bitmap, cropped } from "../../src/imaging/raster/bitmap.ts";
import { recognise, type Segmentation } from "../../src/imaging/text/engine.ts";
import { scaled } from "../../src/imaging/text/scale-picture.ts";
import { createLogger } from "../../src/log.ts";
import { openFiledLines } from "../../src/service/evidence-lines.ts";
import { openConfiguredStore } from "../../src/store/open.ts";

const [folder, count = "500", seed = "1"] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: node test/evidence/read-back.ts FOLDER [TRADES] [SEED]");
const config = readConfig({ ...process.env, DATA_DIR: folder });
const log = createLogger("silent");
const store = await openConfiguredStore(config, log);
const evidence = new Evidence({ lines: openFiledLines(config, store), dataDir: folder, maxBytes: 0, log });
const trades = (await Array.fromAsync(store.publications.trades())).flat();

/** Numbers from 0 to 1 that are the same for the same seed. */
function chance(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
const draw = chance(Number(seed));
const picked = new Set<Trade>();
while (picked.size < Math.min(Number(count), trades.length)) {
  picked.add(trades[Math.floor(draw() * trades.length)] as Trade);
}

const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** The words of the boxes in the original PDF, as poppler reads them. */
function pdfWords({ record }: MadeEvidence): string {
  const file = path.join(folder as string, "documents", record.originalSha256.slice(0, 2), record.originalSha256);
  return record.places
    .map(({ page, box }) => {
      const about = execFileSync("pdfinfo", ["-f", `${page}`, "-l", `${page}`, file], { encoding: "utf8" });
      const [, width, height] = /size:\s+([\d.]+) x ([\d.]+)/.exec(about) ?? [];
      const sides = [box?.left, box?.top, box?.width, box?.height].map((share, at) =>
        String(Math.round((share ?? 0) * Number(at % 2 === 0 ? width : height))),
      );
      const crop = ["-x", "-y", "-W", "-H"].flatMap((option, at) => [option, sides[at] as string]);
      const args = ["-r", "72", "-f", `${page}`, "-l", `${page}`, ...crop, "-layout", file, "-"];
      return execFileSync("pdftotext", args, { encoding: "utf8" });
    })
    .join(" ");
}

function grayOf(png: Uint8Array): { readonly picture: Bitmap; readonly isMarked: (x: number, y: number) => boolean } {
  const image = decode(png);
  const { width, height } = image;
  const channels = image.palette ? 3 : image.channels;
  const data = image.palette ? convertIndexedToRgb(image) : image.data;
  const part = (x: number, y: number, at: number) => Number(data[(y * width + x) * channels + at]);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) pixels[y * width + x] = part(x, y, 0);
  return { picture: { width, height, pixels }, isMarked: (x, y) => part(x, y, 0) - part(x, y, 2) > 40 };
}

/** The marked row of a picture. */
function markedRow(png: Uint8Array): Bitmap {
  const { picture, isMarked } = grayOf(png);
  let [left, top, right, bottom] = [picture.width, picture.height, 0, 0];
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      if (!isMarked(x, y)) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  return cropped(picture, { left, top, width: right - left + 1, height: bottom - top + 1 });
}

/** Columns and lines of pixels that are dark nearly all along are rules of the table, which keep OCR from reading. */
function withoutRules({ width, height, pixels }: Bitmap): Bitmap {
  const out = pixels.slice();
  for (let x = 0; x < width; x += 1) {
    let dark = 0;
    for (let y = 0; y < height; y += 1) dark += (pixels[y * width + x] as number) < 200 ? 1 : 0;
    if (dark < 0.85 * height) continue;
    for (let y = 0; y < height; y += 1) out[y * width + x] = 255;
  }
  for (let y = 0; y < height; y += 1) {
    let dark = 0;
    for (let x = 0; x < width; x += 1) dark += (pixels[y * width + x] as number) < 200 ? 1 : 0;
    if (dark > 0.6 * width) out.fill(255, y * width, (y + 1) * width);
  }
  return { width, height, pixels: out };
}

async function ocrWords({ png, record }: MadeEvidence): Promise<string> {
  const isScan = record.places.length > 0;
  const row = markedRow(png);
  const picture = isScan ? scaled(withoutRules(row), row.height < 60 ? 2 : 1.5) : row;
  const passes: Segmentation[] = isScan ? ["line", "block", "sparse"] : ["block", "sparse"];
  const read: string[] = [];
  for (const pass of passes) {
    read.push((await recognise(picture, pass)).map((line) => line.map(({ text }) => text).join(" ")).join(" "));
  }
  return read.join(" | ");
}

/** The digits of each cell of a scanned row, its cells being what lies between rules from top to bottom. */
async function cellDigits(row: Bitmap): Promise<readonly string[]> {
  const { width, height, pixels } = row;
  const rules: number[] = [0];
  for (let x = 0; x < width; x += 1) {
    let dark = 0;
    for (let y = 0; y < height; y += 1) dark += (pixels[y * width + x] as number) < 160 ? 1 : 0;
    if (dark > 0.8 * height) rules.push(x);
  }
  rules.push(width);
  const read: string[] = [];
  for (const [at, left] of rules.entries()) {
    const right = rules[at + 1] ?? left;
    if (right - left < 90 || right - left > 400) continue;
    const inside = { left: left + 4, top: 3, width: right - left - 8, height: height - 6 };
    const cell = scaled(withoutRules(cropped(row, inside)), 3);
    for (const pass of ["line", "word"] as const) {
      const lines = await recognise(cell, pass, { letters: "0123456789/-" });
      read.push(
        lines
          .flatMap((line) => line.map(({ text }) => text))
          .join("")
          .replace(/\D/g, ""),
      );
    }
  }
  return read.filter((digits) => digits.length >= 4);
}

/** Tells whether a text has most words of another, as OCR misreads single letters. */
function hasWords(text: string, wanted: string): boolean {
  const inside = letters(text);
  const words = wanted
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word.length > 2)
    .map(letters);
  const found = words.filter((word) => inside.includes(word)).length;
  return found >= Math.max(1, Math.ceil(words.length / 2));
}

const ways = new Map<string, { all: number; right: number }>();
const others: string[] = [];
for (const trade of picked) {
  const made = await evidence.of(trade.id);
  const { record } = made;
  const word = (field: string) => record.words.find((each) => each.field === field)?.text ?? "";
  const isText = record.places.length > 0 && trade.box === null;
  const isScan = trade.box !== null;
  const way = isText ? "text PDF, pdftotext on the boxes" : isScan ? "scan, OCR" : "Senate page, OCR";
  const read = isText ? pdfWords(made) : await ocrWords(made);
  const [month = "", day = "", year = ""] = word("transaction_date").split("/");
  const dates = [
    `${month}${day}${year}`,
    `${Number(month)}${Number(day)}${year}`,
    `${month}${day}${year.slice(2)}`,
    `${Number(month)}${Number(day)}${year.slice(2)}`,
    `${Number(month)}${day}${year}`,
    `${month}${Number(day)}${year}`,
  ];
  const digits = read.replace(/[^0-9 |]/g, "");
  const compact = letters(read);
  const checks = {
    asset: hasWords(read, trade.assetNameRaw) || (trade.ticker !== "" && compact.includes(letters(trade.ticker))),
    date:
      dates.some((date) => compact.includes(date) || digits.replace(/ /g, "").includes(date)) ||
      (isScan &&
        (await cellDigits(markedRow(made.png))).some((cell) => dates.some((date) => distance(cell, date) <= 1))),
    // `Spouse/DC Over $1,000,000` stands on two lines, between which the layout sets other columns.
    amount: isScan || trade.amountRaw.split(/ - | (?=\$)/).every((end) => compact.includes(letters(end))),
  };
  const counted = ways.get(way) ?? { all: 0, right: 0 };
  const missing = Object.entries(checks).filter(([, isThere]) => !isThere);
  ways.set(way, { all: counted.all + 1, right: counted.right + (missing.length === 0 ? 1 : 0) });
  if (missing.length > 0) {
    others.push(
      `${trade.id}: no ${missing.map(([name]) => name).join(", ")} of "${trade.assetNameRaw}" ${word("transaction_date")} in: ${read.replace(/\s+/g, " ").slice(0, 200)}`,
    );
  }
}
await evidence.close();
await store.close();
for (const [way, { all, right }] of ways)
  console.log(`${way}: ${right} of ${all} (${((100 * right) / all).toFixed(1)} %)`);
for (const each of others) console.log(each);
