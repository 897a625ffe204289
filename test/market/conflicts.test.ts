/** Answers that do not join what is kept, and answers that their provider's own quote contradicts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { flatDays, madeMarketOf, madeQuote, YAHOOS } from "./made-providers.ts";

const FRIDAY = "2026-11-13";
const evening = (day: string) => `${day}T23:00:00Z`;
const closes = (bars: readonly { readonly close: number }[]) => [...new Set(bars.map(({ close }) => close))];

test("a healthy provider that contradicts five stored series is still asked for all others", async () => {
  const symbols = ["SA", "SB", "SC", "SD", "SE"];
  const made = madeMarketOf(
    { yahoo: { bars: (symbol) => ({ bars: flatDays("2026-11-16", 41, symbols.includes(symbol) ? 93 : 50) }) } },
    evening("2026-11-16"),
  );
  for (const symbol of symbols)
    made.kept.bars.set(symbol, {
      bars: flatDays(FRIDAY, 40),
      refreshedAt: new Date(evening(FRIDAY)),
      companyName: null,
      origin: YAHOOS,
      dividends: null,
    });
  for (const symbol of symbols)
    assert.deepEqual(await made.history(symbol), { bars: flatDays(FRIDAY, 40), stale: true });
  const [health] = made.market.getHealth();
  assert.deepEqual(
    [health?.state, health?.lastError, health?.lastSuccessAt],
    ["closed", null, new Date(evening("2026-11-16"))],
  );
  assert.deepEqual((await made.history("GOOD")).bars.length, 41, "a sixth symbol is asked for as ever");
  made.asked();
  await made.history("SA");
  assert.deepEqual(made.asked(), [], "the same conflict is not asked for again at once");
});

test("replaces a series that nothing has extended for five trading days with one its provider confirms", async () => {
  const says = {
    bars: () => ({ bars: flatDays("2026-11-20", 45, 93) }),
    quote: () => madeQuote(93, "2026-11-20T21:00:00Z"),
  };
  const { history, at, kept } = madeMarketOf({ nasdaq: says }, evening("2026-11-19"), {
    barsMustBeConfirmedByQuote: true,
  });
  kept.bars.set("SMPL", {
    bars: flatDays(FRIDAY, 40),
    refreshedAt: new Date(evening(FRIDAY)),
    companyName: null,
    origin: YAHOOS,
    dividends: null,
  });
  assert.deepEqual(closes((await history()).bars), [100], "four days are not enough");
  at(evening("2026-11-20"));
  says.quote = () => madeQuote(930, "2026-11-20T21:00:00Z");
  assert.deepEqual(closes((await history()).bars), [100], "its own quote says otherwise");
  at("2026-11-21T12:00:00Z");
  says.quote = () => madeQuote(93, "2026-11-20T21:00:00Z");
  assert.deepEqual(closes((await history()).bars), [93]);
  assert.deepEqual(closes(kept.bars.get("SMPL@2026-11-13")?.bars ?? []), [100], "what was kept is set aside, not lost");
});

test("rejects a first answer that contradicts the same provider's quote, and asks the next provider", async () => {
  const first = {
    bars: () => ({ bars: flatDays(FRIDAY, 40, 1_000) }),
    quote: () => madeQuote(101, "2026-11-13T21:00:00Z", { change: 1 }),
  };
  const second = {
    bars: () => ({ bars: flatDays(FRIDAY, 40, 100) }),
    quote: () => madeQuote(101, "2026-11-13T21:00:00Z"),
  };
  const { history, market } = madeMarketOf({ nasdaq: first, tiingo: second }, evening(FRIDAY), {
    barsMustBeConfirmedByQuote: true,
  });
  assert.deepEqual(closes((await history()).bars), [100]);
  assert.equal(market.getHealth()[0]?.lastError?.code, "bad_answer");
});

test("rejects a first answer whose own chart quotes another price, but not a real move of the day", async () => {
  const { history, at } = madeMarketOf(
    {
      yahoo: {
        bars: (symbol) => ({
          bars: flatDays(FRIDAY, 40, 10),
          quoted: {
            price: symbol === "TENF" ? 14 : 17,
            change: symbol === "TENF" ? null : 7,
            pricedAt: new Date("2026-11-16T20:00:00Z"),
          },
        }),
      },
    },
    evening("2026-11-16"),
  );
  await assert.rejects(history("TENF"), { code: "upstream_unavailable" });
  at("2026-11-17T00:00:00Z");
  assert.equal((await history("RISEN")).bars.length, 40);
});

test("rescales stored days without a reported split only if the quote confirms it", async () => {
  const says = {
    bars: () => ({ bars: flatDays("2026-11-16", 41, 10) }),
    quote: () => madeQuote(100, "2026-11-16T21:00:00Z"),
  };
  const { history, at, kept } = madeMarketOf({ nasdaq: says }, evening("2026-11-16"), {
    barsMustBeConfirmedByQuote: true,
  });
  kept.bars.set("SMPL", {
    bars: flatDays(FRIDAY, 60),
    refreshedAt: new Date(evening(FRIDAY)),
    companyName: null,
    origin: YAHOOS,
    dividends: null,
  });
  assert.deepEqual(await history(), { bars: flatDays(FRIDAY, 60), stale: true });
  says.quote = () => madeQuote(10.2, "2026-11-16T21:00:00Z");
  at("2026-11-17T00:00:00Z");
  const { bars, stale } = await history();
  assert.deepEqual([bars.length, closes(bars), stale], [61, [10], false]);
});
