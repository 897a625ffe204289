/** Tests committee seats from one download of the list of members to the next: what is kept, replaced and reported. */
import assert from "node:assert/strict";
import { SourceError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import type { CommitteeSeat } from "../../src/domain/politician.ts";
import { formatReason } from "../../src/domain/reason.ts";
import { updateReference } from "../../src/filings/ingest/reference.ts";
import type { LegislatorsRecord } from "../../src/filings/reference/legislators/legislators.ts";
import { judgedBy } from "../store/judged-by.ts";
import { NOON, politician } from "../store/made.ts";
import { testWithStore } from "../store/with-store.ts";

const createSeat = (id: string, title: string | null = null): CommitteeSeat => ({
  id,
  name: `Committee ${id}`,
  chamber: "house",
  parent: null,
  title,
});
const failure = new SourceError(
  "missing_document",
  "https://record.example/committees-current.json does not exist (404).",
);

testWithStore(
  "an incomplete download of the committees removes no seats; a complete one replaces them",
  async (store) => {
    const signal = new AbortController().signal;
    const update = async (seats: Record<string, readonly CommitteeSeat[]>, failures: SourceError[] = []) => {
      const currentIds = Object.keys(seats);
      const politicians = ["E000001", "E000002"].map((id) =>
        politician(id, { committees: seats[id] ?? [], current: currentIds.includes(id) }),
      );
      const record: LegislatorsRecord = { politicians, currentIds, failures };
      const reference = {
        legislators: { fetch: async () => record },
        tickers: { fetch: async () => ({ securities: [], failures: [] }) },
      };
      const parts = { log: createLogger("silent"), now: () => NOON, patienceMs: 60_000 };
      await updateReference({ ...parts, reference, store, judge: () => judgedBy(async () => {}) }, signal);
      const known = await store.reference.listPoliticians();
      const status = (await store.sources.listAll()).find(({ source }) => source === "legislators");
      return [
        known.map(({ committees }) => committees.map(({ id, title }) => (title ? `${id} ${title}` : id))),
        status && formatReason(status.lastError),
      ];
    };
    const failureText = `missing_document: ${failure.message}`;
    const noSeats = { E000001: [], E000002: [] };
    assert.deepEqual(await update(noSeats, [failure]), [[[], []], failureText], "members are published without seats");
    assert.deepEqual(
      await update({ E000001: [createSeat("HSZA"), createSeat("HSZC")], E000002: [createSeat("HSZA")] }),
      [[["HSZA", "HSZC"], ["HSZA"]], null],
    );
    assert.deepEqual(await update(noSeats, [failure]), [[["HSZA", "HSZC"], ["HSZA"]], failureText]);
    assert.deepEqual(
      await update({ E000001: [createSeat("HSZB"), createSeat("HSZC", "Chairman")], E000002: [] }, [failure]),
      [[["HSZA", "HSZB", "HSZC Chairman"], ["HSZA"]], failureText],
    );
    assert.deepEqual(await update({ E000001: [createSeat("HSZB")], E000002: [] }), [[["HSZB"], []], null]);
  },
);

testWithStore("a member who leaves loses the committee seats, even if the committees' files fail", async (store) => {
  const sources = (current: boolean, failures: SourceError[]) => ({
    legislators: {
      fetch: async () => ({
        politicians: [
          politician("E000001", { current, committees: current ? [createSeat("HSZA")] : [] }),
          ...Array.from({ length: 20 }, (_, n) => politician(`Z0000${n + 10}`)),
        ],
        currentIds: [...(current ? ["E000001"] : []), ...Array.from({ length: 20 }, (_, n) => `Z0000${n + 10}`)],
        failures,
      }),
    },
    tickers: { fetch: async () => ({ securities: [], failures: [] }) },
  });
  const update = (reference: ReturnType<typeof sources>) => {
    const parts = { reference, store, log: createLogger("silent"), now: () => NOON, patienceMs: 60_000 };
    return updateReference({ ...parts, judge: () => judgedBy(async () => {}) }, new AbortController().signal);
  };
  const readSeats = async () =>
    (await store.reference.listPoliticians()).find(({ id }) => id === "E000001")?.committees;
  assert.equal(await update(sources(true, [])), true);
  assert.deepEqual(await readSeats(), [createSeat("HSZA")]);
  assert.equal(await update(sources(true, [])), false);
  assert.equal(await update(sources(false, [failure])), true);
  assert.deepEqual(await readSeats(), []);
});
