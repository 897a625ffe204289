/** Mutations of the Senate's pages: of their text, their table's columns, their cells, their rows and totals. */
import type { RandomSource } from "../../../src/app/demo/fictional/chance.ts";
import type { Mutation } from "./judge.ts";

type Mutate = (
  html: string,
  draw: RandomSource,
) => { readonly html: string; readonly printed?: Mutation["printed"] } | null;

const NEW_HEADERS = ["Value", "Holder", "Security", "Kind", "Price", "Transaction Type", "Broker"];
const OWNERS = /^(?:Self|Joint|Spouse|Child|Dependent Child)$/;
const CELLS: readonly { readonly name: string; readonly is: RegExp; readonly values: readonly string[] }[] = [
  {
    name: "type",
    is: /^(?:Purchase|Sale \(Full\)|Sale \(Partial\)|Exchange)$/,
    values: ["Gift", "Sale", "--", "", "Purchase / Sale"],
  },
  { name: "owner", is: OWNERS, values: ["Partner", "", "--", "Self Joint"] },
  { name: "date", is: /^\d\d\/\d\d\/\d{4}$/, values: ["2025-01-02", "--", "", "13/45/2025", "Jan 2"] },
  { name: "amount", is: /^\$[\d,]+ - *\$[\d,]+$/, values: ["$1,001 to $15,000", "--", "Unknown", "$15,000+", ""] },
];

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly html: string;
}

function pieces(html: string, pattern: RegExp): readonly Piece[] {
  return Array.from(html.matchAll(pattern), (found) => ({
    from: found.index,
    to: found.index + found[0].length,
    html: found[0],
  }));
}

const put = (html: string, { from, to }: Piece, by: string): string => html.slice(0, from) + by + html.slice(to);
const rowsOf = (html: string): readonly Piece[] =>
  pieces(html, /<tr\b[^>]*>(?:(?!<\/tr>)[\s\S])*<\/tr>/gi).filter(({ html: row }) => /<td\b/i.test(row));
const headersOf = (html: string): readonly Piece[] => pieces(html, /<th\b[^>]*>[\s\S]*?<\/th>/gi);
const cellsOf = (html: string): readonly Piece[] => pieces(html, /<td\b[^>]*>[\s\S]*?<\/td>/gi);
const textOf = (piece: string): string =>
  piece
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();
const inner = (piece: string, by: (text: string) => string): string =>
  piece.replace(
    /^(<[^>]*>)([\s\S]*)(<\/[^>]*>)$/,
    (_, open: string, text: string, close: string) => open + by(text) + close,
  );

function onPiece(
  of: (html: string) => readonly Piece[],
  change: (piece: string, draw: RandomSource) => string,
): Mutate {
  return (html, draw) => {
    const found = of(html);
    return found.length === 0
      ? null
      : { html: put(html, ...withPiece(draw.pick(found), (piece) => change(piece, draw))) };
  };
}

const withPiece = (piece: Piece, change: (html: string) => string): [Piece, string] => [piece, change(piece.html)];

/** Every row's cells in another order, the header's too or not. */
function reordered(html: string, draw: RandomSource, header: boolean): string | null {
  const [first] = rowsOf(html);
  const count = first ? cellsOf(first.html).length : 0;
  if (count < 2) return null;
  const [one, other] = [draw.drawInteger(0, count - 1), draw.drawInteger(0, count - 1)];
  if (one === other) return null;
  const swap = (row: string, of: (html: string) => readonly Piece[]): string => {
    const found = of(row);
    const [a, b] = [found[Math.min(one, other)], found[Math.max(one, other)]];
    return a && b ? put(put(row, b, a.html), a, b.html) : row;
  };
  const body = rowsOf(html)
    .toReversed()
    .reduce((page, row) => put(page, row, swap(row.html, cellsOf)), html);
  return header ? swap(body, headersOf) : body;
}

function columnDropped(html: string, draw: RandomSource): string {
  const at = draw.drawInteger(0, 8);
  const drop = (row: string, of: (html: string) => readonly Piece[]): string => {
    const piece = of(row)[at];
    return piece ? put(row, piece, "") : row;
  };
  return drop(
    rowsOf(html)
      .toReversed()
      .reduce((page, row) => put(page, row, drop(row.html, cellsOf)), html),
    headersOf,
  );
}

const fewer = (html: string): string =>
  html.replace(
    /\((\d+) (transactions?) total\)/,
    (_, count: string, word: string) => `(${Number(count) - 1} ${word} total)`,
  );

