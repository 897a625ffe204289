/** A table that scrolls sideways in a narrow window, by touch or keyboard. A keyboard user needs a focusable, named element. */
import { type Html, html } from "../html.ts";

interface ScrollingTable {
  /** Class names: `data late-years`. */
  readonly look: string;
  /** Name of the table, and of the scrollable element, for screen readers. */
  readonly caption: string;
  /** `<thead>` and `<tbody>`. */
  readonly rows: Html;
}

export function renderScrollingTable({ look, caption, rows }: ScrollingTable): Html {
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table class="${look}"><caption class="unseen">${caption}</caption>
${rows}</table></div>`;
}
