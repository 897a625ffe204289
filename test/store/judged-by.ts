import { createPublicationJudge, type JudgeOptions } from "../../src/accounts/alerts/judge.ts";
import { PUBLICATION_POLICY } from "../../src/filings/ingest/publication-policy.ts";
import type { Judgement, JudgePublication } from "../../src/store/publication.ts";
import { ALL_ON } from "../sources/all-on.ts";

/** Creates a judgement from the service's publication policy and `judge`. */
export function judgedBy(judge: JudgePublication): Judgement {
  return { policy: PUBLICATION_POLICY, judge };
}

/** Creates the judgement of a service with all sources on. It sends no e-mail unless `changes` enables it. */
export function judging(sources: JudgeOptions["sources"], changes: Partial<JudgeOptions> = {}): Judgement {
  const usual = { bodies: ALL_ON, emails: false, baseUrl: "https://api.example/api/v1", reason: "reparsed" } as const;
  return judgedBy(createPublicationJudge({ sources, ...usual, ...changes }));
}
