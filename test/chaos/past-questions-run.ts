/** Measures how long others wait for current data while one address spends all its requests on former versions. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Answers, type Crowd, type CrowdReport, type LargeService, QUOTA, Tally } from "./large-service.ts";

const MINUTE_MS = 60_000;
const ASKER = "10.4.0.1";

export interface PastQuestionsReport extends CrowdReport {
  readonly asker: Answers;
}

export async function runPastQuestions(service: LargeService, crowd: Crowd): Promise<PastQuestionsReport> {
  const { versions } = service.made;
  const asker = new Tally(service.pool);
  // Each request is for an uncached version, or pair of versions.
  let version = 0;
  const report = await service.runUnderAttack(async (stop) => {
    while (!stop.aborted) {
      const burst = Array.from({ length: QUOTA }, (_, n) => {
        version = (version + 1) % (versions.length - 1);
        const path = n % 2 === 0 ? "/changes?limit=100&from=" : "/trades?limit=100&as_of=";
        return asker.ask(ASKER, `/api/v1${path}${versions[version]}`);
      });
      await Promise.all(burst);
      await sleep(MINUTE_MS, undefined, { signal: stop }).catch(() => {});
    }
  }, crowd);
  return { asker: asker.report(), ...report };
}
