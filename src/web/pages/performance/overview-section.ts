/** Sections of `/performance` on all members: purchases minus sales for each horizon, and the path of returns around trades. */
import { HORIZONS } from "../../../prices/returns/abnormal-return.ts";
import { type Difference, GROUP_HORIZON, type Members, type Overview } from "../../../prices/returns/overview.ts";
import type { Figure } from "../../../prices/returns/performance.ts";
import { HORIZON_NAMES } from "../../../prices/returns/return-words.ts";
import { type ForestPart, type ForestRow, renderForestChart } from "../../charts/forest-chart.ts";
import { renderPathChart } from "../../charts/path-chart.ts";
import { type Html, html } from "../../html.ts";
import { getChamberName } from "../../parts/person.ts";
import { capitalize } from "../../parts/words.ts";

/** @param overview null while it is being computed. @param priceRevision token of the prices stored now. */
export function renderOverviewSection(overview: Overview | null, priceRevision: string): Html {
  if (overview === null || (overview.pricesTo === null && overview.revision !== priceRevision)) {
    return html`<section id="overview"><h2>Every horizon, chamber and party</h2>
<p>These charts are being computed. Reload this page in a moment to see them.</p></section>`;
  }
  const { differences, path, decisions, pricesTo, revision } = overview;
  if (pricesTo === null || decisions === 0) return html``;
  const found = findFollowerDifference(overview);
  const around = renderPathChart({ path, decisions, clusterUnit: "member-months", isOneSecurity: false });
  return html`<section id="overview"><h2>Every horizon, chamber and party</h2>
${revision !== priceRevision && html`<p class="small">The charts and tables from here through “Around the trade” do not include the latest stored prices yet, so their figures may differ from those above or be missing. The next update is due within half an hour.</p>`}
${found && renderForestChart(found, buildForestPlotParts(differences))}</section>
<section id="path"><h2>Around the trade</h2>
${around ?? html`<p>No chart of the 60 trading days before the trade and the 252 after it yet: it needs at least ten member-months (the decisions of one member in one month) for purchases or sales, and prices for nine in ten decisions.</p>`}</section>`;
}

/** Finds the return on all members' purchases minus the return on their sales, three months after the disclosure. */
export function findFollowerDifference({ differences }: Overview): Figure | null {
  const isFollowerDifference = ({ members, anchor, horizon }: Difference) =>
    Object.keys(members).length === 0 && anchor === "copy" && horizon === GROUP_HORIZON;
  return differences.find(isFollowerDifference)?.figure ?? null;
}

function buildForestPlotParts(differences: readonly Difference[]): readonly ForestPart[] {
  const isOfAllMembers = ({ members: { chamber, party } }: Difference) => chamber === undefined && party === undefined;
  const groups = [...new Set(differences.filter((each) => !isOfAllMembers(each)).map(({ members }) => members))];
  return [
    {
      heading: "All members",
      rows: HORIZONS.flatMap((horizon) =>
        buildForestPlotRows(
          capitalize(HORIZON_NAMES[horizon]),
          differences.filter((each) => isOfAllMembers(each) && each.horizon === horizon),
        ),
      ),
    },
    {
      heading: `Over ${HORIZON_NAMES[GROUP_HORIZON]}, by chamber and party`,
      rows: groups.flatMap((members) =>
        buildForestPlotRows(
          formatMembersGroup(members),
          differences.filter((each) => each.members === members),
        ),
      ),
    },
  ];
}

/** @param differences the two differences of a group for one horizon: measured from the trade, and from the disclosure. */
function buildForestPlotRows(name: string, differences: readonly Difference[]): ForestRow[] {
  const memberFigure = differences.find(({ anchor }) => anchor === "skill")?.figure;
  const followerFigure = differences.find(({ anchor }) => anchor === "copy")?.figure;
  return memberFigure && followerFigure ? [{ name, memberFigure, followerFigure }] : [];
}

function formatMembersGroup({ chamber, party }: Members): string {
  return chamber === undefined ? (party ?? "") : getChamberName(chamber);
}
