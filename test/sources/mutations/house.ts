/** Mutations of House reports: of their bytes, content streams, texts, columns and pages. */
import type { RandomSource } from "../../../src/app/demo/fictional/chance.ts";
import type { Mutation } from "./judge.ts";
import {
  assembleReport,
  type DrawnText,
  listDrawings,
  listTexts,
  moveText,
  type Part,
  replaceContent,
  showText,
  splitReport,
  toLatin1,
} from "./report-file.ts";

type Mutate = (bytes: Uint8Array, draw: RandomSource) => Omit<Mutation, "kind"> | null;

const HEADERS = ["ID", "Owner", "Asset", "Transaction", "Date", "Notification", "Amount", "Cap."];
const NEW_HEADERS = ["Value", "Holder", "Security", "Kind", "When", "Price", "Broker", "Currency"];
const DATE = /^\d{1,2}\/\d{1,2}\/\d{4}$/;
const CELLS: readonly { readonly name: string; readonly is: RegExp; readonly values: readonly string[] }[] = [
  { name: "type", is: /^(?:P|S|E|S \(partial\))$/, values: ["X", "Gift", "P (partial)", "Purchase", "s", "SP", "-"] },
  { name: "owner", is: /^(?:SP|JT|DC)$/, values: ["ST", "Self", "XX", "sp", "SP JT", "P"] },
  { name: "date", is: DATE, values: ["2025-01-02", "Jan 2, 2025", "1/2/25", "n/a", "01/02/2025 -", "P"] },
  {
    name: "amount",
    is: /^\$[\d,]+ - \$[\d,]+$/,
    values: ["$1,001 to $15,000", "$1.001 - $15.000", "None", "$15,000+", "Over 50,000,000", "EUR 1,001", "$1,001 -"],
  },
  { name: "status", is: /^(?:New|Amended|Deleted)$/, values: ["Corrected", "Withdrawn", "new?", "N"] },
];

/** Changes the content of one random page. @returns null if the change does not apply. */
function changeContent(
  bytes: Uint8Array,
  draw: RandomSource,
  change: (content: string, texts: readonly DrawnText[], draw: RandomSource) => string | null,
): Uint8Array | null {
  const parts = splitReport(bytes);
  const pages = listDrawings(parts);
  if (pages.length === 0) return null;
  const page = draw.pick(pages);
  const content = toLatin1(page.data);
  const changed = change(content, listTexts(content), draw);
  return changed === null || changed === content ? null : assembleReport(replaceContent(parts, page, changed));
}

/** Picks a random text that matches `is`; null if there is none. */
function pickText(texts: readonly DrawnText[], draw: RandomSource, is: (text: string) => boolean): DrawnText | null {
  const fit = texts.filter(({ text }) => is(text.trim()));
  return fit.length === 0 ? null : draw.pick(fit);
}

const isNotEmpty = (text: string): boolean => text !== "";
const removeText = (content: string, { from, to }: DrawnText): string => content.slice(0, from) + content.slice(to);
const replaceText = (content: string, { from, to }: DrawnText, text: string): string =>
  content.slice(0, from) + showText(content.slice(from, to), text) + content.slice(to);
const removeSpaces = (value: unknown): string => String(value ?? "").replace(/\s+/g, "");

/** Creates a check whether a field has lost exactly `text`, no more and no less. */
function createLossCheck(text: string): (before: unknown, now: unknown) => boolean {
  return (before, now) => {
    const [one, other, gone] = [removeSpaces(before), removeSpaces(now), removeSpaces(text)];
    const all = Array.from({ length: one.length + 1 }, (_, at) => [one.slice(0, at), one.slice(at)] as const);
    return (
      other.length < one.length &&
      (gone.includes(one) || all.some(([head, tail]) => other === head + tail.slice(gone.length)))
    );
  };
}

/**
 * Changes the list of pages in the Clerk's own reports, whose pages show their position. @returns null for generated reports:
 * their pages do not show it, so that another order is a different report.
 */
function changePages(bytes: Uint8Array, change: (kids: string[]) => string[] | null): Uint8Array | null {
  if (!Buffer.from(bytes).includes("/Encrypt")) return null;
  const parts = splitReport(bytes);
  const trees = parts.filter(({ head }) => /\/Type\s*\/Pages\b/.test(head));
  const [tree] = trees;
  const kids = tree?.head.match(/\/Kids\s*\[([^\]]*)\]/)?.[1]?.match(/\d+\s+\d+\s+R/g);
  if (tree === undefined || trees.length > 1 || !kids || kids.length < 2) return null;
  const changed = change([...kids]);
  if (changed === null) return null;
  const head = tree.head
    .replace(/\/Kids\s*\[[^\]]*\]/, `/Kids [${changed.join(" ")}]`)
    .replace(/\/Count\s+\d+/, `/Count ${changed.length}`);
  return assembleReport(parts.map((part): Part => (part === tree ? { ...part, head } : part)));
}

