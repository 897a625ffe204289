/** The blocks above the list of all trades: each says what it is by, and what it does not know. */
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import type { FrontPage } from "../../../publication/dataset/facts/front-page.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import type { SiteState } from "../../site-state.ts";
import { newTradesLine } from "./new-trades-line.ts";
import { ownMembersForm } from "./own-members.ts";
import { worthALook } from "./worth-a-look.ts";

export interface FrontParts {
  readonly links: Links;
  readonly dataset: Dataset;
  readonly state: SiteState;
  /** Null without trades. */
  readonly page: FrontPage | null;
}

export function frontBlocks({ links, dataset, state, page }: FrontParts): Html {
  return html`${newTradesLine(links, page?.newest ?? null, state.coverage())}
<div class="front">
${page !== null && worthALook({ links, dataset, highlights: page.highlights })}
<div>${folded("Your members", ownMembersForm(links))}
</div></div>`;
}

/** A block that is folded where the page has one column. */
function folded(title: string, content: Html): Html {
  return html`<details class="fold"><summary>${title}</summary>
<section><h2>${title}</h2>
${content}</section></details>`;
}
