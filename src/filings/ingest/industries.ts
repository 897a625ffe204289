/** Looks up the industries of traded companies at the SEC. Each run looks up only a few, so that reports never wait for them. */
import type { Industry } from "../../domain/industry.ts";
import { toReason } from "../../domain/reason.ts";
import type { CompanyAnswer } from "../../store/publication.ts";
import type { Companies } from "../reference/companies/companies.ts";
import { toSourceErrorOrRethrow } from "./faults.ts";
import type { IngestParts } from "./parts.ts";
import type { RunScope } from "./source-run.ts";

/** Maximum lookups per run, at one request a second: about 1 minute in a check for new filings, about 8 in the daily run. */
const REQUESTS_A_CHECK = 60;
const REQUESTS_A_RUN = 500;
const PUBLISHED_AT_ONCE = 100;

const DAY_MS = 86_400_000;
/** Refresh interval: the SEC rarely changes a code, and only for a few companies. */
const REFRESH_AFTER_MS = 365 * DAY_MS;
const RETRY_COMPANY_MS = 7 * DAY_MS;
/** Time for which the site is not contacted again after a failure. */
const RETRY_SITE_MS = 3_600_000;

/** Failures of a single company's file; any other failure ends the lookups of this run. */
const FILE_FAILURES: ReadonlySet<string> = new Set([
  "missing_document",
  "too_large",
  "json_malformed",
  "json_unexpected_shape",
]);

type IndustryParts = Pick<IngestParts, "store" | "companies" | "judge" | "log" | "now" | "onPublished">;

/** Resumes where the last run stopped; publishes partial results even if the site fails. @throws the signal's reason. */
export async function updateIndustries(parts: IndustryParts, scope: RunScope, signal: AbortSignal): Promise<void> {
  const { store, companies, now, log } = parts;
  if (companies === null || (await hasSiteFailedRecently(parts))) return;
  const at = now().getTime();
  const due = await store.companies.listDue({
    answeredBefore: new Date(at - REFRESH_AFTER_MS),
    failedBefore: new Date(at - RETRY_COMPANY_MS),
    limit: scope.newsOnly ? REQUESTS_A_CHECK : REQUESTS_A_RUN,
  });
  let learnt: CompanyAnswer[] = [];
  const publish = async () => {
    const answers = learnt;
    learnt = [];
    if (answers.length === 0) return;
    const publication = { at: now(), outcomes: [], companies: answers };
    const { changed } = await store.publications.publish(publication, parts.judge("reparsed"));
    if (changed) await parts.onPublished();
  };
  for (const cik of due) {
    const industry = await fetchIndustry(parts, companies, cik, signal);
    if (industry === "site failed") break;
    if (industry !== "failed") learnt.push({ cik, industry });
    if (learnt.length === PUBLISHED_AT_ONCE) await publish();
  }
  if (learnt.length > 0) log.debug({ companies: learnt.length }, "industries were read");
  await publish();
}

async function hasSiteFailedRecently({ store, now }: IndustryParts): Promise<boolean> {
  const { lastFailure } = await store.companies.readCounts();
  if (lastFailure === null || FILE_FAILURES.has(lastFailure.reason.code)) return false;
  return now().getTime() - lastFailure.at.getTime() < RETRY_SITE_MS;
}

async function fetchIndustry(
  { store, now, log }: IndustryParts,
  companies: Companies,
  cik: number,
  signal: AbortSignal,
): Promise<Industry | null | "failed" | "site failed"> {
  try {
    return await companies.fetchIndustry(cik, signal);
  } catch (error) {
    const failure = toSourceErrorOrRethrow(error, "companies", log, signal);
    await store.companies.recordFailure(cik, now(), toReason(failure));
    const isFileFailure = FILE_FAILURES.has(failure.code);
    log[isFileFailure ? "debug" : "warn"]({ cik, code: failure.code }, failure.message);
    return isFileFailure ? "failed" : "site failed";
  }
}
