import assert from "node:assert/strict";
import { test } from "node:test";
import { createLogger } from "../../base/log.ts";
import { createPublisher, type PublishingParts } from "./publisher.ts";

/** The doubt passed along with a run's 60 outcomes, if this many could not be read. */
async function doubtOf(unreadable: number, publishedBefore: number): Promise<string | null> {
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
  const outcome = (at: number) => ({
    filingId: `house-${at}`,
    state: at < unreadable ? "unreadable" : "parsed",
    reason: at < unreadable ? "pdf_truncated" : null,
    trades: [],
  });
  await publisher.addBatch(Array.from({ length: 60 }, (_, at) => outcome(at)) as never);
  await publisher.flush();
  await publisher.waitUntilSettled();
  assert.equal(doubts.length, 1);
  return doubts[0] ?? null;
}

test("if the first publication is held, tells the operator that nothing is served and what to do", async () => {
  const said = String(await doubtOf(20, 0));
  assert.match(said, /With more than 2% unreadable, publishing needs a person's approval/);
  assert.match(said, /Nothing has been published yet, so the lists stay empty until you approve it/);
  assert.match(said, /`coverage` shows the reasons/);
  assert.match(said, /approving publishes those/);
  assert.match(said, /install a newer release and run `reparse`/);
});

test("a held publication does not mention empty lists if trades are already published", async () => {
  const said = String(await doubtOf(20, 8));
  assert.match(said, /With more than 2% unreadable, publishing needs a person's approval/);
  assert.doesNotMatch(said, /Nothing has been published yet/);
});

test("does not hold a first publication whose documents could be read", async () => {
  assert.equal(await doubtOf(0, 0), null);
});
