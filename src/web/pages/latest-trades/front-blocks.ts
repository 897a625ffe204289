/** The blocks above the list of all trades: each states its rule, and what is unknown. */
import type { Overview } from "../../../prices/returns/overview.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import type { SiteState } from "../../site-state.ts";
import { renderLateBlock, renderLateGist } from "./late-block.ts";
import { formatMonthlyGist, renderMonthlyBlock } from "./monthly-block.ts";
import { renderNewTradesLine } from "./new-trades-line.ts";
import { renderOwnMembersForm } from "./own-members.ts";
import { renderPaysToFollow } from "./pays-to-follow.ts";
import { renderWorthALook, renderWorthGist } from "./worth-a-look.ts";

interface FrontParts {
  readonly links: Links;
  readonly dataset: Dataset;
  readonly state: SiteState;
  /** Null while it is being computed. */
  readonly overview: Overview | null;
}

export async function renderFrontBlocks({ links, dataset, state, overview }: FrontParts): Promise<Html> {
  const page = await dataset.facts.getFrontPageFacts();
  const years = await dataset.facts.listLateYears();
  const people = await dataset.facts.listLatePeople({ year: years[0]?.year ?? undefined });
  return html`${renderNewTradesLine(links, page?.newest ?? null, state.getCoverage())}
<div class="front">
${page !== null && renderFolded({ title: "Worth a look", gist: renderWorthGist({ dataset, ...page }), look: " worth" }, renderWorthALook({ links, dataset, ...page }))}
<div>${renderFolded({ title: "Late", gist: renderLateGist({ years, people }) }, renderLateBlock({ links, coverage: state.getCoverage(), years, people }))}
${renderFolded({ title: "Your members", gist: "by state and district" }, renderOwnMembersForm(links))}</div>
${page !== null && renderFolded({ title: "Last 30 days", gist: formatMonthlyGist(page.monthly) }, renderMonthlyBlock({ links, coverage: state.getCoverage(), monthly: page.monthly, overview }))}
${page !== null && renderPaysToFollow(links, overview)}
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
function renderFolded({ title, gist, look = "" }: Block, content: Html): Html {
  return html`<details class="fold${look}"><summary>${title}<span>: ${gist}</span></summary>
<section><h2>${title}</h2>
${content}</section></details>`;
}
