/**
 * What the digits of a page's dates look like beside one another: the page's own print says what its 6 and its 8 are, however clotted,
 * and so bears out or contradicts what the engine took each of them for.
 */
import { type Bitmap, INK_BELOW } from "../raster/bitmap.ts";
import { profileOf } from "./profile.ts";

/** A date's picture and the characters that it is first taken for, as they are printed: `02/11/20`. */
interface SpelledDate {
  readonly picture: Bitmap;
  readonly spelled: string;
  /** Looks agree on it so surely that its digits tell what the page's digits look like. */
  readonly firm: boolean;
}

/**
 * Of a date as it may be spelled in a picture. `borneOut`: each digit looks most like the page's others of its name.
 * `contradicted`: one looks more like another digit.
 */
export type ShapeVerdict = "borneOut" | "contradicted" | "unknown";

/** A digit's picture as shades of gray; what stands around it is kept too, since digits are laid on one another shifted. */
const ROWS = 16;
const COLUMNS = 12;
/** A narrow 1 at an end moves all others by up to so many columns; and levels are told to a row. */
const ASIDE = 2;
const UPWARDS = 1;
const STRIDE = COLUMNS + 2 * ASIDE;
/** How wide a separator is, in digits; fonts differ, but the dates of a page do so alike. */
const SEPARATOR = 0.62;
/** So many other pictures of a digit, and so many of them firm, make a model of it. */
const LEAST_PICTURES = 3;
/** A digit is its model where it is so much nearer to it than to any other; it is another where that one is so much nearer. */
const NEARER = 0.8;
const FARTHER = 1.05;
/** A digit's pictures of which fewer than this share are nearer to one another than to other digits are of more than one digit: nothing is told by them. */
const OF_ONE_KIND = 0.6;

type Shades = Float32Array;

/** A digit cut out of a date, or null for a separator. */
type Glyph = Shades | null;

/** Pictures that are taken for the same digit. */
interface Model {
  readonly sum: Shades;
  count: number;
  firm: number;
}
type Models = ReadonlyMap<string, Model>;

/** The print of a page's dates, one entry for each cell in order; null for a cell without a date. */
export class PagePrint {
  readonly #dates: readonly (SpelledDate | null)[];
  readonly #glyphs: readonly (readonly Glyph[])[];
  readonly #models: Models;
  readonly #mixed: ReadonlySet<string>;

  constructor(dates: readonly (SpelledDate | null)[]) {
    this.#glyphs = dates.map((date) => (date === null ? [] : glyphsOf(date.picture, date.spelled)));
    const first = modelsOf(dates, this.#glyphs);
    // A date that the others contradict is no model.
    this.#dates = dates.map((date, at) => {
      const is = date === null ? "unknown" : verdictOf(this.#glyphs[at] ?? [], date, date.spelled, first);
      return is === "contradicted" ? null : date;
    });
    this.#models = modelsOf(this.#dates, this.#glyphs);
    this.#mixed = mixedDigits(dates, this.#glyphs, this.#dates, this.#models);
  }

