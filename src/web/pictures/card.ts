/** The preview image of a shared link: 1,200 by 630 pixels, as Open Graph requires. */
import type { Party } from "../../domain/politician.ts";
import { type Html, html } from "../html.ts";
import { computeAmountBarSteps } from "../parts/amount-bar.ts";
import { toPrintableText, wrapText } from "./text-lines.ts";

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

export interface Card {
  readonly title: string;
  readonly subtitle: string;
  /** Shown as a colored letter before the subtitle. */
  readonly party?: Party;
  /** Short facts, four at most. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** A range of dollar amounts, drawn as a bar like the amount bars on the web pages. */
  readonly range?: { readonly lowUsd: number; readonly highUsd: number | null };
  /**
   * Text that marks the data as fictional; null for real data. The card does not print this text but a fixed sentence that says
   * so.
   */
  readonly notice: string | null;
}

const COLOURS = { ground: "#fffefb", text: "#1a1a18", quiet: "#5d5b55", line: "#dcd9d0", accent: "#0b5073" } as const;
const PARTY_COLOURS: Readonly<Record<Party, string>> = {
  Democrat: "#1f5fa8",
  Republican: "#b3261e",
  Independent: "#6b5b2a",
};
const MARGIN = 72;
const INNER = CARD_WIDTH - 2 * MARGIN;
/** Mean width of a letter in Inter, in em: bold and regular. */
const BOLD_EM = 0.59;
const REGULAR_EM = 0.55;
const TITLE_SIZES = [76, 62, 50] as const;
const FACT_SIZES = [52, 46, 40, 36, 32, 28, 24] as const;
const LABEL_SIZE = 24;
const FACT_GAP = 40;

export function renderCardSvg({ title, subtitle, party, facts, range, notice }: Card): string {
  const { lines, size } = fitTitleOnLines(toPrintableText(title));
  const below = 190 + (lines.length - 1) * size * 1.15;
  const label = toPrintableText(subtitle);
  return String(html`<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" font-family="Inter" fill="${COLOURS.text}">
<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${COLOURS.ground}"/>
<rect width="${CARD_WIDTH}" height="14" fill="${COLOURS.accent}"/>
<text x="${MARGIN}" y="92" font-size="30" font-weight="700" fill="${COLOURS.accent}">Congress Trades</text>
${lines.map((line, at) => html`<text x="${MARGIN}" y="${190 + at * size * 1.15}" font-size="${size}" font-weight="700">${line}</text>\n`)}${
  party && renderPartyBadge(party, below + 36)
}<text x="${MARGIN + (party ? 60 : 0)}" y="${below + 66}" font-size="34" fill="${COLOURS.quiet}">${truncateToWidth(label, 34, REGULAR_EM, INNER - 60)}</text>
${range && renderRangeBar(range)}${renderFactBlocks(facts)}
<line x1="${MARGIN}" x2="${CARD_WIDTH - MARGIN}" y1="556" y2="556" stroke="${COLOURS.line}" stroke-width="2"/>
<text x="${MARGIN}" y="597" font-size="24" fill="${COLOURS.quiet}">${notice === null ? "Read from the official filings, line by line" : "FICTIONAL sample data: nothing here is about a real person or company"}</text>
</svg>`);
}

function renderPartyBadge(party: Party, y: number): Html {
  return html`<rect x="${MARGIN}" y="${y}" width="44" height="44" rx="6" fill="${PARTY_COLOURS[party]}"/>
<text x="${MARGIN + 22}" y="${y + 33}" font-size="30" font-weight="700" fill="#ffffff" text-anchor="middle">${party.slice(0, 1)}</text>
`;
}

const STEP_GAP = 8;

function renderRangeBar({ lowUsd, highUsd }: NonNullable<Card["range"]>): Html {
  const { all, below, within, beyond } = computeAmountBarSteps(lowUsd, highUsd);
  const width = (INNER + STEP_GAP) / all;
  const renderSteps = (from: number, number: number, look: Html) =>
    Array.from({ length: number }, (_, at) => {
      const x = (MARGIN + (from + at) * width).toFixed(1);
      return html`<rect x="${x}" width="${(width - STEP_GAP).toFixed(1)}" ${look}/>\n`;
    });
  return html`${renderSteps(0, all, html`y="372" height="26" rx="4" fill="${COLOURS.line}"`)}${renderSteps(0, below, html`y="372" height="26" rx="4" fill="${COLOURS.accent}" opacity="0.45"`)}${renderSteps(below, within, html`y="372" height="26" rx="4" fill="${COLOURS.accent}"`)}${renderSteps(below + within, beyond, html`y="381" height="8" fill="${COLOURS.accent}"`)}`;
}

/** The facts side by side, all in the same size: the largest at which they fit. */
function renderFactBlocks(facts: Card["facts"]): Html {
  const measureWidthsAt = (size: number) =>
    facts.map(({ label, value }) => Math.max(value.length * size * BOLD_EM, label.length * LABEL_SIZE * REGULAR_EM));
  const measureTotalAt = (size: number) =>
    measureWidthsAt(size).reduce((sum, width) => sum + width + FACT_GAP, -FACT_GAP);
  const size =
    FACT_SIZES.find((each) => measureTotalAt(each) <= INNER) ?? FACT_SIZES[FACT_SIZES.length - 1] ?? LABEL_SIZE;
  const widths = measureWidthsAt(size);
  const gap =
    facts.length < 2 ? 0 : Math.max(FACT_GAP, (INNER - measureTotalAt(size)) / 2 / (facts.length - 1) + FACT_GAP);
  let x = MARGIN;
  return html`${facts.map(({ label, value }, at) => {
    const left = Math.round(x);
    x += (widths[at] ?? 0) + gap;
    return html`<text x="${left}" y="480" font-size="${size}" font-weight="700">${toPrintableText(value)}</text>
<text x="${left}" y="520" font-size="${LABEL_SIZE}" fill="${COLOURS.quiet}">${label}</text>
`;
  })}`;
}

/** Finds the largest size at which the title fits on two lines. If none fits, truncates the second line. */
function fitTitleOnLines(title: string): { readonly lines: readonly string[]; readonly size: number } {
  for (const size of TITLE_SIZES) {
    const lines = wrapText(title, Math.floor(INNER / (size * BOLD_EM)));
    if (lines.length <= 2) return { lines, size };
  }
  const size = TITLE_SIZES[2];
  const maxCharacters = Math.floor(INNER / (size * BOLD_EM));
  const [first = "", ...others] = wrapText(title, maxCharacters);
  return { lines: [first, truncateToWidth(others.join(" "), size, BOLD_EM, INNER)], size };
}

function truncateToWidth(text: string, size: number, em: number, width: number): string {
  const maxCharacters = Math.floor(width / (size * em));
  return text.length <= maxCharacters
    ? text
    : `${text
        .slice(0, maxCharacters - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