const toMutation = (bytes: Uint8Array | null): Omit<Mutation, "kind"> | null => (bytes === null ? null : { bytes });

function overwriteBytes(bytes: Uint8Array, draw: RandomSource, fill: (at: number) => number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const from = draw.drawInteger(0, copy.length - 1);
  const to = Math.min(copy.length, from + draw.drawInteger(1, draw.pick([2, 40, 400])));
  for (let at = from; at < to; at++) copy[at] = fill(copy[at] ?? 0);
  return copy;
}

const bytesMutations: Readonly<Record<string, Mutate>> = {
  "bytes flipped": (bytes, draw) => ({
    bytes: overwriteBytes(bytes, draw, (byte) => byte ^ (1 << draw.drawInteger(0, 7))),
  }),
  "bytes zeroed": (bytes, draw) => ({ bytes: overwriteBytes(bytes, draw, () => 0) }),
  "bytes made up": (bytes, draw) => ({ bytes: overwriteBytes(bytes, draw, () => draw.drawInteger(0, 255)) }),
  "file cut": (bytes, draw) => ({ bytes: bytes.slice(0, draw.drawInteger(0, bytes.length - 8)) }),
  "middle cut out": (bytes, draw) => {
    const from = draw.drawInteger(8, bytes.length - 9);
    return { bytes: Buffer.concat([bytes.slice(0, from), bytes.slice(from + draw.drawInteger(1, 2000))]) };
  },
  "piece doubled": (bytes, draw) => {
    const from = draw.drawInteger(8, bytes.length - 9);
    const to = from + draw.drawInteger(1, 500);
    return { bytes: Buffer.concat([bytes.slice(0, to), bytes.slice(from)]) };
  },
};

