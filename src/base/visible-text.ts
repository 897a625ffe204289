/** Control characters that move a terminal's cursor (all but newline and tab), and marks that reverse the direction of text. */
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Makes control characters and direction marks visible: replaces an ASCII control character with its picture (from U+2400, so
 * escape becomes `␛`) and any other with U+FFFD. No real report contains one; a hostile page must be able neither to control a
 * terminal nor to disguise one text as another.
 */
export function toVisibleText(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\ufffd";
  });
}
