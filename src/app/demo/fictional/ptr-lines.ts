/** Breaks the form's texts into lines as its columns are wide. */
import { widthOf } from "./georgia.ts";

/** A run of one line: the class code is printed in gray. */
export interface Run {
  readonly text: string;
  readonly gray: boolean;
}

/** Words of a text on lines of at most `width` (in em of the text's size); a word that is longer stands alone. */
export function wrap(text: string, width: number, firstWidth = width): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && widthOf(longer) > (lines.length === 0 ? firstWidth : width)) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** The asset cell: name, ticker in brackets, and the class code in gray, which stands alone when it does not fit. */
export function assetLines(name: string, ticker: string | null, code: string, width: number): Run[][] {
  const lines = wrap(ticker === null ? name : `${name} (${ticker})`, width).map((text): Run[] => [
    { text, gray: false },
  ]);
  const last = lines.at(-1);
  const text = last?.[0]?.text ?? "";
  if (last && widthOf(`${text} [${code}]`) <= width) last.push({ text: ` [${code}]`, gray: true });
  else lines.push([{ text: `[${code}]`, gray: true }]);
  return lines;
}
