/** Industries of companies: which company is requested next, and the effect of an answer and of a failure. */
import assert from "node:assert/strict";
import { day, listing, NOON, outcome, politician, trade } from "./made.ts";
import { later } from "./premium-made.ts";
import { testWithStore } from "./with-store.ts";

const COMPUTERS = { sic: "3571", description: "Electronic Computers" };
const SOFTWARE = { sic: "7372", description: "Services-Prepackaged Software" };

const createSecurity = (symbol: string, cik: number | null, etf = false) => ({
  symbol,
  name: `${symbol} Inc.`,
  exchange: "Nasdaq",
  etf,
  cik,
});
const allCompanies = { answeredBefore: later(0), failedBefore: later(0), limit: 10 };

testWithStore(
  "requests the most recently traded companies first, and no funds or untraded companies",
  async (store) => {
    await store.filings.recordListings([listing("1"), listing("2")], NOON);
    const trades = [
      trade("1", 1, { ticker: "AAPL", disclosureDate: day("2026-02-01") }),
      trade("1", 2, { ticker: "SPY", disclosureDate: day("2026-02-01") }),
      trade("1", 3, { ticker: "NONE", disclosureDate: day("2026-02-01") }),
    ];
    const newer = [trade("2", 1, { ticker: "MSFT", disclosureDate: day("2026-02-09") })];
    await store.publications.publish({
      at: later(1),
      politicians: [politician("E000001")],
      securities: [
        createSecurity("AAPL", 320193),
        createSecurity("MSFT", 789019),
        createSecurity("SPY", 884394, true),
        createSecurity("NVDA", 1045810),
        createSecurity("NONE", null),
      ],
      outcomes: [outcome("1", trades), outcome("2", newer)],
    });
    const { companies, publications } = store;
    assert.deepEqual(await companies.listDue(allCompanies), [789019, 320193]);
    assert.deepEqual(await companies.listDue({ ...allCompanies, limit: 1 }), [789019]);

    const before = await publications.readCurrent();
    const first = await publications.publish({
      at: later(2),
      outcomes: [],
      companies: [{ cik: 320193, industry: COMPUTERS }],
    });
    assert.equal(first.changed, true, "an industry is served, so it creates a version");
    assert.notEqual(first.version?.version, before?.version);
    assert.deepEqual(await companies.readIndustries(), new Map([["AAPL", COMPUTERS]]));
    assert.deepEqual(await companies.listDue(allCompanies), [789019]);
    const again = { at: later(3), outcomes: [], companies: [{ cik: 320193, industry: COMPUTERS }] };
    assert.equal((await publications.publish(again)).changed, false, "the same answer creates no version");
    assert.equal(
      (await publications.publish({ at: later(4), outcomes: [], companies: [{ cik: 789019, industry: null }] }))
        .changed,
      false,
      "an answer without an industry creates no version",
    );
    assert.deepEqual(await companies.listDue(allCompanies), []);
    assert.deepEqual(
      await companies.listDue({ ...allCompanies, answeredBefore: later(5) }),
      [789019, 320193],
      "companies are due again once their answers are too old",
    );

    const listed = await publications.publish({
      at: later(5),
      outcomes: [],
      securities: [createSecurity("AAPLW", 320193)],
    });
    assert.equal(listed.changed, true, "a new symbol of a company gets the company's industry");
  },
);

testWithStore("counts a failed request with its reason, and keeps known data", async (store) => {
  const { companies, publications } = store;
  const answers = [
    { cik: 320193, industry: COMPUTERS },
    { cik: 884394, industry: null },
  ];
  await publications.publish({
    at: later(1),
    outcomes: [],
    securities: [createSecurity("AAPL", 320193)],
    companies: answers,
  });
  const reason = { code: "missing_document", detail: "It does not exist (404)." } as const;
  await companies.recordFailure(320193, later(2), reason);
  await companies.recordFailure(789019, later(3), { ...reason, detail: "Nor does this." });
  assert.deepEqual(await companies.readIndustries(), new Map([["AAPL", COMPUTERS]]));
  assert.deepEqual(await companies.readCounts(), {
    asked: 3,
    withIndustry: 1,
    withoutIndustry: 1,
    failed: 2,
    lastAnswerAt: later(1),
    lastFailure: { at: later(3), reason: { ...reason, detail: "Nor does this." } },
  });
  await publications.publish({ at: later(4), outcomes: [], companies: [{ cik: 320193, industry: SOFTWARE }] });
  assert.equal((await companies.readCounts()).failed, 1, "an answer clears the failure");
});
