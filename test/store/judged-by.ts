import { PUBLICATION_POLICY } from "../../src/ingest/publication-policy.ts";
import type { Judgement, JudgePublication } from "../../src/store/premium.ts";

/** What decides of a publication: the policy of the service, and this judge of what follows. */
export function judgedBy(judge: JudgePublication): Judgement {
  return { policy: PUBLICATION_POLICY, judge };
}
