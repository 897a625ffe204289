/** Measures one line of the Senate's form: its marks and the positions of its texts. */
import type { PageBox } from "../../../../domain/trade.ts";
import type { Bitmap } from "../../../imaging/raster/bitmap.ts";
import type { Ink } from "../../../imaging/raster/ink.ts";
import type { Strip } from "../../../imaging/tables/table.ts";
import { type CellText, findCellText } from "../../../imaging/text/cell.ts";
import type { SenateForm } from "./form.ts";
import { chooseMarkedCell, countInkedCells, type Mark } from "./marks.ts";

export interface SenateLine {
  readonly strip: Strip;
  readonly type: Mark;
  readonly amount: Mark;
  /** Number of amount columns with ink. The form's printed example rows have ink in most amount columns. */
  readonly amountsInked: number;
  /** Box of the date's cell, in pixels of the high-resolution image of the page. Null if the cell is blank. */
  readonly date: PageBox | null;
  readonly asset: CellText | null;
  /** Left edge of the asset's text, in the page's pixels. An investment vehicle's name starts further left than its assets. */
  readonly indent: number;
}

/** Measures a line. @param text the high-resolution image of the page, for reading. @param ink a smaller image, for measuring. */
export function measureSenateLine(text: Bitmap, ink: Ink, form: SenateForm, strip: Strip): SenateLine {
  const factor = text.width / ink.width;
  const assetBox = toBox(form.asset, strip);
  const dateBox = scaleBox(toBox(form.date, strip), factor);
  const asset = findCellText(text, scaleBox(assetBox, factor));
  return {
    strip,
    type: chooseMarkedCell(ink, form.types, strip),
    amount: chooseMarkedCell(ink, form.amounts, strip),
    amountsInked: countInkedCells(ink, form.amounts, strip),
    date: findCellText(text, dateBox) === null ? null : dateBox,
    asset,
    indent: asset === null ? assetBox.left : findFirstInkColumn(ink, assetBox),
  };
}

export function toBox(column: Strip, line: Strip): PageBox {
  return { left: column.from, top: line.from, width: column.to - column.from, height: line.to - line.from };
}

export function scaleBox({ left, top, width, height }: PageBox, factor: number): PageBox {
  return { left: left * factor, top: top * factor, width: width * factor, height: height * factor };
}

/** Finds the leftmost pixel column of a box with at least `MIN_INK` pixels of ink, ignoring the box's edges. */
function findFirstInkColumn({ width, at }: Ink, { left, top, width: wide, height }: PageBox): number {
  const edge = Math.ceil(0.12 * height);
  for (let x = left + EDGE; x < left + wide - EDGE; x += 1) {
    let sum = 0;
    for (let y = top + edge; y < top + height - edge; y += 1) sum += at[y * width + x] as number;
    if (sum >= MIN_INK) return x;
  }
  return left + wide;
}

const EDGE = 4;
const MIN_INK = 2;
