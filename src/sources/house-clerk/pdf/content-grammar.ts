/** Whether a page's content stream is whole: its words are those of the language (ISO 32000-1, Annex A), and what it opens it closes. */

const WORDS =
  "b B b* B* BDC BMC BT BX c cm CS cs d d0 d1 Do DP EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' \" true false null".split(
    " ",
  );
/** By their characters as one number: a page has thousands of them. */
const OPERATORS = new Map(WORDS.map((word) => [keyOf(Buffer.from(word), 0, word.length), word]));
const LONGEST = 5;
const MOST_DIGITS = 15;

/** What a byte may be part of; a byte has one or more of these. */
const SPACE = 1;
const DIGIT = 2;
const LETTER = 4;
const HEXADECIMAL = 8;
const DELIMITER = 16;
const KINDS = Uint8Array.from({ length: 256 }, (_, code) => {
  const byte = String.fromCharCode(code);
  return (
    (/[ \t\r\n\f]/.test(byte) ? SPACE : 0) |
    (/[0-9]/.test(byte) ? DIGIT : 0) |
    (/[A-Za-z'"]/.test(byte) ? LETTER : 0) |
    (/[0-9A-Fa-f]/.test(byte) ? HEXADECIMAL : 0) |
    (/[[\]<>()/{}%\0]/.test(byte) ? DELIMITER : 0)
  );
});
const is = (byte: number | undefined, kinds: number): boolean => byte !== undefined && ((KINDS[byte] ?? 0) & kinds) > 0;
const code = (character: string): number => character.charCodeAt(0);
const [OPEN, CLOSE, LESS, MORE, SLASH, BACKSLASH, POINT] = [..."()<>/\\."].map(code);
const SIGNS = new Set([..."+-"].map(code));
const BRACKETS = new Set([..."[]"].map(code));
const LAST_OF_WORD = new Set([..."*01"].map(code));

/** Pure. What is wrong with the content, or null. */
export function faultOfContent(content: Uint8Array): string | null {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < content.length; ) {
    if (is(content[at], SPACE)) {
      at += 1;
      continue;
    }
    const end = is(content[at], LETTER) ? endOfWord(content, at) : endOfOperand(content, at);
    if (end < 0) return `has something unknown at byte ${at}`;
    if (is(content[at], LETTER)) {
      const operator = end - at > LONGEST ? undefined : OPERATORS.get(keyOf(content, at, end));
      if (operator === undefined) {
        return `has the unknown operator "${Buffer.from(content.subarray(at, Math.min(end, at + 20))).toString("latin1")}"`;
      }
      if (operator === "q") depth += 1;
      else if (operator === "Q") depth -= 1;
      else if (operator === "BT" || operator === "ET") {
        if (inText === (operator === "BT")) return "has a text that does not begin or does not end";
        inText = operator === "BT";
      }
      if (depth < 0) return "restores more than it saves";
    }
    at = end;
  }
  if (inText) return "ends within a text";
  return depth > 0 ? "ends before it restores what it saves" : null;
}

function keyOf(content: Uint8Array, from: number, to: number): number {
  let key = 0;
  for (let at = from; at < to; at++) key = key * 256 + (content[at] ?? 0);
  return key;
}

function endOfWord(content: Uint8Array, from: number): number {
  let at = from + 1;
  while (is(content[at], LETTER)) at += 1;
  return LAST_OF_WORD.has(content[at] ?? 0) ? at + 1 : at;
}

/** Where a number, name, string or bracket that begins at `from` ends; -1 when it is none, or does not end. */
function endOfOperand(content: Uint8Array, from: number): number {
  const first = content[from] ?? 0;
  const next = content[from + 1];
  if (BRACKETS.has(first)) return from + 1;
  if (first === SLASH) return endOfName(content, from + 1);
  if (first === OPEN) return endOfLiteral(content, from + 1);
  if (first === LESS) return next === LESS ? from + 2 : endOfGlyphs(content, from + 1);
  if (first === MORE) return next === MORE ? from + 2 : -1;
  return endOfNumber(content, SIGNS.has(first) ? from + 1 : from);
}

function endOfName(content: Uint8Array, from: number): number {
  let at = from;
  while (at < content.length && !is(content[at], SPACE | DELIMITER)) at += 1;
  return at > from ? at : -1;
}

function endOfLiteral(content: Uint8Array, from: number): number {
  for (let at = from; at < content.length; at++) {
    if (content[at] === CLOSE) return at + 1;
    if (content[at] === OPEN) return -1;
    if (content[at] === BACKSLASH) at += 1;
  }
  return -1;
}

/** The strings that Identity-H takes: four digits a glyph. */
function endOfGlyphs(content: Uint8Array, from: number): number {
  let at = from;
  while (is(content[at], HEXADECIMAL)) at += 1;
  return content[at] === MORE && (at - from) % 4 === 0 ? at + 1 : -1;
}

function endOfNumber(content: Uint8Array, from: number): number {
  const digitsAt = (start: number): number => {
    let at = start;
    while (is(content[at], DIGIT)) at += 1;
    return at - start;
  };
  const whole = digitsAt(from);
  const point = from + whole;
  const parts = content[point] === POINT ? digitsAt(point + 1) : -1;
  const end = point + 1 + parts;
  if (whole > MOST_DIGITS || parts > MOST_DIGITS || whole + Math.max(0, parts) === 0) return -1;
  return end >= content.length || is(content[end], SPACE | DELIMITER) ? end : -1;
}
