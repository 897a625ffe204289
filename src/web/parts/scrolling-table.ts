/** A table that scrolls sideways by itself where the window is narrow: by touch, and by keyboard, which needs a place that can be focused and has a name. */
import { type Html, html } from "../html.ts";

interface ScrollingTable {
  /** Names of classes: `data late-years`. */
  readonly look: string;
  /** The name of the table, and of the part that scrolls, for a screen reader. */
  readonly caption: string;
  /** `<thead>` and `<tbody>`. */
  readonly rows: Html;
}

export function scrollingTable({ look, caption, rows }: ScrollingTable): Html {
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table class="${look}"><caption class="unseen">${caption}</caption>
${rows}</table></div>`;
}
