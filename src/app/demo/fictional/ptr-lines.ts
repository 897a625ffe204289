/** Wraps the form's texts to the width of its columns. */
import { measureWidthEm } from "./georgia.ts";

/** Part of a line in one color. Only the asset type code is gray. */
export interface Run {
  readonly text: string;
  readonly gray: boolean;
}

/** Wraps a text to lines of at most `width` (in em of the text's size); a longer word gets a line of its own. */
export function wrapText(text: string, width: number, firstWidth = width): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && measureWidthEm(longer) > (lines.length === 0 ? firstWidth : width)) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** The asset cell: name, ticker in parentheses, and the asset type code in gray. A code that does not fit gets its own line. */
export function layOutAsset(name: string, ticker: string | null, code: string, width: number): Run[][] {
  const lines = wrapText(ticker === null ? name : `${name} (${ticker})`, width).map((text): Run[] => [
    { text, gray: false },
  ]);
  const last = lines.at(-1);
  const text = last?.[0]?.text ?? "";
  if (last && measureWidthEm(`${text} [${code}]`) <= width) last.push({ text: ` [${code}]`, gray: true });
  else lines.push([{ text: `[${code}]`, gray: true }]);
  return lines;
}
