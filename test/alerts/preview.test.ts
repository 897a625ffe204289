import assert from "node:assert/strict";
import { test } from "node:test";
import { previewAlert } from "../../src/accounts/alerts/preview.ts";
import type { AlertRule } from "../../src/accounts/alerts/rules.ts";
import { findDirection } from "../../src/domain/direction.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { day, trade } from "../store/made.ts";

const SINCE = day("2026-01-01");

async function preview(rule: Partial<AlertRule>, matching: readonly Trade[], all: readonly Trade[] = matching) {
  const addDirections = (trades: readonly Trade[]) =>
    trades.map((each) => ({ ...each, direction: findDirection(each) }));
  const found = await previewAlert(
    { alertType: "trade", days: null, politicians: null, ...rule },
    {
      matching: addDirections(matching),
      listByPolitician: async (id) => addDirections(all.filter(({ politicianId }) => politicianId === id)),
    },
    SINCE,
    async () => {},
  );
  return { ...found, latest: found.latest.map(({ direction, ...each }): Trade => each) };
}

test("trade: each disclosure day counts as one firing, and the latest 20 trades are shown", async () => {
  const trades = Array.from({ length: 30 }, (_, index) =>
    trade("1", index + 1, { disclosureDate: day(index < 25 ? "2026-03-01" : "2026-02-01") }),
  );
  const old = trade("2", 1, { disclosureDate: day("2025-12-31") });
  const { timesTriggered, totalMatches, latest } = await preview({}, [old, ...trades]);
  assert.deepEqual([timesTriggered, totalMatches, latest.length], [2, 30, 20]);
  assert.deepEqual(
    latest.slice(0, 2).map(({ id }) => id),
    [trades[24]?.id, trades[23]?.id],
  );
  assert.deepEqual(await preview({}, []), { timesTriggered: 0, totalMatches: 0, latest: [] });
});

test("politician_activity: a trade before the previewed period or outside the filter also ends the quiet days", async () => {
  const makeTrade = (line: number, traded: string, disclosed: string) =>
    trade("1", line, { transactionDate: day(traded), disclosureDate: day(disclosed) });
  const before = makeTrade(1, "2025-12-01", "2025-12-20");
  const soon = makeTrade(2, "2026-01-15", "2026-02-01");
  const later = makeTrade(3, "2026-05-15", "2026-06-01");
  const rule = { alertType: "politician_activity", days: 90 } as const;
  assert.deepEqual((await preview(rule, [before, soon, later])).latest, [later]);
  assert.deepEqual((await preview(rule, [soon, later], [before, soon, later])).latest, [later]);
  assert.deepEqual((await preview(rule, [soon, later])).latest, [later, soon], "a member's first trade ever");
});

test("ticker_cluster: counts the members known on the day of disclosure", async () => {
  const makeTradeBy = (person: number, traded: string, disclosed: string) =>
    trade(String(person), 1, {
      politicianId: `E00000${person}`,
      transactionDate: day(traded),
      disclosureDate: day(disclosed),
    });
  const one = makeTradeBy(1, "2026-01-01", "2026-01-10");
  const two = makeTradeBy(2, "2026-01-05", "2026-01-20");
  const three = makeTradeBy(3, "2026-01-03", "2026-02-15");
  const rule = { alertType: "ticker_cluster", days: 10 } as const;
  assert.deepEqual((await preview({ ...rule, politicians: 3 }, [one, two, three])).latest, [three]);
  assert.deepEqual((await preview({ ...rule, politicians: 2 }, [one, two, three])).latest, [three, two]);
  assert.equal((await preview({ ...rule, politicians: 2 }, [one, two, three])).timesTriggered, 2);
  assert.equal((await preview({ ...rule, days: 3, politicians: 3 }, [one, two, three])).totalMatches, 0);
});

test("ticker_cluster: buying a put counts as selling, and an option of unknown kind has no direction", async () => {
  const makeTradeBy = (person: number, fields: Partial<Trade>) =>
    trade(String(person), 1, {
      politicianId: `E00000${person}`,
      transactionDate: day("2026-01-05"),
      disclosureDate: day("2026-01-20"),
      ...fields,
    });
  const makeOption = (type: string | null) => ({ option: { type, strike: null, expiry: null } });
  const bought = makeTradeBy(1, { transactionType: "purchase" });
  const put = makeTradeBy(2, { transactionType: "purchase", ...makeOption("Put") });
  const sold = makeTradeBy(3, { transactionType: "sale_partial" });
  const unknown = makeTradeBy(4, { transactionType: "purchase", ...makeOption(null) });
  const rule = { alertType: "ticker_cluster", days: 10, politicians: 2 } as const;
  assert.equal((await preview(rule, [bought, put])).totalMatches, 0);
  assert.equal((await preview(rule, [bought, unknown])).totalMatches, 0);
  assert.equal((await preview(rule, [put, sold])).totalMatches, 2);
});