const contentMutations: Readonly<Record<string, Mutate>> = {
  "taken apart and put together": (bytes) => ({ bytes: assembleReport(splitReport(bytes)) }),
  "content of another page": (bytes, draw) => {
    const parts = splitReport(bytes);
    const pages = listDrawings(parts);
    if (pages.length < 2) return null;
    const [one, other] = [draw.pick(pages), draw.pick(pages)];
    return one === other ? null : toMutation(assembleReport(replaceContent(parts, one, toLatin1(other.data))));
  },
  "page without content": (bytes, draw) => toMutation(changeContent(bytes, draw, () => "q Q")),
  "stream packed short": (bytes, draw) => {
    const parts = splitReport(bytes);
    const page = draw.pick(listDrawings(parts));
    const file = Buffer.from(assembleReport(parts));
    const at = file.indexOf(`${page.number} 0 obj`);
    const start = file.indexOf("stream\n", at) + 7;
    const end = file.indexOf("endstream", start);
    file.fill(0, draw.drawInteger(start + 2, end - 1), end - 1);
    return { bytes: file };
  },
  "font of another name": (bytes, draw) => {
    const parts = splitReport(bytes);
    const name = draw.pick(["Georgie", "Verdana", "Times"]);
    return {
      bytes: assembleReport(
        parts.map((part) => ({
          ...part,
          head: part.head.replace(/(\/(?:BaseFont|FontName)\s*\/(?:[A-Z]{6}(?:\+|#2B))?)Georgia/g, `$1${name}`),
        })),
      ),
    };
  },
};

const textMutations: Readonly<Record<string, Mutate>> = {
  "text dropped": (bytes, draw) => {
    let dropped = "";
    const mutated = changeContent(bytes, draw, (content, texts) => {
      const text = pickText(texts, draw, isNotEmpty);
      dropped = text?.text ?? "";
      return text && removeText(content, text);
    });
    return mutated && { bytes: mutated, printed: createLossCheck(dropped) };
  },
  "text drawn twice": (bytes, draw) =>
    toMutation(
      changeContent(bytes, draw, (content, texts) => {
        const text = pickText(texts, draw, isNotEmpty);
        return text && `${content.slice(0, text.to)} ${content.slice(text.from)}`;
      }),
    ),
  "text moved aside": (bytes, draw) =>
    toMutation(
      changeContent(bytes, draw, (content, texts) => {
        const text = pickText(texts, draw, isNotEmpty);
        return text && moveText(content, text, { x: draw.pick([-9, -6, -4, -2, 2, 4, 6, 9, 15]), y: 0 });
      }),
    ),
  "text moved up or down": (bytes, draw) =>
    toMutation(
      changeContent(bytes, draw, (content, texts) => {
        const text = pickText(texts, draw, isNotEmpty);
        return text && moveText(content, text, { x: 0, y: draw.pick([-6, -4, -2, 2, 4, 6]) });
      }),
    ),
  "all texts of a page moved": (bytes, draw) => {
    const by = { x: draw.pick([-6, -3, 3, 6]), y: draw.pick([0, 0, -3, 3]) };
    return toMutation(
      changeContent(bytes, draw, (content, texts) =>
        texts.toReversed().reduce((moved, text) => moveText(moved, text, by), content),
      ),
    );
  },
  "spaces added": (bytes, draw) =>
    toMutation(
      changeContent(bytes, draw, (content, texts) => {
        const text = pickText(texts, draw, (each) => /^\S.* \S/.test(each) && /^[ -~]+$/.test(each));
        return text && replaceText(content, text, text.text.replaceAll(" ", "  "));
      }),
    ),
  "size changed": (bytes, draw) =>
    toMutation(
      changeContent(bytes, draw, (content, texts) => {
        const text = pickText(texts, draw, isNotEmpty);
        if (!text) return null;
        const by = draw.pick([0.5, 0.9, 1.1, 2]);
        const block = content.slice(text.from, text.to);
        return (
          content.slice(0, text.from) +
          block.replace(/(\/F\d+) ([\d.]+) Tf/, (_, font, size) => `${font} ${Number(size) * by} Tf`) +
          content.slice(text.to)
        );
      }),
    ),
};

const columnMutations: Readonly<Record<string, Mutate>> = {
  "column renamed": (bytes, draw) =>
    toMutation(
      changeContent(bytes, draw, (content, texts) => {
        const text = pickText(texts, draw, (each) => HEADERS.includes(each));
        return text && replaceText(content, text, draw.pick(NEW_HEADERS));
      }),
    ),
  "columns swapped": (bytes, draw) =>
    toMutation(
      changeContent(bytes, draw, (content, texts) => {
        const found = texts.filter(({ text }) => HEADERS.includes(text.trim()));
        const at = draw.drawInteger(0, found.length - 2);
        const [one, other] = [found[at], found[at + 1]];
        if (!one || !other) return null;
        return replaceText(replaceText(content, other, one.text), one, other.text);
      }),
    ),
  "column's header dropped": (bytes, draw) =>
    toMutation(
      changeContent(bytes, draw, (content, texts) => {
        const text = pickText(texts, draw, (each) => HEADERS.includes(each));
        return text && removeText(content, text);
      }),
    ),
  "column added": (bytes, draw) =>
    toMutation(
      changeContent(bytes, draw, (content, texts) => {
        const text = pickText(texts, draw, (each) => HEADERS.includes(each));
        if (!text) return null;
        const added = showText(content.slice(text.from, text.to), draw.pick(NEW_HEADERS));
        const grown = `${content.slice(0, text.to)} ${added}${content.slice(text.to)}`;
        const from = text.to + 1;
        return moveText(grown, { from, to: from + added.length, text: "" }, { x: draw.drawInteger(-20, 20), y: 0 });
      }),
    ),
  "column's header moved": (bytes, draw) =>
    toMutation(
      changeContent(bytes, draw, (content, texts) => {
        const text = pickText(texts, draw, (each) => HEADERS.includes(each));
        return text && moveText(content, text, { x: draw.pick([-40, -20, -8, -4, 4, 8, 20, 40]), y: 0 });
      }),
    ),
};

const valueMutations: Readonly<Record<string, Mutate>> = Object.fromEntries(
  CELLS.map(({ name, is, values }): [string, Mutate] => [
    `new ${name}`,
    (bytes, draw) => {
      const value = draw.pick(values);
      const mutated = changeContent(bytes, draw, (content, texts) => {
        const text = pickText(texts, draw, (each) => is.test(each));
        return text && replaceText(content, text, value);
      });
      return mutated && { bytes: mutated, printed: (_, now) => now === value };
    },
  ]),
);

const pageMutations: Readonly<Record<string, Mutate>> = {
  "page dropped": (bytes, draw) =>
    toMutation(changePages(bytes, (kids) => kids.toSpliced(draw.drawInteger(0, kids.length - 1), 1))),
  "page doubled": (bytes, draw) =>
    toMutation(
      changePages(bytes, (kids) => {
        const at = draw.drawInteger(0, kids.length - 1);
        return kids.toSpliced(at, 0, kids[at] ?? "");
      }),
    ),
  "pages in another order": (bytes, draw) =>
    toMutation(
      changePages(bytes, (kids) => {
        const at = draw.drawInteger(0, kids.length - 2);
        return kids.toSpliced(at, 2, kids[at + 1] ?? "", kids[at] ?? "");
      }),
    ),
};

export const HOUSE_MUTATIONS: Readonly<Record<string, Mutate>> = {
  ...bytesMutations,
  ...contentMutations,
  ...textMutations,
  ...columnMutations,
  ...valueMutations,
  ...pageMutations,
};
