/**
 * Glyph ids and advance widths (thousandths of an em) of the font Georgia. The House's form generator writes glyph ids instead
 * of character codes: id = character code - 29 for the printable ASCII characters, small capitals a to z from 643 on.
 */

export type Weight = "regular" | "bold";

/** Advance widths of the character codes 32 to 126. */
const REGULAR = [
  241, 331, 412, 643, 610, 817, 710, 215, 375, 375, 472, 643, 270, 374, 270, 469, 614, 430, 559, 552, 565, 528, 566,
  502, 596, 566, 313, 313, 643, 643, 643, 479, 967, 671, 654, 642, 749, 653, 599, 725, 815, 390, 518, 694, 604, 927,
  767, 744, 610, 744, 702, 561, 619, 756, 667, 976, 710, 615, 602, 375, 469, 375, 643, 643, 500, 504, 560, 454, 574,
  483, 325, 509, 582, 293, 292, 536, 286, 881, 591, 539, 571, 560, 410, 432, 345, 575, 497, 737, 505, 492, 444, 430,
  375, 430, 643,
];
const BOLD = [
  254, 380, 518, 703, 641, 871, 800, 259, 450, 450, 482, 703, 328, 380, 328, 472, 701, 488, 627, 617, 647, 594, 649,
  555, 688, 649, 367, 367, 703, 703, 703, 548, 967, 758, 757, 715, 834, 723, 671, 807, 908, 446, 601, 806, 684, 1029,
  839, 820, 701, 820, 797, 649, 684, 829, 762, 1130, 815, 745, 689, 450, 472, 450, 703, 703, 500, 596, 647, 531, 663,
  572, 393, 577, 669, 354, 344, 645, 344, 1016, 690, 636, 658, 647, 520, 513, 398, 677, 568, 863, 571, 562, 527, 503,
  450, 503, 703,
];
/** Advance widths of the small capitals a to z. */
const SMALL_REGULAR = [
  537, 536, 514, 615, 522, 482, 585, 667, 317, 414, 555, 495, 761, 627, 595, 494, 595, 578, 449, 505, 624, 537, 780,
  568, 492, 481,
];
const SMALL_BOLD = [
  625, 660, 597, 703, 579, 546, 675, 769, 388, 481, 645, 563, 858, 695, 704, 620, 704, 701, 542, 576, 710, 612, 904,
  652, 596, 551,
];

const FIRST_SMALL_CAPITAL = 643;
/** Other characters used in the form; both weights use the width of the regular weight. */
const OTHERS: ReadonlyMap<string, { readonly glyph: number; readonly width: number }> = new Map([
  ["É", { glyph: 101, width: 653 }],
  ["á", { glyph: 105, width: 504 }],
  ["é", { glyph: 112, width: 483 }],
  ["ë", { glyph: 115, width: 483 }],
  ["í", { glyph: 116, width: 293 }],
  ["ñ", { glyph: 120, width: 591 }],
  ["ü", { glyph: 129, width: 575 }],
  ["•", { glyph: 135, width: 393 }],
  ["–", { glyph: 177, width: 643 }],
  ["’", { glyph: 182, width: 227 }],
]);
const OTHER_WIDTHS = new Map(Array.from(OTHERS.values(), ({ glyph, width }) => [glyph, width]));
const LOWER_A = "a".charCodeAt(0);
const LOWER_Z = "z".charCodeAt(0);

/** @throws {Error} for a character that the form never prints. */
export function getGlyph(character: string, smallCapitals: boolean): number {
  const code = character.charCodeAt(0);
  if (smallCapitals && code >= LOWER_A && code <= LOWER_Z) return FIRST_SMALL_CAPITAL + code - LOWER_A;
  const other = OTHERS.get(character);
  if (other !== undefined) return other.glyph;
  if (code < 32 || code > 126) throw new Error(`No glyph for ${JSON.stringify(character)}.`);
  return code - 29;
}

export function measureWidthEm(text: string, weight: Weight = "regular", smallCapitals = false): number {
  let thousandths = 0;
  for (const character of text) thousandths += getGlyphWidth(getGlyph(character, smallCapitals), weight);
  return thousandths / 1000;
}

function getGlyphWidth(glyph: number, weight: Weight): number {
  const other = OTHER_WIDTHS.get(glyph);
  if (other !== undefined) return other;
  const [plain, small] = weight === "bold" ? [BOLD, SMALL_BOLD] : [REGULAR, SMALL_REGULAR];
  return (glyph >= FIRST_SMALL_CAPITAL ? small[glyph - FIRST_SMALL_CAPITAL] : plain[glyph - 3]) ?? 0;
}

/** The font's `/W` array, without which all glyphs of a run would have zero width. */
export function formatWidthArray(weight: Weight): string {
  const [plain, small] = weight === "bold" ? [BOLD, SMALL_BOLD] : [REGULAR, SMALL_REGULAR];
  const others = Array.from(OTHER_WIDTHS, ([glyph, width]) => `${glyph} [${width}]`).join(" ");
  return `[3 [${plain.join(" ")}] ${others} ${FIRST_SMALL_CAPITAL} [${small.join(" ")}]]`;
}

/** Glyph to Unicode as in the form's documents: small capitals map to U+0000, which is why plain text readers lose the labels. */
export function createUnicodeMap(): ReadonlyMap<number, number> {
  const map = new Map<number, number>();
  for (let code = 32; code <= 126; code++) map.set(code - 29, code);
  for (const [character, { glyph }] of OTHERS) map.set(glyph, character.charCodeAt(0));
  for (let index = 0; index < 26; index++) map.set(FIRST_SMALL_CAPITAL + index, 0);
  return map;
}
