import { PUBLICATION_POLICY } from "../../src/ingest/publication-policy.ts";
import type { Judgement, JudgePublication } from "../../src/store/premium.ts";

/** Composes a judgement: the service's publication policy, and this judge of what follows. */
export function judgedBy(judge: JudgePublication): Judgement {
  return { policy: PUBLICATION_POLICY, judge };
}
