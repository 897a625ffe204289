/** Compares a stored filing with a new parse of it, field by field. */
import { needsDecision, type RejectedLine } from "../../domain/filing.ts";
import { formatReason } from "../../domain/reason.ts";
import { createUnamendedState, type Trade } from "../../domain/trade.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { FilingTrade } from "../../store/filings.ts";
import type { FilingOutcome } from "../../store/publication.ts";
import { toDbText } from "../../store/text.ts";

interface Change {
  /** Field name as in the API: `asset_name_raw`. */
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

export interface FilingDifference {
  readonly filingId: string;
  /** Changes of the filing itself: state and reason, filer, number of rejected lines, and each rejected line that differs. */
  readonly filing: readonly Change[];
  readonly added: readonly Trade[];
  readonly removed: readonly Trade[];
  readonly changed: readonly { readonly id: string; readonly fields: readonly Change[] }[];
}

/** @returns null if nothing would change. */
export function findDifference(
  stored: FilingRow,
  published: { readonly trades: readonly FilingTrade[]; readonly rejected: readonly RejectedLine[] },
  outcome: FilingOutcome,
): FilingDifference | null {
  const before = new Map(published.trades.map(({ trade }) => [trade.id, trade]));
  const after = new Map(outcome.trades.map((trade) => [trade.id, trade]));
  const difference: FilingDifference = {
    filingId: stored.id,
    filing: [
      ...findFilingChanges(stored, published, outcome),
      ...findRejectedLineChanges(published.rejected, outcome.rejected),
    ],
    added: outcome.trades.filter(({ id }) => !before.has(id)),
    removed: [...before.values()].filter(({ id }) => !after.has(id)),
    changed: outcome.trades.flatMap((trade) => {
      const previous = before.get(trade.id);
      const fields = previous ? findChangedValues(toComparableFields(previous), toComparableFields(trade)) : [];
      return fields.length > 0 ? [{ id: trade.id, fields }] : [];
    }),
  };
  const { filing, added, removed, changed } = difference;
  return filing.length + added.length + removed.length + changed.length > 0 ? difference : null;
}

type Published = Parameters<typeof findDifference>[1];

function findFilingChanges(stored: FilingRow, published: Published, outcome: FilingOutcome): Change[] {
  const { politicianId, rejected } = outcome;
  const reason = formatReason(outcome.reason);
  // Another filing may supersede this filing, correct lines of this filing, or contain the rows that this filing deletes. Only
  // publication finds such filings. So the stored state is kept if such a filing may have caused the state.
  const isSuperseded = stored.state === "superseded" && outcome.trades.length > 0;
  const isSettled = isSuperseded || isSettledByOtherFilings(stored, published, outcome);
  const state = isSettled ? stored.state : outcome.state;
  return findChangedValues(
    {
      state: stored.state,
      reason: formatReason(stored.reason),
      politician_id: stored.politicianId,
      rejected_lines: stored.rowsRead - published.trades.length,
    },
    { state, reason, politician_id: politicianId, rejected_lines: rejected.length },
  );
}

function findRejectedLineChanges(before: readonly RejectedLine[], after: readonly RejectedLine[]): Change[] {
  const indexLines = (lines: readonly RejectedLine[]) =>
    new Map(
      lines.map(({ line, reason, text }) => {
        const storable = { line, reason: toDbText(reason), text: toDbText(text) };
        return [JSON.stringify(storable), storable] as const;
      }),
    );
  const [previous, now] = [indexLines(before), indexLines(after)];
  const gone = [...previous].filter(([key]) => !now.has(key)).map(([, line]) => line);
  const appeared = [...now].filter(([key]) => !previous.has(key)).map(([, line]) => line);
  return [...new Set([...gone, ...appeared].map(({ line }) => line))].map((line) => ({
    field: "rejected_line",
    from: gone.find((each) => each.line === line) ?? null,
    to: appeared.find((each) => each.line === line) ?? null,
  }));
}

function isSettledByOtherFilings({ state }: FilingRow, { rejected }: Published, outcome: FilingOutcome): boolean {
  if (state !== "parsed" || outcome.state !== "needs_review" || outcome.trades.length > 0) return false;
  return rejected.length > 0 && !rejected.some(needsDecision);
}

/** Returns a trade's fields by API name. Links to other filings are reset, since publication sets them, not parsing. */
function toComparableFields(trade: Trade): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...trade, ...createUnamendedState(trade.filedDate), disclosureDate: trade.filedDate }).map(
      ([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value],
    ),
  );
}

export function findChangedValues(
  from: Readonly<Record<string, unknown>>,
  to: Readonly<Record<string, unknown>>,
): Change[] {
  return Object.keys({ ...from, ...to })
    .filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }));
}

export class DifferenceTally {
  added = 0;
  removed = 0;
  changed = 0;
  readonly #fields = new Map<string, number>();
  readonly #filings = new Set<string>();

  add({ filingId, filing, added, removed, changed }: FilingDifference): void {
    this.#filings.add(filingId);
    this.added += added.length;
    this.removed += removed.length;
    this.changed += changed.length;
    for (const { field } of [...filing, ...changed.flatMap(({ fields }) => fields)]) {
      this.#fields.set(field, (this.#fields.get(field) ?? 0) + 1);
    }
  }

  get filings(): number {
    return this.#filings.size;
  }

  /** Number of changes per field, highest first. */
  get fields(): readonly (readonly [field: string, count: number])[] {
    return [...this.#fields].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  }
}
