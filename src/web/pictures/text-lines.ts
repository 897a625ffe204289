/** Prepares text for SVG, which does not wrap lines. */

/** Wraps text to lines of at most `maxCharacters`; longer words are split. */
export function wrapText(text: string, maxCharacters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").flatMap((each) => each.match(new RegExp(`.{1,${maxCharacters}}`, "gsu")) ?? [])) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= maxCharacters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Replaces control characters, which XML forbids, and bidirectional marks, which could reorder the card's own words. */
export function toPrintableText(text: string): string {
  return text
    .slice(0, 500)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\ufffe\uffff]+/gu, " ")
    .trim();
}
