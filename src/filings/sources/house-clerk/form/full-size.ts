/** The forms are set in fixed sizes. A generator of pages may shrink a whole report evenly, when a text is too wide for the sheet and cannot be broken. */
import type { PageContent } from "../pdf/page-content.ts";

/** The capitals of a report's title, in points. */
const TITLE_SIZE = 21;
/** Sizes are exact to a thousandth; a change of this share is a change. */
const NOTICEABLE = 0.004;

/** Pure. The pages as they are when the report's title has its full size. */
export function atFullSize(pages: readonly PageContent[]): readonly PageContent[] {
  const by = toFullSize(pages);
  return by === 1 ? pages : pages.map((page) => scaled(page, by));
}

/** Pure. The factor that gives the report's title its full size. */
export function toFullSize(pages: readonly PageContent[]): number {
  const title = Math.max(0, ...(pages[0]?.runs ?? []).filter(({ bold }) => bold).map(({ size }) => size));
  const by = title === 0 ? 1 : TITLE_SIZE / title;
  return Math.abs(by - 1) < NOTICEABLE ? 1 : by;
}

function scaled({ runs, marks, imageShare, canvasTop }: PageContent, by: number): PageContent {
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
