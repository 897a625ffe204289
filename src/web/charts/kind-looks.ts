/** How trades of each kind are named and drawn; the class of each is its kind. */
import { KINDS, type Kind } from "../../dataset/facts/trade-sums.ts";
import { type Html, html } from "../html.ts";

interface KindLook {
  /** Of one trade and of several: `purchase`, `purchases`. */
  readonly one: string;
  readonly many: string;
  /** Points of its sign around its centre, 9 units wide. */
  readonly sign: string;
  readonly letter: string;
}

const UP = "0,-4 4.5,4 -4.5,4";
const DOWN = "0,4 4.5,-4 -4.5,-4";
const DIAMOND = "0,-4.5 4.5,0 0,4.5 -4.5,0";

export const KIND_LOOKS: Readonly<Record<Kind, KindLook>> = {
  buys: { one: "purchase", many: "purchases", sign: UP, letter: "▲" },
  sells: { one: "sale", many: "sales", sign: DOWN, letter: "▼" },
  others: { one: "other trade", many: "others", sign: DIAMOND, letter: "◆" },
};

/** The kinds with their signs, as a key to a chart. */
export function kindKey(kinds: readonly Kind[]): Html {
  return html`${KINDS.filter((kind) => kinds.includes(kind)).map(
    (kind) => html`<span class="key ${kind}">${KIND_LOOKS[kind].letter} ${KIND_LOOKS[kind].many}</span> `,
  )}`;
}
