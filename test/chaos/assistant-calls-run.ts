/** Sends a minute's requests at once to the assistant's most expensive calls, while other addresses request current data. */
import { createLogger } from "../../src/base/log.ts";
import { openStore } from "../../src/store/open.ts";
import { findSupersededTrade } from "../large/place.ts";
import { createBatch, createCall, createExpensiveCalls } from "../large/questions/assistant.ts";
import { type Answers, type Crowd, type CrowdReport, type LargeService, QUOTA, Tally } from "./large-service.ts";

export interface AssistantCallsReport extends CrowdReport {
  /** Responses to batches, to single calls, and to calls about former versions; each kind comes from one address. */
  readonly lists: Answers;
  readonly calls: Answers;
  readonly formerVersions: Answers;
}

export async function runAssistantCalls(service: LargeService, crowd: Crowd): Promise<AssistantCallsReport> {
  const { made, pool, dataDir } = service;
  const store = await openStore({ dataDir, databaseUrl: null, dataNotice: null, log: createLogger("silent") });
  const dearest = createExpensiveCalls({ ...made, supersededTrade: await findSupersededTrade(store) });
  await store.close();
  const former = Array.from({ length: QUOTA }, (_, n) =>
    createCall("search_trades", { as_of: made.versions[n * 2], sort: "-amount", limit: 25 }),
  );
  // The first call of a process loads the assistant, which happens only once.
  await new Tally(pool).ask("10.3.0.4", "/mcp", dearest[0]?.body);
  const [lists, calls, formerVersions] = [new Tally(pool), new Tally(pool), new Tally(pool)];
  const report = await service.runUnderAttack(async () => {
    const asked = Array.from({ length: QUOTA }, (_, n) => [
      lists.ask("10.3.0.1", "/mcp", createBatch(dearest)),
      calls.ask("10.3.0.2", "/mcp", dearest[n % dearest.length]?.body),
      formerVersions.ask("10.3.0.3", "/mcp", former[n]?.body),
    ]);
    await Promise.all(asked.flat());
  }, crowd);
  return { lists: lists.report(), calls: calls.report(), formerVersions: formerVersions.report(), ...report };
}
