/** Providers that misbehave, behind the whole API. At full size: `node test/chaos/market.ts`. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { HISTORY, QUOTE } from "../contract/service.ts";
import { FAULT_KINDS, SLOW_KINDS } from "./fault-kinds.ts";
import { createUnknownSymbols, startFaultRun } from "./fault-run.ts";

const run = await startFaultRun();
after(run.stop);

test("there are at least 30 kinds of fault", () => {
  assert.ok(Object.keys(FAULT_KINDS).length >= 30);
});

for (const [kind, fault] of Object.entries(FAULT_KINDS)) {
  test(`${kind}: no 500, no invented number, and prices recover afterward`, async () => {
    const { wrong, statuses, requests } = await run.runUnderFault(fault, 4, SLOW_KINDS.includes(kind));
    assert.deepEqual(wrong, []);
    assert.ok((statuses["200"] ?? 0) > 0, "Nasdaq answers while Yahoo does not");
    assert.ok((requests["yahoo"] ?? 0) > 0);
  });
}

test("100 concurrent misses cause one request, for quotes and histories", async () => {
  for (const path of [`${HISTORY}/${run.symbols[0]}`, `${QUOTE}/${run.symbols[1]}`]) {
    run.openMarket();
    run.proxy.takeCounts();
    const answers = await Promise.all(Array.from({ length: 100 }, () => run.service.ask(path)));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.equal(run.proxy.countCharts(), 1, path);
  }
});

test("a scan of 10,000 unknown symbols stays within the budget and leaves room for real ones", async () => {
  const { market } = run.openMarket();
  run.proxy.takeCounts();
  let unknown = 0;
  for (const symbol of createUnknownSymbols()) {
    await market.getQuote(symbol).catch((error: { code?: string }) => {
      if (error.code === "symbol_not_found") unknown += 1;
    });
  }
  assert.equal(unknown, 10_000);
  const asked = run.proxy.takeCounts();
  assert.ok((asked["yahoo"] ?? 0) <= 20, JSON.stringify(asked));
  assert.ok((asked["nasdaq"] ?? 0) <= 2 * 4, `of both classes: ${JSON.stringify(asked)}`);
  assert.equal((await market.getQuote(run.symbols[0] ?? "")).stale, false);
});

test("an unknown symbol returns 404 and is not requested again within five minutes", async () => {
  const { clock } = run.openMarket();
  run.proxy.takeCounts();
  for (let time = 0; time < 5; time += 1) assert.equal((await run.service.ask(`${QUOTE}/QQQQQ`)).status, 404);
  assert.deepEqual(run.proxy.takeCounts(), { yahoo: 1, nasdaq: 2 });
  clock.now = new Date(clock.now.getTime() + 301_000);
  assert.equal((await run.service.ask(`${QUOTE}/QQQQQ`)).status, 404);
  assert.deepEqual(run.proxy.takeCounts(), { yahoo: 1, nasdaq: 2 });
});
