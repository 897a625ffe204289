/** The blocks above the list of all trades: each says what it is by, and what it does not know. */
import type { Overview } from "../../../prices/returns/overview.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import type { SiteState } from "../../site-state.ts";
import { lateBlock } from "./late-block.ts";
import { monthlyBlock } from "./monthly-block.ts";
import { newTradesLine } from "./new-trades-line.ts";
import { ownMembersForm } from "./own-members.ts";
import { paysToFollow } from "./pays-to-follow.ts";
import { worthALook } from "./worth-a-look.ts";

interface FrontParts {
  readonly links: Links;
  readonly dataset: Dataset;
  readonly state: SiteState;
  /** Null while it is not computed. */
  readonly overview: Overview | null;
}

export async function frontBlocks({ links, dataset, state, overview }: FrontParts): Promise<Html> {
  const page = await dataset.facts.frontPage();
  const years = await dataset.facts.lateYears();
  const people = await dataset.facts.latePeople({ year: years[0]?.year ?? undefined });
  return html`${newTradesLine(links, page?.newest ?? null, state.coverage())}
<div class="front">
${page !== null && worthALook({ links, dataset, ...page })}
<div>${folded("Late", lateBlock({ links, coverage: state.coverage(), years, people }))}
${folded("Your members", ownMembersForm(links))}</div>
${page !== null && folded("This month", monthlyBlock({ links, coverage: state.coverage(), monthly: page.monthly }))}
${page !== null && paysToFollow(links, overview)}
</div>`;
}

/** A block that is folded where the page has one column. */
function folded(title: string, content: Html): Html {
  return html`<details class="fold"><summary>${title}</summary>
<section><h2>${title}</h2>
${content}</section></details>`;
}