  /** Whether the date in a cell is spelled like that: as long as the one that it was given as, with the same separators. */
  verdict(cell: number, spelled: string): ShapeVerdict {
    const verdict = verdictOf(this.#glyphs[cell] ?? [], this.#dates[cell] ?? null, spelled, this.#models);
    return verdict === "borneOut" && [...spelled].some((digit) => this.#mixed.has(digit)) ? "unknown" : verdict;
  }
}

/** The digits as which pictures of several digits were taken. */
function mixedDigits(
  dates: readonly (SpelledDate | null)[],
  glyphs: readonly (readonly Glyph[])[],
  trusted: readonly (SpelledDate | null)[],
  models: Models,
): Set<string> {
  const kept = new Map<string, { near: number; all: number }>();
  dates.forEach((date, cell) => {
    if (date === null) return;
    ratiosOf(glyphs[cell] ?? [], trusted[cell] ?? null, date.spelled, models).forEach((ratio, at) => {
      if (ratio === null) return;
      const digit = date.spelled[at] as string;
      const { near, all } = kept.get(digit) ?? { near: 0, all: 0 };
      kept.set(digit, { near: near + (ratio < NEARER ? 1 : 0), all: all + 1 });
    });
  });
  return new Set([...kept].flatMap(([digit, { near, all }]) => (near < OF_ONE_KIND * all ? [digit] : [])));
}

function verdictOf(glyphs: readonly Glyph[], given: SpelledDate | null, spelled: string, models: Models): ShapeVerdict {
  if (glyphs.length !== spelled.length) return "unknown";
  const ratios = ratiosOf(glyphs, given, spelled, models).filter((_, at) => glyphs[at] !== null);
  if (ratios.some((ratio) => ratio !== null && ratio > FARTHER)) return "contradicted";
  return ratios.every((ratio) => ratio !== null && ratio < NEARER) ? "borneOut" : "unknown";
}

/**
 * How far each glyph is from the model of the digit that it is spelled as, in distances from the nearest other one; null for separators and without models.
 * @param given what the models hold of these very glyphs, which says nothing about themselves.
 */
function ratiosOf(
  glyphs: readonly Glyph[],
  given: SpelledDate | null,
  spelled: string,
  models: Models,
): (number | null)[] {
  return glyphs.map((glyph, at) => {
    if (glyph === null) return null;
    const distances = new Map<string, number>();
    for (const [digit, model] of models) {
      const own = given !== null && given.spelled[at] === digit;
      const mean = meanOf(model, own ? { glyph, firm: given.firm } : null);
      if (mean !== null) distances.set(digit, distance(glyph, mean));
    }
    const digit = spelled[at] as string;
    const others = [...distances].filter(([other]) => other !== digit).map(([, far]) => far);
    const to = distances.get(digit);
    return to === undefined || others.length === 0 ? null : to / Math.min(...others);
  });
}

function modelsOf(dates: readonly (SpelledDate | null)[], glyphs: readonly (readonly Glyph[])[]): Models {
  const models = new Map<string, Model>();
  dates.forEach((date, cell) => {
    glyphs[cell]?.forEach((glyph, at) => {
      if (date === null || glyph === null) return;
      const digit = date.spelled[at] as string;
      const model = models.get(digit) ?? { sum: new Float32Array(glyph.length), count: 0, firm: 0 };
      models.set(digit, model);
      for (let place = 0; place < glyph.length; place += 1) (model.sum[place] as number) += glyph[place] as number;
      model.count += 1;
      model.firm += date.firm ? 1 : 0;
    });
  });
  return models;
}

/** The mean of a model's pictures but one; null where too few are left. */
function meanOf(model: Model, without: { readonly glyph: Shades; readonly firm: boolean } | null): Shades | null {
  const count = model.count - (without === null ? 0 : 1);
  const firm = model.firm - (without?.firm ? 1 : 0);
  if (count < LEAST_PICTURES || firm < LEAST_PICTURES) return null;
  return model.sum.map((sum, at) => (sum - (without?.glyph[at] ?? 0)) / count);
}

/** Of a glyph and a model, laid on one another as they fit best. */
function distance(glyph: Shades, model: Shades): number {
  let least = Number.POSITIVE_INFINITY;
  for (let up = -UPWARDS; up <= UPWARDS; up += 1) {
    for (let aside = -ASIDE; aside <= ASIDE; aside += 1) {
      let sum = 0;
      for (let row = UPWARDS; row < UPWARDS + ROWS; row += 1) {
        const at = row * STRIDE + ASIDE;
        const moved = at + up * STRIDE + aside;
        for (let x = 0; x < COLUMNS; x += 1) {
          sum += Math.abs((glyph[moved + x] as number) - (model[at + x] as number));
        }
      }
      least = Math.min(least, sum);
    }
  }
  return least;
}

/** The characters cut out by their order: all digits are of one width, and all separators. */
function glyphsOf(picture: Bitmap, spelled: string): Glyph[] {
  const { upper, lower } = profileOf(picture, 1);
  const high = lower.at - upper.at + 1;
  if (high < picture.height / 2) return [];
  const widths = [...spelled].map((letter) => (isDigit(letter) ? 1 : SEPARATOR));
  const unit = picture.width / widths.reduce((sum, width) => sum + width, 0);
  let left = 0;
  return [...spelled].map((letter, at) => {
    const from = left;
    left += (widths[at] as number) * unit;
    return isDigit(letter) ? shadesOf(picture, { left: from, top: upper.at, width: unit, height: high }) : null;
  });
}

function isDigit(letter: string): boolean {
  return letter >= "0" && letter <= "9";
}

/** Each shade is the share of ink among nine places of its part of the box. */
function shadesOf(
  { width, height, pixels }: Bitmap,
  box: { left: number; top: number; width: number; height: number },
): Shades {
  const out = new Float32Array((ROWS + 2 * UPWARDS) * STRIDE);
  for (let at = 0; at < out.length; at += 1) {
    const column = (at % STRIDE) - ASIDE;
    const row = Math.floor(at / STRIDE) - UPWARDS;
    for (const part of PARTS) {
      const x = Math.floor(box.left + ((column + part.x) / COLUMNS) * box.width);
      const y = Math.floor(box.top + ((row + part.y) / ROWS) * box.height);
      const inside = x >= 0 && y >= 0 && x < width && y < height;
      if (inside && (pixels[y * width + x] as number) < INK_BELOW) (out[at] as number) += 1 / PARTS.length;
    }
  }
  return out;
}

const THIRDS = [1 / 6, 1 / 2, 5 / 6];
const PARTS = THIRDS.flatMap((x) => THIRDS.map((y) => ({ x, y })));
