/**
 * Condition of a source, as its latest responses show. `/coverage` and `dataset.published` use other names for these conditions.
 */
import { isStale } from "./freshness.ts";
import type { Reason } from "./reason.ts";

export type SourceCondition =
  /** The operator has not turned the source on. */
  | "off"
  /** The source has not been requested yet, or has never answered. */
  | "never_answered"
  /** The source denies access to this service. */
  | "blocked"
  /** Its last response was rejected as implausible. */
  | "not_believed"
  /** The last attempt failed for another reason. */
  | "failing"
  /** Its last success is older than daily runs allow. */
  | "overdue"
  | "ok";

/** Error codes of responses rejected as implausible. */
const NOT_BELIEVED: readonly Reason["code"][] = ["fewer_than_before", "more_than_possible", "no_reports"];

interface LastAnswers {
  /** The last failure; null if the last attempt succeeded. */
  readonly lastError: Pick<Reason, "code"> | null;
  readonly lastSuccessAt: Date | null;
}

/** @param known undefined for a source that was never requested. */
export function determineSourceCondition(known: LastAnswers | undefined, isOff: boolean, now: Date): SourceCondition {
  if (isOff) return "off";
  const { lastError = null, lastSuccessAt = null } = known ?? {};
  if (lastError !== null) {
    const { code } = lastError;
    if (NOT_BELIEVED.includes(code)) return "not_believed";
    return code === "blocked" ? "blocked" : "failing";
  }
  if (lastSuccessAt === null) return "never_answered";
  return isStale(lastSuccessAt, now) ? "overdue" : "ok";
}

/** Error codes of unreached sources. A source with `no_members` was skipped since the list of members has not been downloaded. */
const UNREACHED: readonly Reason["code"][] = ["network", "timeout", "no_members"];

/** True if sources were requested since `since` and none was reached. This machine's network is then down, not just one site. */
export function isNetworkDown(
  sources: readonly {
    readonly lastAttemptAt: Date | null;
    readonly lastError: Pick<Reason, "code"> | null;
  }[],
  since: Date,
): boolean {
  const attempted = sources.filter(({ lastAttemptAt }) => lastAttemptAt !== null && lastAttemptAt >= since);
  return (
    attempted.length > 0 && attempted.every(({ lastError }) => lastError !== null && UNREACHED.includes(lastError.code))
  );
}