const pageMutations: Readonly<Record<string, Mutate>> = {
  "page cut": (html, draw) => ({ html: html.slice(0, draw.drawInteger(0, html.lastIndexOf("</html>"))) }),
  "page cut, its end kept": (html, draw) => ({
    html: `${html.slice(0, draw.drawInteger(0, html.length))}</tbody></table></div></section></main></body></html>`,
  }),
  "piece cut out of the table": (html, draw) => {
    const [first] = rowsOf(html);
    const last = rowsOf(html).at(-1);
    if (!first || !last) return null;
    const from = draw.drawInteger(first.from, last.to - 2);
    const to = Math.min(last.to, from + draw.drawInteger(20, 4000));
    // A cut within one text leaves nothing that shows that the filer wrote more.
    const within = !/[<>]/.test(html.slice(from, to));
    return { html: html.slice(0, from) + html.slice(to), printed: () => within };
  },
  "JSON instead": (html) => ({ html: JSON.stringify({ page: html }) }),
  "other classes": (html) => ({ html: html.replaceAll(/class="(?!filedReport)[^"]*"/g, 'class="v2"') }),
  "other white space": (html) => ({ html: html.replaceAll(/>\s+/g, ">\n\t ").replaceAll(/\s+</g, "&nbsp; <") }),
  "attributes added": (html) => ({ html: html.replaceAll(/<t([dr])>/g, '<t$1 data-x="1 > 0" role="cell">') }),
  "tags in capitals": (html) => ({
    html: html.replaceAll(/<(\/?)(t[dhr]|table|tbody|thead)\b/g, (_, slash, tag) => `<${slash}${tag.toUpperCase()}`),
  }),
  "comments added": (html) => ({ html: html.replaceAll("</td>", "<!-- <td>x</td> --></td>") }),
};

const columnMutations: Readonly<Record<string, Mutate>> = {
  "column renamed": onPiece(headersOf, (cell, draw) => inner(cell, () => draw.pick(NEW_HEADERS))),
  "column added": (html, draw) => {
    const added = rowsOf(html)
      .toReversed()
      .reduce((page, row) => put(page, row, row.html.replace(/<td\b/, "<td>new</td><td")), html);
    return { html: added.replace(/<th\b/, `<th>${draw.pick(NEW_HEADERS)}</th><th`) };
  },
  "column added without a header": (html) => ({
    html: rowsOf(html)
      .toReversed()
      .reduce((page, row) => put(page, row, row.html.replace(/<td\b/, "<td>new</td><td")), html),
  }),
  "column dropped": (html, draw) => ({ html: columnDropped(html, draw) }),
  "columns in another order": (html, draw) => {
    const moved = reordered(html, draw, true);
    return moved === null ? null : { html: moved };
  },
  "header's column doubled": (html, draw) => {
    const headers = headersOf(html);
    const one = headers.length > 1 ? draw.pick(headers) : undefined;
    return one ? { html: put(html, one, one.html + one.html) } : null;
  },
};

const rowMutations: Readonly<Record<string, Mutate>> = {
  "row dropped": onPiece(rowsOf, () => ""),
  "row doubled": onPiece(rowsOf, (row) => row + row),
  "row doubled, the total with it": (html, draw) => {
    const rows = rowsOf(html);
    if (rows.length === 0) return null;
    const row = draw.pick(rows);
    return {
      html: put(html, row, row.html + row.html).replace(
        /\((\d+) transactions? total\)/,
        (_, n: string) => `(${Number(n) + 1} transactions total)`,
      ),
    };
  },
  "row hidden in a comment": onPiece(rowsOf, (row) => `<!-- ${row} -->`),
  "total changed": (html) => ({ html: fewer(html) }),
  "total dropped": (html) => ({ html: html.replace(/\(\d+ transactions? total\)/, "") }),
  "owners' totals changed": (html) => ({
    html: html.replace(/(\d+) (Self|Joint|Spouse)/, (_, n: string, who: string) => `${Number(n) + 1} ${who}`),
  }),
  "table within a cell": onPiece(cellsOf, (cell) => inner(cell, (text) => `<table><tr><td>${text}</td></tr></table>`)),
  "second table": (html) => ({ html: html.replace(/<table\b[\s\S]*<\/table>/, (table) => table + table) }),
  "cell dropped": onPiece(cellsOf, () => ""),
  "cell doubled": onPiece(cellsOf, (cell) => cell + cell),
  "cell without its end": onPiece(cellsOf, (cell) => cell.replace("</td>", "")),
  "row without its end": onPiece(rowsOf, (row) => row.replace("</tr>", "")),
  "markup in a cell": onPiece(cellsOf, (cell, draw) =>
    inner(cell, (text) => (draw.drawBoolean(0.5) ? `<span class="x"> ${text} </span>` : `<b><i>${text}</i></b>`)),
  ),
  "letters as entities": (html, draw) => {
    const cells = cellsOf(html).filter(({ html: cell }) => /^<td[^>]*>[^<&]*<\/td>$/.test(cell));
    if (cells.length === 0) return null;
    const cell = draw.pick(cells);
    return {
      html: put(
        html,
        cell,
        inner(cell.html, (text) => text.replace(/[A-Za-z]/g, (letter) => `&#${letter.charCodeAt(0)};`)),
      ),
    };
  },
};

const valueMutations: Readonly<Record<string, Mutate>> = Object.fromEntries(
  CELLS.map(({ name, is, values }): [string, Mutate] => [
    `new ${name}`,
    (html, draw) => {
      const cells = cellsOf(html).filter(({ html: cell }) => is.test(textOf(cell)));
      if (cells.length === 0) return null;
      const value = draw.pick(values);
      const shown = /^(?:--)?$/.test(value) ? null : value;
      const cell = draw.pick(cells);
      return {
        html: put(
          html,
          cell,
          inner(cell.html, () => value),
        ),
        printed: (_, now) => now === shown,
      };
    },
  ]),
);

export const SENATE_MUTATIONS: Readonly<Record<string, Mutate>> = {
  ...pageMutations,
  ...columnMutations,
  ...rowMutations,
  ...valueMutations,
};
