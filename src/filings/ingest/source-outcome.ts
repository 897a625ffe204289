/** Stores the result of the last attempt to read a source. Warns only of changes: a failure with a new code, or a recovery. */
import type { Logger } from "../../base/log.ts";
import { type Reason, toReason } from "../../domain/reason.ts";
import type { Store } from "../../store/store.ts";

/** @param failure null if the source returned everything requested. */
export async function recordSourceOutcome(
  { store, log, now }: { readonly store: Pick<Store, "sources">; readonly log: Logger; readonly now: () => Date },
  source: string,
  failure: { readonly code: Reason["code"]; readonly message: string } | null,
): Promise<void> {
  const before = (await store.sources.listAll()).find((each) => each.source === source)?.lastError ?? null;
  if (failure === null) {
    if (before !== null) log.warn({ source }, `${source} answers again`);
    await store.sources.recordSuccess(source, now());
    return;
  }
  const level = before?.code === failure.code ? "debug" : "warn";
  log[level]({ source, code: failure.code }, failure.message);
  await store.sources.recordFailure(source, now(), toReason(failure));
}
