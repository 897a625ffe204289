/** Measures how long a visitor waits for one picture while ten addresses keep requesting pictures of lines. */
import { createLogger } from "../../src/base/log.ts";
import { openStore } from "../../src/store/open.ts";
import { atRate } from "./at-rate.ts";
import { type Answers, type Crowd, type CrowdReport, type LargeService, QUOTA, Tally } from "./large-service.ts";

const ASKERS = 10;

export interface EvidenceQueueReport extends CrowdReport {
  readonly askers: Answers;
  /** Addresses that request one picture each. */
  readonly visitors: Answers;
}

export async function runEvidenceQueue(service: LargeService, crowd: Crowd): Promise<EvidenceQueueReport> {
  const lines = await listLines(service.dataDir);
  const [askers, visitors] = [new Tally(service.pool), new Tally(service.pool)];
  // Each picture is requested only once, so that none is cached; the attack ends with the last picture.
  const [forVisitors, forAskers] = [lines.slice(0, crowd.seconds), lines.slice(crowd.seconds)];
  const askForOne = (of: Tally, address: string, line: string) => of.ask(address, `/evidence/${line}.png`);
  const askWithoutEnd = async (address: string) => {
    while (forAskers.length > 0) {
      const some = forAskers.splice(0, QUOTA);
      await Promise.all(some.map((line) => askForOne(askers, address, line)));
    }
  };
  const report = await service.runUnderAttack(async (stop) => {
    const attack = Promise.all(Array.from({ length: ASKERS }, (_, n) => askWithoutEnd(`10.0.0.${n + 1}`)));
    const ended = AbortSignal.any([stop, createSignal(attack)]);
    await atRate(1, ended, (n) => askForOne(visitors, `10.2.0.${n + 1}`, forVisitors[n] ?? ""));
    forAskers.length = 0;
    await attack;
  }, crowd);
  return { askers: askers.report(), visitors: visitors.report(), ...report };
}

function createSignal(end: Promise<unknown>): AbortSignal {
  const controller = new AbortController();
  void end.finally(() => controller.abort()).catch(() => {});
  return controller.signal;
}

/** Returns the ids of all trades with a stored original. */
async function listLines(dataDir: string): Promise<readonly string[]> {
  const store = await openStore({ dataDir, databaseUrl: null, dataNotice: null, log: createLogger("silent") });
  const lines: string[] = [];
  for await (const { id } of store.filings.listWithDocument()) {
    lines.push(...(await store.filings.listTrades(id)).map(({ trade }) => trade.id));
  }
  await store.close();
  return lines;
}
