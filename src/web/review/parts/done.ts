/** Outcome of a decision, told on the page that follows it. */
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { itemAddress } from "../addresses.ts";
import type { Outcome } from "../sessions.ts";

const WHEN: Readonly<Record<Outcome["answer"]["result"], string>> = {
  published: "The decision is published: the site shows it within seconds.",
  held: "The decision is saved. What it changes is held until the operator approves it.",
  behind_held:
    "The decision is saved. Its filing is in a publication that is held, so it takes effect with the first run after that.",
  not_read: "The decision is saved, and takes effect when the filing has been read.",
};

export function done(links: Links, { id, answer }: Outcome): Html {
  return html`<div class="done" role="status">
<p><strong>Decided: <bdi>${answer.name}</bdi>.</strong> ${WHEN[answer.result]}
${answer.stillWaits === null ? "It no longer waits." : html`<strong>It still waits: ${answer.stillWaits}.</strong>`}
<a href="${itemAddress(links, id, {})}">Decide again</a></p>
<p class="told">${answer.text
    .trim()
    .split("\n")
    .map((line) => html`<bdi>${line}</bdi><br>`)}</p>
</div>`;
}
