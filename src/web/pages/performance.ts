/** `/performance`: what the decisions of members gained beside the market, member by member, by name. */

import { politicianNames } from "../../api/disclosures/politician-names.ts";
import { UnavailableError } from "../../errors.ts";
import { findings } from "../../performance/many-members.ts";
import type { Performance } from "../../performance/performance.ts";
import type { AnsweredReturn, Returns } from "../../performance/returns.ts";
import { drawingSvg } from "../charts/drawing.ts";
import { intervalDrawing } from "../charts/interval-drawing.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import type { Rendered, View, WebPage } from "../page.ts";
import { personLink } from "../parts/person.ts";
import { figureWords } from "../parts/return-words.ts";
import { scrollingTable } from "../parts/scrolling-table.ts";
import { count, counted, day } from "../parts/words.ts";
import { PAGES } from "../returns/returns-section.ts";

interface PerformanceParts {
  readonly links: Links;
  readonly returns: Returns;
}

const ASKED = { anchor: "copy", horizon: 63, caller: PAGES } as const;

export function performancePage(parts: PerformanceParts): WebPage {
  return {
    name: "page_performance",
    path: "/performance",
    parameters: [],
    edition: () => parts.returns.edition(),
    render: (view) => performance(parts, view),
  };
}

async function performance({ links, returns }: PerformanceParts, { dataset }: View): Promise<Rendered> {
  const rendered = { title: "Beside the market", description: DESCRIPTION, canonical: "/performance" };
  try {
    const answered = await returns.ofMembers(dataset, {}, ASKED);
    return { ...rendered, main: shown(links, answered, politicianNames(dataset)) };
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return { ...rendered, status: 503, main: html`<h1>Beside the market</h1><p>${error.message}</p>` };
  }
}

const DESCRIPTION =
  "What followed the disclosed decisions of members of Congress, less what the market did, with the error that luck makes.";

function shown(links: Links, { reckoning }: AnsweredReturn, nameOf: (id: string) => string | undefined): Html {
  const { performance: all, members, pricesTo } = reckoning;
  const rows = (["buys", "sells"] as const).map((side) => ({
    name: side === "buys" ? "All bought" : "All sold",
    side,
    figure: all[side],
  }));
  const title = "Decisions of all members beside the market over a quarter";
  return html`<h1>Beside the market</h1>
<p class="standfirst">What followed ${counted(all.decisions, "decision")} on shares and listed funds within 63 sessions from the first close after the day of the disclosure, less what SPY, a fund of the S&amp;P 500, did. Each decision counts once. It is not what anybody earned.</p>
<figure class="chart wide intervals"><div class="scroll" role="region" aria-label="${title}" tabindex="0">${drawingSvg(intervalDrawing(title, rows, "members and months"), "returns", "img")}</div></figure>
<p class="small">${pricesTo === null ? "No price of SPY is stored here, so nothing can be compared with it." : html`${count(all.priced)} of ${counted(all.decisions, "decision")} are priced, up to ${day(pricesTo)}.`} <a href="${links.to("/methodology")}#returns">What these figures mean, and what they do not</a> · <a href="${links.to("/api/v1/performance", { limit: 1 })}">JSON</a>, which also has other horizons, the day of the trade, chambers and parties</p>
${memberList(links, members, nameOf)}`;
}

function memberList(
  links: Links,
  members: ReadonlyMap<string, Performance>,
  nameOf: (id: string) => string | undefined,
): Html {
  const found = { buys: findings(members, "buys"), sells: findings(members, "sells") };
  const list = Array.from(members, ([id, figures]) => ({ id, name: nameOf(id) ?? id, figures })).filter(
    ({ figures }) => figures.buys.estimate.interval !== null || figures.sells.estimate.interval !== null,
  );
  const others = members.size - list.length;
  const side = (id: string, figures: Performance, which: "buys" | "sells") =>
    html`<td>${figureWords(figures[which], "reports")}</td><td>${told(found[which].distinguishable.get(id))}</td>`;
  return html`<section><h2>Member by member</h2>
<p>${luck(found.buys)} Members stand by name: an order by the mean would be an order of luck.</p>
${
  list.length > 0 &&
  scrollingTable({
    look: "data",
    caption: "Members with an interval, by name",
    rows: html`<thead><tr><th scope="col">Member</th><th scope="col">Bought, less SPY</th><th scope="col">Distinguishable</th><th scope="col">Sold, less SPY</th><th scope="col">Distinguishable</th></tr></thead>
<tbody>${list
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(
        ({ id, name, figures }) =>
          html`<tr><th scope="row">${personLink(links, { id, name })}</th>${side(id, figures, "buys")}${side(id, figures, "sells")}</tr>
`,
      )}</tbody>`,
  })
}
<p class="small">${others > 0 && `${counted(others, "more member")} ${others === 1 ? "has" : "have"} too few reports or prices for an interval. `}Distinguishable from the market is who remains so after the rule of Benjamini and Hochberg, at one false finding in ten.</p></section>`;
}

function luck({ tested, above, aboveByLuck }: ReturnType<typeof findings>): string {
  if (tested === 0) return "No member has enough reports and prices for an interval.";
  const expected = aboveByLuck.toLocaleString("en-US", { maximumFractionDigits: 1 });
  return `Of ${counted(tested, "member")} with an interval of what they bought, ${count(above)} ${above === 1 ? "lies" : "lie"} wholly above the market. If nobody had skill, about ${expected} would by luck alone.`;
}

function told(isFinding: boolean | undefined): string {
  return isFinding === undefined ? "too few" : isFinding ? "yes" : "no";
}
