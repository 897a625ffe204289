/** Tests answers that do not fit the stored series, and answers that their provider's own quote contradicts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createFlatBars, createQuote, createTestMarket, YAHOO_ORIGIN } from "./made-providers.ts";

const FRIDAY = "2026-11-13";
const toEvening = (day: string) => `${day}T23:00:00Z`;
const listCloses = (bars: readonly { readonly close: number }[]) => [...new Set(bars.map(({ close }) => close))];

test("a healthy provider that contradicts five stored series still gets requests for all other series", async () => {
  const symbols = ["SA", "SB", "SC", "SD", "SE"];
  const made = createTestMarket(
    { yahoo: { bars: (symbol) => ({ bars: createFlatBars("2026-11-16", 41, symbols.includes(symbol) ? 93 : 50) }) } },
    toEvening("2026-11-16"),
  );
  for (const symbol of symbols)
    made.kept.bars.set(symbol, {
      bars: createFlatBars(FRIDAY, 40),
      refreshedAt: new Date(toEvening(FRIDAY)),
      companyName: null,
      origin: YAHOO_ORIGIN,
      dividends: null,
    });
  for (const symbol of symbols)
    assert.deepEqual(await made.getHistory(symbol), { bars: createFlatBars(FRIDAY, 40), stale: true });
  const [health] = made.market.getHealth();
  assert.deepEqual(
    [health?.state, health?.lastError, health?.lastSuccessAt],
    ["closed", null, new Date(toEvening("2026-11-16"))],
  );
  assert.deepEqual((await made.getHistory("GOOD")).bars.length, 41, "a sixth symbol is requested as usual");
  made.takeRequests();
  await made.getHistory("SA");
  assert.deepEqual(made.takeRequests(), [], "a symbol in conflict is not requested again right away");
});

test("replaces a series that is five trading days behind, if a quote confirms the new provider's bars", async () => {
  const answers = {
    bars: () => ({ bars: createFlatBars("2026-11-20", 45, 93) }),
    quote: () => createQuote(93, "2026-11-20T21:00:00Z"),
  };
  const { getHistory, setTime, kept } = createTestMarket({ nasdaq: answers }, toEvening("2026-11-19"), {
    barsMustBeConfirmedByQuote: true,
  });
  kept.bars.set("SMPL", {
    bars: createFlatBars(FRIDAY, 40),
    refreshedAt: new Date(toEvening(FRIDAY)),
    companyName: null,
    origin: YAHOO_ORIGIN,
    dividends: null,
  });
  assert.deepEqual(listCloses((await getHistory()).bars), [100], "four days are not enough");
  setTime(toEvening("2026-11-20"));
  answers.quote = () => createQuote(930, "2026-11-20T21:00:00Z");
  assert.deepEqual(listCloses((await getHistory()).bars), [100], "its own quote says otherwise");
  setTime("2026-11-21T12:00:00Z");
  answers.quote = () => createQuote(93, "2026-11-20T21:00:00Z");
  assert.deepEqual(listCloses((await getHistory()).bars), [93]);
  assert.deepEqual(
    listCloses(kept.bars.get("SMPL@2026-11-13")?.bars ?? []),
    [100],
    "the stored series is set aside, not lost",
  );
});

test("rejects a symbol's first bars if they contradict the same provider's quote, and asks the next provider", async () => {
  const first = {
    bars: () => ({ bars: createFlatBars(FRIDAY, 40, 1_000) }),
    quote: () => createQuote(101, "2026-11-13T21:00:00Z", { change: 1 }),
  };
  const second = {
    bars: () => ({ bars: createFlatBars(FRIDAY, 40, 100) }),
    quote: () => createQuote(101, "2026-11-13T21:00:00Z"),
  };
  const { getHistory, market } = createTestMarket({ nasdaq: first, tiingo: second }, toEvening(FRIDAY), {
    barsMustBeConfirmedByQuote: true,
  });
  assert.deepEqual(listCloses((await getHistory()).bars), [100]);
  assert.equal(market.getHealth()[0]?.lastError?.code, "bad_answer");
});

test("rejects a symbol's first bars if the price in the same answer contradicts them, but accepts a real price move", async () => {
  const { getHistory, setTime } = createTestMarket(
    {
      yahoo: {
        bars: (symbol) => ({
          bars: createFlatBars(FRIDAY, 40, 10),
          quoted: {
            price: symbol === "TENF" ? 14 : 17,
            change: symbol === "TENF" ? null : 7,
            pricedAt: new Date("2026-11-16T20:00:00Z"),
          },
        }),
      },
    },
    toEvening("2026-11-16"),
  );
  await assert.rejects(getHistory("TENF"), { code: "upstream_unavailable" });
  setTime("2026-11-17T00:00:00Z");
  assert.equal((await getHistory("RISEN")).bars.length, 40);
});

test("without a reported split, rescales stored days only if the provider's quote confirms the new scale", async () => {
  const answers = {
    bars: () => ({ bars: createFlatBars("2026-11-16", 41, 10) }),
    quote: () => createQuote(100, "2026-11-16T21:00:00Z"),
  };
  const { getHistory, setTime, kept } = createTestMarket({ nasdaq: answers }, toEvening("2026-11-16"), {
    barsMustBeConfirmedByQuote: true,
  });
  kept.bars.set("SMPL", {
    bars: createFlatBars(FRIDAY, 60),
    refreshedAt: new Date(toEvening(FRIDAY)),
    companyName: null,
    origin: YAHOO_ORIGIN,
    dividends: null,
  });
  assert.deepEqual(await getHistory(), { bars: createFlatBars(FRIDAY, 60), stale: true });
  answers.quote = () => createQuote(10.2, "2026-11-16T21:00:00Z");
  setTime("2026-11-17T00:00:00Z");
  const { bars, stale } = await getHistory();
  assert.deepEqual([bars.length, listCloses(bars), stale], [61, [10], false]);
});
