/** Compares the supersession links of all reparsed trades with the published ones. */
import type { Report } from "../../domain/amendments/report.ts";
import { settleAmendments } from "../../domain/amendments/settle.ts";
import type { Settlement } from "../../domain/amendments/settlement.ts";
import { SETTLED_REASONS } from "../../domain/filing.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { FilingTrade } from "../../store/filings.ts";
import type { FilingOutcome } from "../../store/publication.ts";
import type { Store } from "../../store/store.ts";
import { type FilingDifference, findChangedValues } from "./difference.ts";

export class LinkDifferences {
  /** Maps a trade's id to the published ids of the trade that it supersedes and of the trade that supersedes it. */
  readonly #before = new Map<string, Readonly<Record<"supersedes" | "superseded_by", string | null>>>();
  readonly #states = new Map<string, string>();
  readonly #outcomes = new Map<string, Omit<FilingOutcome, "rawJson">>();

  recordPublished({ id, state }: FilingRow, published: readonly FilingTrade[]): void {
    this.#states.set(id, state);
    for (const { trade, supersedes, supersededBy } of published) {
      this.#before.set(trade.id, { supersedes, superseded_by: supersededBy });
    }
  }

  /** Records a filing's new outcome without `rawJson`. Keeping the reports of all filings would take too much memory. */
  recordOutcome({ rawJson: _, ...outcome }: FilingOutcome): void {
    this.#outcomes.set(outcome.filingId, outcome);
  }

  /** Yields how reparsing changes members' filings: changed supersession links, and filings that leave the state `superseded`. */
  async *findAll(amendments: Pick<Store["amendments"], "loadReportsOf">): AsyncGenerator<FilingDifference> {
    const members = new Set([...this.#outcomes.values()].map(({ politicianId }) => politicianId));
    for (const member of members) {
      if (member === null) continue;
      const reports = (await amendments.loadReportsOf(member)).map((report) => this.#applyNewOutcome(report));
      const settled = settleAmendments(reports);
      for (const { id, trades } of reports) {
        if (!this.#outcomes.has(id)) continue;
        const linked = trades.flatMap((trade) => this.#findChangedLinks(trade.id, settled));
        const filing = this.#findChangedState(
          id,
          trades.some((trade) => !settled.supersededBy.has(trade.id)),
        );
        if (linked.length + filing.length > 0) {
          yield { filingId: id, filing, added: [], removed: [], changed: linked };
        }
      }
    }
  }

  #findChangedLinks(id: string, { supersedes, supersededBy }: Settlement): FilingDifference["changed"] {
    const before = this.#before.get(id);
    if (before === undefined) return [];
    const after = { supersedes: supersedes.get(id) ?? null, superseded_by: supersededBy.get(id) ?? null };
    const fields = findChangedValues(before, after);
    return fields.length > 0 ? [{ id, fields }] : [];
  }

  /** Returns the state change of an entirely superseded filing, if one of its trades is no longer superseded. */
  #findChangedState(id: string, isListed: boolean): FilingDifference["filing"] {
    if (this.#states.get(id) !== "superseded" || !isListed) return [];
    return findChangedValues({ state: "superseded" }, { state: this.#outcomes.get(id)?.state });
  }

  #applyNewOutcome(report: Report): Report {
    const outcome = this.#outcomes.get(report.id);
    if (outcome === undefined) return report;
    const { trades, amending = null, rejected, state, reason } = outcome;
    const open = rejected.filter((line) => !SETTLED_REASONS.includes(line.reason)).length;
    const linesOpen = Math.max(open, Number(state === "needs_review" && reason !== null));
    return { ...report, trades, amending, linesOpen };
  }
}
