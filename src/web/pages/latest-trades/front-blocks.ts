/** The blocks above the list of all trades: each states its rule, and what is unknown. */
import type { Overview } from "../../../prices/returns/overview.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import type { SiteState } from "../../site-state.ts";
import { lateBlock, lateGist } from "./late-block.ts";
import { monthlyBlock, monthlyGist } from "./monthly-block.ts";
import { newTradesLine } from "./new-trades-line.ts";
import { ownMembersForm } from "./own-members.ts";
import { paysToFollow } from "./pays-to-follow.ts";
import { worthALook, worthGist } from "./worth-a-look.ts";

interface FrontParts {
  readonly links: Links;
  readonly dataset: Dataset;
  readonly state: SiteState;
  /** Null while it is being computed. */
  readonly overview: Overview | null;
}

export async function frontBlocks({ links, dataset, state, overview }: FrontParts): Promise<Html> {
  const page = await dataset.facts.frontPage();
  const years = await dataset.facts.lateYears();
  const people = await dataset.facts.latePeople({ year: years[0]?.year ?? undefined });
  return html`${newTradesLine(links, page?.newest ?? null, state.coverage())}
<div class="front">
${page !== null && folded({ title: "Worth a look", gist: worthGist({ dataset, ...page }), look: " worth" }, worthALook({ links, dataset, ...page }))}
<div>${folded({ title: "Late", gist: lateGist({ years, people }) }, lateBlock({ links, coverage: state.coverage(), years, people }))}
${folded({ title: "Your members", gist: "by state and district" }, ownMembersForm(links))}</div>
${page !== null && folded({ title: "This month", gist: monthlyGist(page.monthly) }, monthlyBlock({ links, coverage: state.coverage(), monthly: page.monthly }))}
${page !== null && paysToFollow(links, overview)}
</div>`;
}

interface Block {
  readonly title: string;
  /** The main result in a few words, shown next to the title when the block is collapsed. */
  readonly gist: Html | string;
  /** Extra class, with a leading space. */
  readonly look?: string;
}

/** A block that is collapsed in the one-column layout. */
function folded({ title, gist, look = "" }: Block, content: Html): Html {
  return html`<details class="fold${look}"><summary>${title}<span>: ${gist}</span></summary>
<section><h2>${title}</h2>
${content}</section></details>`;
}
