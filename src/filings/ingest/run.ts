import { updateIndustries } from "./industries.ts";
import { applyDecisions, publishMemberIdentities, renormaliseFilings } from "./normalise-again.ts";
import type { IngestParts } from "./parts.ts";
import { createPublisher } from "./publisher.ts";
import { loadReference, type Reference, updateReference } from "./reference.ts";
import { recordSourceOutcome } from "./source-outcome.ts";
import { type RunScope, type SourceProgress, SourceRun } from "./source-run.ts";

export type { RunScope, SourceProgress } from "./source-run.ts";

/**
 * Performs one run over all sources. Updates reference data, then each source's filings, then the industries of some traded
 * companies. Filings of this year and of last year come before all older filings. The run can be stopped at any time: documents
 * are stored before they are parsed. The next run parses unpublished documents again.
 */
export async function runIngest(
  parts: IngestParts,
  scope: RunScope,
  signal: AbortSignal,
  onProgress: (progress: readonly Readonly<SourceProgress>[]) => void = () => {},
): Promise<readonly Readonly<SourceProgress>[]> {
  // Members and tickers change at most daily, so a check for new filings uses what the daily run stored.
  const updated = !scope.newsOnly && (await updateReference(parts, signal));
  if ((await publishMemberIdentities(parts)) || updated) {
    await parts.onPublished();
    await renormaliseFilings(parts, await loadReference(parts), signal, "reparsed");
  }
  const reference = await loadReference(parts);
  parts.onReference();
  const progress = parts.sources.map(
    ({ id }): SourceProgress => ({
      source: id,
      known: 0,
      done: 0,
      rejectedLines: 0,
      notFetched: 0,
      waitingFor: null,
      error: null,
    }),
  );
  if (reference.members === 0) {
    const error: SourceProgress["error"] = {
      code: "no_members",
      message:
        "The list of members of Congress has not been downloaded yet, and without that list no filing can be matched to a member. The next run will try again.",
    };
    for (const each of progress) {
      each.error = error;
      await recordSourceOutcome(parts, each.source, error);
    }
    onProgress(progress);
    return progress;
  }
  await runSources(parts, scope, signal, progress, () => onProgress(progress), reference);
  if (!scope.newsOnly || progress.some(({ done }) => done > 0)) {
    // New filings may identify more assets, show that a security was listed earlier, or correctly print a name others misprint.
    await renormaliseFilings(parts, await loadReference(parts), signal, "reparsed", { which: "unidentified" });
    await applyDecisions(parts, signal);
    await parts.store.sources.recordFirstRunEnd(parts.now());
  }
  await updateIndustries(parts, scope, signal);
  return progress;
}

/** Runs all sources in parallel. If a failure of this machine ends one run, ends the others before their resources are closed. */
async function runSources(
  parts: IngestParts,
  scope: RunScope,
  signal: AbortSignal,
  progress: readonly SourceProgress[],
  report: () => void,
  reference: Reference,
): Promise<void> {
  const publisher = createPublisher(parts, "amended");
  const end = new AbortController();
  const ended = AbortSignal.any([signal, end.signal]);
  const failures: unknown[] = [];
  try {
    await Promise.all(
      parts.sources.map((source, at) =>
        new SourceRun(
          { ...parts, source, reference, publisher, scope, report, signal: ended },
          progress[at] as SourceProgress,
        )
          .run()
          .catch((error: unknown) => {
            failures.push(error);
            end.abort(error);
          }),
      ),
    );
    if (failures.length > 0) throw failures[0];
    await publisher.flush();
  } finally {
    await publisher.waitUntilSettled();
  }
}
