/** Undoes scaling: forms have fixed font sizes, but a generator shrinks the whole report if an unbreakable text is too wide. */
import type { PageContent } from "../pdf/page-content.ts";

/** Size of the capitals of a report's title, in points. */
const TITLE_SIZE = 21;
// A report is scaled only if the title's size differs from `TITLE_SIZE` by at least this fraction. A difference of this fraction
// is real, since text sizes are read with an error of at most 0.1%.
const NOTICEABLE = 0.004;

/** Pure. Scales the pages so that the report's title has the size `TITLE_SIZE`. */
export function scaleToFullSize(pages: readonly PageContent[]): readonly PageContent[] {
  const factor = computeFullSizeFactor(pages);
  return factor === 1 ? pages : pages.map((page) => scalePage(page, factor));
}

/** Pure. Computes the factor that gives the report's title the size `TITLE_SIZE`. */
export function computeFullSizeFactor(pages: readonly PageContent[]): number {
  const title = Math.max(0, ...(pages[0]?.runs ?? []).filter(({ bold }) => bold).map(({ size }) => size));
  const factor = title === 0 ? 1 : TITLE_SIZE / title;
  return Math.abs(factor - 1) < NOTICEABLE ? 1 : factor;
}

function scalePage({ runs, marks, imageShare, canvasTop }: PageContent, factor: number): PageContent {
  return {
    imageShare,
    canvasTop,
    runs: runs.map((run) => ({
      ...run,
      x: run.x * factor,
      right: run.right * factor,
      y: run.y * factor,
      size: run.size * factor,
      starts: run.starts.map((start) => start * factor),
    })),
    marks: marks.map((mark) => ({
      ...mark,
      x: mark.x * factor,
      y: mark.y * factor,
      width: mark.width * factor,
      height: mark.height * factor,
    })),
  };
}
