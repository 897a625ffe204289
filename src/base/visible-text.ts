/** Characters that move a terminal's cursor or reverse the order of letters: control characters but line end and tab, and marks of direction. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text with such characters made visible: a control character of ASCII as its picture (U+2400 and on, so an escape is `␛`), any
 * other as U+FFFD. No real report has one; a hostile page that has must neither write on a terminal nor pass for another text.
 */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\ufffd";
  });
}
