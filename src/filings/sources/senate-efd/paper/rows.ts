/** Converts a page's lines on the Senate's form to rows. A row has an investment vehicle if a line above names the vehicle. */

import { computeMedian } from "../../../../base/median.ts";
import type { ScannedField, ScannedRow } from "../../../../domain/scanned-page.ts";
import type { PageBox } from "../../../../domain/trade.ts";
import { BLANK, type Reading } from "../../../imaging/text/reading.ts";
import { AMOUNTS, type SenateForm, TYPES } from "./form.ts";
import { type SenateLine, toBox } from "./line.ts";
import type { Mark } from "./marks.ts";
import type { AssetReading } from "./read-asset.ts";

export interface ReadLine extends SenateLine {
  readonly assetReading: AssetReading;
  readonly dateReading: Reading;
}

// Number of example lines that are part of the printed form, above the filer's lines. A line at the top is taken for an example
// if at least `EXAMPLE_AMOUNTS` amount columns of the line contain ink.
const EXAMPLES = 2;
const EXAMPLE_AMOUNTS = 5;
/** Minimum indent of an asset held by an investment vehicle, as a share of a line's height. */
const INDENT = 0.2;

/** Returns all lines except printed examples and blank lines. */
export function pickFilledLines(lines: readonly SenateLine[]): SenateLine[] {
  return lines.filter(
    (line, at) => !(at < EXAMPLES && line.amountsInked >= EXAMPLE_AMOUNTS) && (line.asset !== null || isMarked(line)),
  );
}

/** A mark with less ink than this share of the page's median mark is uncertain: it may be dust. */
const SHARE_OF_MEDIAN = 0.2;

/** Pure. Makes a mark uncertain if it is much fainter than others: a page's marks are mostly made by one person or printer. */
export function markFaintMarksUncertain<L extends SenateLine>(lines: readonly L[]): L[] {
  const marks = lines.flatMap(({ type, amount }) => [type.inkShare, amount.inkShare]).filter((inked) => inked > 0);
  const least = SHARE_OF_MEDIAN * computeMedian(marks);
  const markUncertainIfFaint = (mark: Mark): Mark =>
    mark.inkShare < least ? { ...mark, sure: mark.at === null && mark.sure } : mark;
  return lines.map((line) => ({
    ...line,
    type: markUncertainIfFaint(line.type),
    amount: markUncertainIfFaint(line.amount),
  }));
}

function isMarked({ type, amount, date }: SenateLine): boolean {
  return type.at !== null || amount.at !== null || !type.sure || !amount.sure || date !== null;
}

/**
 * Pure. Converts lines to rows. A line without marks names an investment vehicle if the next line has marks and is indented
 * further. Lines below with the deeper indent are assets that the vehicle holds. Any other line without marks becomes a row of
 * its own. Such a line may continue the row above or be something else, so a person must review both rows.
 */
export function toScannedRows(lines: readonly ReadLine[], form: SenateForm): ScannedRow[] {
  const rows: ScannedRow[] = [];
  let holder: ReadLine | null = null;
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    if (isMarked(line)) {
      if (holder !== null && !isIndentedUnder(line, holder)) holder = null;
      rows.push(toScannedRow(line, form, holder));
    } else if (next !== undefined && isMarked(next) && isIndentedUnder(next, line)) {
      holder = line;
    } else {
      const above = rows.pop();
      if (above !== undefined) rows.push(markAssetUncertain(above));
      rows.push(toScannedRow(line, form, null));
    }
  }
  return rows;
}

function isIndentedUnder(line: SenateLine, holder: SenateLine): boolean {
  return line.indent - holder.indent >= INDENT * (line.strip.to - line.strip.from);
}

function toScannedRow(line: ReadLine, form: SenateForm, holder: ReadLine | null): ScannedRow {
  const { strip, type, amount, assetReading, dateReading } = line;
  const { owner, name, prefixed, confidence } = assetReading;
  const sureAsset = assetReading.sure && name !== "" && (holder?.assetReading.sure ?? true);
  // An asset without an owner prefix is probably not the filer's own if the investment vehicle that holds the asset has a prefix.
  const isOwnerClear = prefixed || !(holder?.assetReading.prefixed ?? false);
  const toField = (box: PageBox, reading: Reading): ScannedField => ({ ...reading, box });
  const assetBox = toBox(form.asset, strip);
  const held = holder?.assetReading.name.replace(/\s*:$/, "");
  return {
    box: toBox({ from: form.asset.from, to: form.amounts.at(-1)?.to ?? form.asset.to }, strip),
    handwritten: assetReading.handwritten,
    ...(held && { holder: held }),
    fields: {
      owner: toField(assetBox, { reading: owner, confidence, sure: sureAsset && isOwnerClear }),
      asset: toField(assetBox, { reading: name || null, confidence, sure: sureAsset }),
      transactionType: toField(buildTypeColumnsBox(form.types, line), toMarkReading(type, TYPES)),
      transactionDate: toField(toBox(form.date, strip), {
        ...dateReading,
        sure: dateReading.sure && !assetReading.handwritten,
      }),
      notificationDate: toField(toBox(form.date, strip), BLANK),
      amount: toField(buildTypeColumnsBox(form.amounts, line), toMarkReading(amount, AMOUNTS)),
    },
  };
}

function toMarkReading({ at, sure, confidence }: Mark, words: readonly string[]): Reading {
  return { reading: at === null ? null : (words[at] ?? null), confidence, sure: sure && at !== null };
}

function buildTypeColumnsBox(columns: SenateForm["types"], { strip }: SenateLine): PageBox {
  return toBox({ from: columns[0]?.from ?? 0, to: columns.at(-1)?.to ?? 0 }, strip);
}

function markAssetUncertain(row: ScannedRow): ScannedRow {
  return { ...row, fields: { ...row.fields, asset: { ...row.fields.asset, sure: false } } };
}
