/** Outcome of a decision, told on the page that follows it. */
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { itemAddress } from "../addresses.ts";
import type { Outcome } from "../sessions.ts";
import { nameOf } from "./words.ts";

const WHEN: Readonly<Record<Outcome["answer"]["result"], string>> = {
  published: "It is published: the site shows it within seconds.",
  held: "The decision is kept; the change that it makes is held and is published when the operator approves it.",
  behind_held:
    "The decision is kept; its filing is part of a publication that is held, and it counts in the next run after that.",
  not_read: "The decision is kept, and counts when the filing is read.",
};

export function done(links: Links, { id, answer }: Outcome): Html {
  return html`<div class="done" role="status">
<p><strong>Decided on ${nameOf(id)}.</strong> ${WHEN[answer.result]}
<a href="${itemAddress(links, id, {})}">Decide again</a></p>
<p class="told">${answer.text
    .trim()
    .split("\n")
    .map((line) => html`<bdi>${line}</bdi><br>`)}</p>
</div>`;
}
