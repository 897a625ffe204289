/** Mutations of Senate pages: of their text, columns, cells, rows and totals. */
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

function findPieces(html: string, pattern: RegExp): readonly Piece[] {
  return Array.from(html.matchAll(pattern), (found) => ({
    from: found.index,
    to: found.index + found[0].length,
    html: found[0],
  }));
}

const replacePiece = (html: string, { from, to }: Piece, by: string): string =>
  html.slice(0, from) + by + html.slice(to);
const findRows = (html: string): readonly Piece[] =>
  findPieces(html, /<tr\b[^>]*>(?:(?!<\/tr>)[\s\S])*<\/tr>/gi).filter(({ html: row }) => /<td\b/i.test(row));
const findHeaders = (html: string): readonly Piece[] => findPieces(html, /<th\b[^>]*>[\s\S]*?<\/th>/gi);
const findCells = (html: string): readonly Piece[] => findPieces(html, /<td\b[^>]*>[\s\S]*?<\/td>/gi);
const getText = (piece: string): string =>
  piece
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();
const changeText = (piece: string, by: (text: string) => string): string =>
  piece.replace(
    /^(<[^>]*>)([\s\S]*)(<\/[^>]*>)$/,
    (_, open: string, text: string, close: string) => open + by(text) + close,
  );

function mutatePiece(
  of: (html: string) => readonly Piece[],
  change: (piece: string, draw: RandomSource) => string,
): Mutate {
  return (html, draw) => {
    const found = of(html);
    return found.length === 0
      ? null
      : { html: replacePiece(html, ...changePiece(draw.pick(found), (piece) => change(piece, draw))) };
  };
}

const changePiece = (piece: Piece, change: (html: string) => string): [Piece, string] => [piece, change(piece.html)];

/** Swaps two cells in every row, and in the header if `header` is true. */
function swapColumns(html: string, draw: RandomSource, header: boolean): string | null {
  const [first] = findRows(html);
  const count = first ? findCells(first.html).length : 0;
  if (count < 2) return null;
  const [one, other] = [draw.drawInteger(0, count - 1), draw.drawInteger(0, count - 1)];
  if (one === other) return null;
  const swap = (row: string, of: (html: string) => readonly Piece[]): string => {
    const found = of(row);
    const [a, b] = [found[Math.min(one, other)], found[Math.max(one, other)]];
    return a && b ? replacePiece(replacePiece(row, b, a.html), a, b.html) : row;
  };
  const body = findRows(html)
    .toReversed()
    .reduce((page, row) => replacePiece(page, row, swap(row.html, findCells)), html);
  return header ? swap(body, findHeaders) : body;
}

function dropColumn(html: string, draw: RandomSource): string {
  const at = draw.drawInteger(0, 8);
  const drop = (row: string, of: (html: string) => readonly Piece[]): string => {
    const piece = of(row)[at];
    return piece ? replacePiece(row, piece, "") : row;
  };
  return drop(
    findRows(html)
      .toReversed()
      .reduce((page, row) => replacePiece(page, row, drop(row.html, findCells)), html),
    findHeaders,
  );
}

const lowerTotal = (html: string): string =>
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
    const [first] = findRows(html);
    const last = findRows(html).at(-1);
    if (!first || !last) return null;
    const from = draw.drawInteger(first.from, last.to - 2);
    const to = Math.min(last.to, from + draw.drawInteger(20, 4000));
    // A cut within one text cannot be detected, because nothing shows that the filer wrote more.
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
  "column renamed": mutatePiece(findHeaders, (cell, draw) => changeText(cell, () => draw.pick(NEW_HEADERS))),
  "column added": (html, draw) => {
    const added = findRows(html)
      .toReversed()
      .reduce((page, row) => replacePiece(page, row, row.html.replace(/<td\b/, "<td>new</td><td")), html);
    return { html: added.replace(/<th\b/, `<th>${draw.pick(NEW_HEADERS)}</th><th`) };
  },
  "column added without a header": (html) => ({
    html: findRows(html)
      .toReversed()
      .reduce((page, row) => replacePiece(page, row, row.html.replace(/<td\b/, "<td>new</td><td")), html),
  }),
  "column dropped": (html, draw) => ({ html: dropColumn(html, draw) }),
  "columns in another order": (html, draw) => {
    const moved = swapColumns(html, draw, true);
    return moved === null ? null : { html: moved };
  },
  "header's column doubled": (html, draw) => {
    const headers = findHeaders(html);
    const one = headers.length > 1 ? draw.pick(headers) : undefined;
    return one ? { html: replacePiece(html, one, one.html + one.html) } : null;
  },
};

const rowMutations: Readonly<Record<string, Mutate>> = {
  "row dropped": mutatePiece(findRows, () => ""),
  "row doubled": mutatePiece(findRows, (row) => row + row),
  "row doubled, the total with it": (html, draw) => {
    const rows = findRows(html);
    if (rows.length === 0) return null;
    const row = draw.pick(rows);
    return {
      html: replacePiece(html, row, row.html + row.html).replace(
        /\((\d+) transactions? total\)/,
        (_, n: string) => `(${Number(n) + 1} transactions total)`,
      ),
    };
  },
  "row hidden in a comment": mutatePiece(findRows, (row) => `<!-- ${row} -->`),
  "total changed": (html) => ({ html: lowerTotal(html) }),
  "total dropped": (html) => ({ html: html.replace(/\(\d+ transactions? total\)/, "") }),
  "owners' totals changed": (html) => ({
    html: html.replace(/(\d+) (Self|Joint|Spouse)/, (_, n: string, who: string) => `${Number(n) + 1} ${who}`),
  }),
  "table within a cell": mutatePiece(findCells, (cell) =>
    changeText(cell, (text) => `<table><tr><td>${text}</td></tr></table>`),
  ),
  "second table": (html) => ({ html: html.replace(/<table\b[\s\S]*<\/table>/, (table) => table + table) }),
  "cell dropped": mutatePiece(findCells, () => ""),
  "cell doubled": mutatePiece(findCells, (cell) => cell + cell),
  "cell without its end": mutatePiece(findCells, (cell) => cell.replace("</td>", "")),
  "row without its end": mutatePiece(findRows, (row) => row.replace("</tr>", "")),
  "markup in a cell": mutatePiece(findCells, (cell, draw) =>
    changeText(cell, (text) => (draw.drawBoolean(0.5) ? `<span class="x"> ${text} </span>` : `<b><i>${text}</i></b>`)),
  ),
  "letters as entities": (html, draw) => {
    const cells = findCells(html).filter(({ html: cell }) => /^<td[^>]*>[^<&]*<\/td>$/.test(cell));
    if (cells.length === 0) return null;
    const cell = draw.pick(cells);
    return {
      html: replacePiece(
        html,
        cell,
        changeText(cell.html, (text) => text.replace(/[A-Za-z]/g, (letter) => `&#${letter.charCodeAt(0)};`)),
      ),
    };
  },
};

const valueMutations: Readonly<Record<string, Mutate>> = Object.fromEntries(
  CELLS.map(({ name, is, values }): [string, Mutate] => [
    `new ${name}`,
    (html, draw) => {
      const cells = findCells(html).filter(({ html: cell }) => is.test(getText(cell)));
      if (cells.length === 0) return null;
      const value = draw.pick(values);
      const shown = /^(?:--)?$/.test(value) ? null : value;
      const cell = draw.pick(cells);
      return {
        html: replacePiece(
          html,
          cell,
          changeText(cell.html, () => value),
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
