/** The trade rows that a publication writes, with old and new content, and the resulting changes to lists of served trades. */
import { isPublicChange } from "../domain/public-trade.ts";
import type { PublicationChange, SupersededTrade } from "./publication.ts";
import type { TradeRecord } from "./schema.ts";
import { areAmendmentColumnsEqual, hasSameContent, toTrade } from "./trade-rows.ts";

type ListChanges = Pick<PublicationChange, "added" | "changed" | "removed" | "superseded">;

export class TradeChanges {
  readonly #written = new Map<string, { readonly before: TradeRecord | null; after: TradeRecord | null }>();
  readonly #filingOf = new Map<string, string>();
  readonly #endOf = new Map<string, string>();

  /** Records a write (null: no row exists). Of several writes to a row, keeps the first `before` and the last `after`. */
  recordRow(before: TradeRecord | null, after: TradeRecord | null): void {
    const id = (after ?? before)?.id;
    if (id === undefined) return;
    const recorded = this.#written.get(id);
    if (recorded === undefined) this.#written.set(id, { before, after });
    else recorded.after = after;
  }

  /** Lists every written row with its content before the publication; null if there was none. */
  *listWrittenRows(): Generator<{ readonly id: string; readonly before: TradeRecord | null }> {
    for (const [id, { before }] of this.#written) yield { id, before };
  }

  /** @param by the id of a trade or filing that may supersede trades. @param filingId the trade's filing, or `by` itself. */
  recordSupersedingFiling(by: string, filingId: string): void {
    this.#filingOf.set(by, filingId);
  }

  /** @param end the last id in the chain of trade `id`: the id of a served trade, or of the filing that deletes trade `id`. */
  recordChainEnd(id: string, end: string): void {
    this.#endOf.set(id, end);
  }

  /** `rewritten`: number of listed rows with new content. `unlisted`: number of changes to other rows or to amendment columns. */
  summarize(): ListChanges & { readonly rewritten: number; readonly unlisted: number } {
    const added: ListChanges["added"][number][] = [];
    const changed: ListChanges["changed"][number][] = [];
    const removed: ListChanges["removed"][number][] = [];
    const superseded: SupersededTrade[] = [];
    let rewritten = 0;
    let unlisted = 0;
    for (const { before, after } of this.#written.values()) {
      if (isNotSuperseded(before) && isNotSuperseded(after)) {
        rewritten += Number(!hasSameContent(before, after));
        const [trade, previous] = [toTrade(after), toTrade(before)];
        if (isPublicChange(previous, trade)) changed.push({ trade, previous });
        unlisted += Number(!areAmendmentColumnsEqual(before, after));
      } else if (isNotSuperseded(after)) added.push(toTrade(after));
      else if (isNotSuperseded(before)) {
        removed.push(toTrade(before));
        if (after?.superseded_by != null) superseded.push(this.#describeSuperseded(before, after.superseded_by));
      } else unlisted += 1;
    }
    return { added, changed, removed, superseded, rewritten, unlisted };
  }

  /** Takes the chain's last trade as the replacement: trades in between were never listed, or left the lists earlier. */
  #describeSuperseded(previous: TradeRecord, next: string): SupersededTrade {
    const by = this.#endOf.get(previous.id) ?? next;
    const end = this.#written.get(by);
    const hasEntered = end !== undefined && isNotSuperseded(end.after) && !isNotSuperseded(end.before);
    const replacement = hasEntered && end.after !== null ? toTrade(end.after) : null;
    return { previous: toTrade(previous), by, byFiling: this.#filingOf.get(by) ?? by, replacement };
  }
}

function isNotSuperseded(row: TradeRecord | null): row is TradeRecord & { superseded_by: null } {
  return row !== null && row.superseded_by === null;
}
