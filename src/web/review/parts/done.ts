/** The outcome of a decision, shown on the next page. */
import type { ReviewAnswer } from "../../../domain/review.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { STATES } from "../../parts/filing-state.ts";
import { pluralize } from "../../parts/words.ts";
import { buildItemAddress } from "../addresses.ts";

type Settled = Extract<ReviewAnswer, { outcome: "settled" }>;

const WHEN: Readonly<Record<Settled["result"], string>> = {
  published: "The decision is published: the site shows it within seconds.",
  held: "The decision is saved. What it changes is held until the operator approves it.",
  behind_held:
    "The decision is saved. Its filing is in a publication that is held, so it takes effect with the first run after that.",
  not_read: "The decision is saved, and takes effect when the filing has been read.",
};

function renderReport({ report, text }: Settled): Html {
  if (report === null) return html`<bdi>${text.trim()}</bdi>`;
  const { state, trades, rejectedLines } = report;
  const left = rejectedLines === 0 ? "" : `, ${pluralize(rejectedLines, "row")} not`;
  return html`The report: ${STATES[state].label.toLowerCase()}; ${pluralize(trades, "trade")} served${left}.`;
}

export function renderDone(links: Links, id: string, answer: Settled): Html {
  return html`<div class="done" role="status">
<p><strong>Decided: <bdi>${answer.name}</bdi>.</strong> ${WHEN[answer.result]}
${answer.stillWaits === null ? "It no longer waits." : html`<strong>It still waits: ${answer.stillWaits}.</strong>`}
<a href="${buildItemAddress(links, id, {})}">Decide again</a></p>
<p class="told">${renderReport(answer)}</p>
</div>`;
}
