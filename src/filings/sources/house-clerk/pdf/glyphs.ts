/**
 * Maps glyphs of the Clerk's PDFs to characters. The forms use Georgia with Identity-H encoding, so a character code is Georgia's
 * glyph number; the ToUnicode maps are wrong (one generation loses letter case, the other maps small capitals to NUL).
 */

/** A glyph as provided by pdf.js in `showText`. */
export interface Glyph {
  readonly originalCharCode: number;
  readonly unicode: string;
  /** Advance in thousandths of the font size. */
  readonly width: number;
  readonly isSpace: boolean;
}

interface Letter {
  readonly text: string;
  /** A small capital, used by the forms only for their own labels, never for a filer's text. `text` is its lower-case letter. */
  readonly smallCapital: boolean;
}

const FIRST_ASCII = 3;
const LAST_ASCII = 97;
const ASCII_OFFSET = 29;
const FIRST_SMALL_CAPITAL = 643;
const LAST_SMALL_CAPITAL = 668;
const LOWER_A = 97;
// Non-ASCII letters of the font Georgia by glyph number, in Macintosh order. A letter is used only to correct upper and lower
// case. The PDF's ToUnicode map must have the same letter, possibly in the wrong case.
const ACCENTED: ReadonlyMap<number, string> = new Map(
  [
    { first: 98, letters: "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü" },
    { first: 172, letters: "ÀÃÕŒœ" },
  ].flatMap(({ first, letters }) => Array.from(letters, (letter, at): [number, string] => [first + at, letter])),
);
/** Shown for a glyph that the document does not identify. */
const UNKNOWN = "\ufffd";

/** True for the name of a font whose codes are Georgia's glyph numbers: `ABCDEF+Georgia,Bold`, `Georgia-Bold`. */
export function isGeorgia(fontName: string): boolean {
  return /^(?:[A-Z]{6}\+)?Georgia(?:[,-]|$)/i.test(fontName);
}

/** Pure. Returns a glyph's letter. ToUnicode maps are wrong for the font Georgia, but right for the fonts of arrows and boxes. */
export function toLetter(glyph: Glyph, georgia: boolean): Letter {
  const code = glyph.originalCharCode;
  if (georgia && code >= FIRST_ASCII && code <= LAST_ASCII) {
    return { text: String.fromCharCode(code + ASCII_OFFSET), smallCapital: false };
  }
  if (georgia && code >= FIRST_SMALL_CAPITAL && code <= LAST_SMALL_CAPITAL) {
    return { text: String.fromCharCode(LOWER_A + code - FIRST_SMALL_CAPITAL), smallCapital: true };
  }
  // pdf.js returns the code itself if it is missing from the map.
  if (georgia && (glyph.unicode === "" || glyph.unicode === String.fromCharCode(code))) {
    return { text: UNKNOWN, smallCapital: false };
  }
  const accented = georgia ? ACCENTED.get(code) : undefined;
  if (accented?.toLowerCase() === glyph.unicode.toLowerCase() && accented !== undefined) {
    return { text: accented, smallCapital: false };
  }
  return { text: replaceControlCharacters(glyph.unicode), smallCapital: false };
}

/** Pure. Replaces no-break spaces, tabs and line breaks by spaces, and other control characters by `UNKNOWN`. */
function replaceControlCharacters(unicode: string): string {
  return unicode.replace(/[\t\n\r\u00a0]/g, " ").replace(/[\u0000-\u001f\u007f]/g, UNKNOWN);
}
