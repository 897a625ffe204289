/** Which kind of transaction each type column is for. */
import type { Layout } from "../grid/layout.ts";
import type { Strip } from "../grid/table.ts";
import { cropped, turned } from "../raster/bitmap.ts";
import { recognise } from "../text/engine.ts";
import type { UprightPage } from "./upright-page.ts";

/** `partial` beside a sale says that it was partial; `gains` is the question about capital gains. */
export type TypeColumn = "P" | "S" | "S (partial)" | "E" | "partial" | "gains";

export interface TypeColumns {
  readonly columns: readonly TypeColumn[];
  /** Whether the headings bear them out, or the form can have no others. */
  readonly sure: boolean;
}

export const NO_COLUMNS: TypeColumns = { columns: [], sure: false };

/** Of the House's printings. A table with five has added the capital gains, which every one of them words otherwise. */
const USUAL: Readonly<Record<number, readonly TypeColumn[]>> = {
  3: ["P", "S", "E"],
  4: ["P", "S", "S (partial)", "E"],
  5: ["P", "S", "E", "gains", "partial"],
};

/** Reads the headings of the columns. @param header the line of the table that names them, if the page has one. */
export async function typeColumns(upright: UprightPage, layout: Layout, header: Strip | null): Promise<TypeColumns> {
  const usual = USUAL[layout.types.length];
  if (!usual) return NO_COLUMNS;
  if (!header) return { columns: usual, sure: usual.length === 3 };
  const read: (TypeColumn | null)[] = [];
  for (const column of layout.types) read.push(await headingOf(upright, column, header));
  const columns = usual.map((kind, i) => (isShortFor(read[i], kind) ? kind : (read[i] ?? kind)));
  const agreeing = columns.filter((kind, i) => read[i] === kind || isShortFor(read[i], kind)).length;
  // Headings that nobody can read are taken for the form's; those that say otherwise are believed where most can be read.
  const asUsual = columns.every((kind, i) => kind === usual[i]) && usual.length < 5;
  return { columns, sure: new Set(columns).size === columns.length && (asUsual || agreeing > columns.length / 2) };
}

/** Of `Partial Sale` one of the words may be too poor to be read. */
function isShortFor(read: TypeColumn | null | undefined, kind: TypeColumn): boolean {
  return kind === "S (partial)" && (read === "S" || read === "partial");
}

/** Headings stand level or, where the columns are narrow, upright. */
async function headingOf({ page }: UprightPage, column: Strip, header: Strip): Promise<TypeColumn | null> {
  const width = column.to - column.from;
  const height = header.to - header.from;
  const cell = cropped(page, { left: column.from + 2, top: header.from + 2, width: width - 4, height: height - 4 });
  const turns = height > 1.5 * width ? ([90, 0] as const) : ([0, 90] as const);
  for (const turn of turns) {
    const lines = await recognise(turned(cell, turn), "block");
    const kind = kindOf(
      lines
        .flat()
        .map(({ text }) => text)
        .join(" "),
    );
    if (kind) return kind;
  }
  return null;
}

function kindOf(heading: string): TypeColumn | null {
  const letters = heading.toLowerCase().replace(/[^a-z$0-9]/g, "");
  if (/gain|\$200|excee/.test(letters)) return "gains";
  if (/part[il1]a/.test(letters)) return /sa[l1i]e/.test(letters) ? "S (partial)" : "partial";
  if (/purch|rchas/.test(letters)) return "P";
  if (/exch|chang/.test(letters)) return "E";
  return /sa[l1i]e/.test(letters) ? "S" : null;
}
