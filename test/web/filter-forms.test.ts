/** The filter forms above lists of trades over HTTP: resubmitting the form of a filtered page requests the same trades. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type HTMLElement, parse } from "node-html-parser";
import type { tradeFilterShape } from "../../src/api/disclosures/trade-query.ts";
import { startService } from "../contract/service.ts";

const HTML = { headers: { accept: "text/html" } };
const VALUES = {
  ticker: "AAPL",
  coin: "BTC",
  politician_id: "X000001",
  chamber: "house",
  party: "Independent",
  state: "CA",
  transaction_type: "purchase",
  asset_type: "Stock",
  industry: "D",
  owner: "spouse",
  min_amount: "1001",
  max_amount: "50000",
  disclosed_from: "2020-01-01",
  disclosed_to: "2026-01-01",
  traded_from: "2020-01-02",
  traded_to: "2026-01-02",
  late: "false",
  late_not_judged: "true",
  amendment_pending: "false",
  possible_duplicate: "true",
  q: "inc",
} satisfies Record<keyof typeof tradeFilterShape, string>;

/** Pages with a form above trades, and the filter that the page itself implies. */
const PAGES = [
  ["/", null],
  ["/politicians/X000001", "politician_id"],
  ["/tickers/AAPL", "ticker"],
  ["/industries/D", "industry"],
] as const;

/** Collects the fields that a browser submits with the form above the list. */
function listSubmittedFields(page: HTMLElement): Map<string, string> {
  const fields = page.querySelectorAll("form#filters [name], form.narrow [name], [form=filters][name]");
  return new Map(
    fields.map((field) => {
      const value = field.getAttribute("value") ?? field.querySelector("option[selected]")?.getAttribute("value");
      return [field.getAttribute("name") ?? "", value ?? ""];
    }),
  );
}

test("a form resubmits every filter and the sort order, and has a link to remove each filter without a field", async () => {
  await using service = await startService();
  for (const [path, own] of PAGES) {
    for (const [name, value] of Object.entries({ ...VALUES, sort: "-amount" })) {
      if (name === own) continue;
      const { status, text } = await service.ask(`${path}?${name}=${value}`, HTML);
      assert.equal(status, 200, `${path} ${name}`);
      const page = parse(text);
      assert.equal(listSubmittedFields(page).get(name), value, `${path} ${name}`);
      const isUnseen = page.querySelector(`input[type=hidden][name=${name}]`) !== null;
      const labels = page
        .querySelectorAll("a[aria-label^='Remove the filter']")
        .map((each) => each.getAttribute("aria-label"));
      if (isUnseen && name !== "sort") assert.equal(labels.length, 1, `${path} ${name}`);
      assert.ok(!labels.some((label) => label?.includes("undefined") || label?.includes(name)), `${path} ${labels}`);
    }
  }
});

test("the form lets the visitor correct an invalid filter that has no field", async () => {
  await using service = await startService();
  const { status, text } = await service.ask("/politicians/X000001?owner=nobody", HTML);
  assert.equal(status, 400);
  assert.equal(listSubmittedFields(parse(text)).get("owner"), "nobody");
});
