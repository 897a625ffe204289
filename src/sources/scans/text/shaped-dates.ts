/** The dates of a page beside what its print says of their digits. */
import { spelledLike } from "./date.ts";
import { countOf, FAINT, isFirm, type Seen } from "./date-votes.ts";
import { PagePrint, type ShapeVerdict } from "./digit-shapes.ts";

/**
 * Pure: each cell's date with the print's verdict on it. The print bears out none beside another one that a look saw and that it does not contradict. Where it
 * contradicts the date that most looks saw, and bears out the only other one, that is the cell's date.
 */
export function shapedDates(cells: readonly Seen[]): Seen[] {
  const print = new PagePrint(
    cells.map((cell) => {
      const { picture, text } = cell.votes;
      const spelled = cell.agreeing > 1 ? spelledLike(cell.date ?? "", text?.text ?? "") : null;
      return picture === undefined || spelled === null ? null : { picture, spelled, firm: isFirm(cell) };
    }),
  );
  return cells.map((cell, at) => {
    const verdictOf = (date: string): ShapeVerdict => {
      const spelled = spelledLike(date, cell.votes.text?.text ?? "");
      return spelled === null ? "unknown" : print.verdict(at, spelled);
    };
    if (cell.date === null) return cell;
    const others = cell.votes.dates.filter(({ date }) => date !== cell.date);
    const told = others.every(({ date }) => verdictOf(date) === "contradicted");
    const verdict = verdictOf(cell.date);
    const shape = verdict === "borneOut" && !told ? "unknown" : verdict;
    return shape === "contradicted" ? (borneOutInstead(cell, verdictOf) ?? { ...cell, shape }) : { ...cell, shape };
  });
}

function borneOutInstead(cell: Seen, verdictOf: (date: string) => ShapeVerdict): Seen | null {
  const { dates } = cell.votes;
  const [date, ...more] = [...countOf(dates.map((look) => look.date)).keys()].filter((other) => other !== cell.date);
  if (date === undefined || more.length > 0 || verdictOf(date) !== "borneOut") return null;
  const looks = dates.filter((look) => look.date === date);
  const confidence = Math.max(...looks.map((look) => look.confidence));
  if (confidence < FAINT) return null;
  return {
    ...cell,
    date,
    confidence,
    agreeing: looks.length,
    dissenting: dates.length - looks.length,
    shape: "borneOut",
  };
}
