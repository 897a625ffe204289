import assert from "node:assert/strict";
import { test } from "node:test";
import { createLogger } from "../../base/log.ts";
import { createPublisher, type PublishingParts } from "./publisher.ts";

/** Publishes a run of 60 filings, `unreadable` of them unreadable. Returns the reason for doubt that is passed to the store. */
async function publishAndGetDoubt(unreadable: number, publishedBefore: number): Promise<string | null> {
  const doubts: (string | null)[] = [];
  const store = {
    publications: {
      countTrades: async () => publishedBefore,
      publish: async ({ doubt }: { doubt: string | null }) => {
        doubts.push(doubt);
        return { held: null, changed: false };
      },
    },
  };
  const parts = { store, log: createLogger("silent"), now: () => new Date(), judge: () => null, onPublished() {} };
  const publisher = createPublisher(parts as unknown as PublishingParts, "reparsed");
  const createOutcome = (at: number) => ({
    filingId: `house-${at}`,
    state: at < unreadable ? "unreadable" : "parsed",
    reason: at < unreadable ? "pdf_truncated" : null,
    trades: [],
  });
  await publisher.addBatch(Array.from({ length: 60 }, (_, at) => createOutcome(at)) as never);
  await publisher.flush();
  await publisher.waitUntilSettled();
  assert.equal(doubts.length, 1);
  return doubts[0] ?? null;
}

test("if the first publication is held, tells the operator that nothing is served and what to do", async () => {
  const holdReason = String(await publishAndGetDoubt(20, 0));
  assert.match(holdReason, /With more than 2% unreadable, publishing needs a person's approval/);
  assert.match(holdReason, /Nothing has been published yet, so the lists stay empty until you approve it/);
  assert.match(holdReason, /`coverage` shows the reasons/);
  assert.match(holdReason, /approving publishes those/);
  assert.match(holdReason, /install a newer release and run `reparse`/);
});

test("the hold reason does not say that nothing is published if trades are already published", async () => {
  const holdReason = String(await publishAndGetDoubt(20, 8));
  assert.match(holdReason, /With more than 2% unreadable, publishing needs a person's approval/);
  assert.doesNotMatch(holdReason, /Nothing has been published yet/);
});

test("a first publication needs no approval if its documents could be read", async () => {
  assert.equal(await publishAndGetDoubt(0, 0), null);
});
