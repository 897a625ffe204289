/** The condition of a source as its last answers show it: the one vocabulary of the house; each answer on the wire has a table from it. */
import { isStale } from "./freshness.ts";
import type { Reason } from "./reason.ts";

export type SourceCondition =
  /** The operator has not switched it on. */
  | "off"
  /** Not asked yet, or it has never answered. */
  | "never_answered"
  /** It refuses this service. */
  | "blocked"
  /** It answers, and its last answer is not believed. */
  | "not_believed"
  /** The last attempt failed in another way. */
  | "failing"
  /** Its last success is older than a daily run explains. */
  | "overdue"
  | "ok";

/** Codes of answers that are not believed. */
const NOT_BELIEVED: readonly Reason["code"][] = ["fewer_than_before", "more_than_possible", "no_reports"];

interface LastAnswers {
  /** The last failure; null when the last attempt succeeded. */
  readonly lastError: Pick<Reason, "code"> | null;
  readonly lastSuccessAt: Date | null;
}

/** @param known undefined for a source that was never asked. */
export function sourceCondition(known: LastAnswers | undefined, isOff: boolean, now: Date): SourceCondition {
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

/** Codes of a source that could not be reached, and `no_members` of one that was not asked because the members' record could not be. */
const UNREACHED: readonly Reason["code"][] = ["network", "timeout", "no_members"];

/** True if something was asked since then and none of it could be reached: the fault is the network's of this machine, and not one site's. */
export function nothingReached(
  sources: readonly {
    readonly lastAttemptAt: Date | null;
    readonly lastError: Pick<Reason, "code"> | null;
  }[],
  since: Date,
): boolean {
  const asked = sources.filter(({ lastAttemptAt }) => lastAttemptAt !== null && lastAttemptAt >= since);
  return asked.length > 0 && asked.every(({ lastError }) => lastError !== null && UNREACHED.includes(lastError.code));
}
