/** Undoes scaling: forms have fixed font sizes, but a generator may shrink a whole report if a text is too wide and unbreakable. */
import type { PageContent } from "../pdf/page-content.ts";

/** Size of the capitals of a report's title, in points. */
const TITLE_SIZE = 21;
/** Smaller relative differences are ignored; sizes are exact to a thousandth. */
const NOTICEABLE = 0.004;

/** Pure. Scales the pages so that the report's title has its full size. */
export function scaleToFullSize(pages: readonly PageContent[]): readonly PageContent[] {
  const by = toFullSize(pages);
  return by === 1 ? pages : pages.map((page) => scalePage(page, by));
}

/** Pure. The factor that gives the report's title its full size. */
export function toFullSize(pages: readonly PageContent[]): number {
  const title = Math.max(0, ...(pages[0]?.runs ?? []).filter(({ bold }) => bold).map(({ size }) => size));
  const by = title === 0 ? 1 : TITLE_SIZE / title;
  return Math.abs(by - 1) < NOTICEABLE ? 1 : by;
}

function scalePage({ runs, marks, imageShare, canvasTop }: PageContent, by: number): PageContent {
  return {
    imageShare,
    canvasTop,
    runs: runs.map((run) => ({
      ...run,
      x: run.x * by,
      right: run.right * by,
      y: run.y * by,
      size: run.size * by,
      starts: run.starts.map((start) => start * by),
    })),
    marks: marks.map((mark) => ({
      ...mark,
      x: mark.x * by,
      y: mark.y * by,
      width: mark.width * by,
      height: mark.height * by,
    })),
  };
}
