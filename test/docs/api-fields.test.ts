/** The examples of docs/api.md have exactly the fields that the four public endpoints return: the contract names them as the list of these. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { z } from "zod";
import { PoliticianListSchema } from "../../src/api/disclosures/politician-schema.ts";
import { TradeListSchema } from "../../src/api/disclosures/trade-schema.ts";
import { HistorySchema } from "../../src/api/market-data/history-schema.ts";
import { QuoteSchema } from "../../src/api/market-data/quote-schema.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/api.md"), "utf8");

const ENDPOINTS: Readonly<Record<string, z.ZodType>> = {
  "Recent trades": TradeListSchema,
  Politicians: PoliticianListSchema,
  Quote: QuoteSchema,
  "Historical prices": HistorySchema,
};

for (const [title, schema] of Object.entries(ENDPOINTS)) {
  test(`docs/api.md, ${title}: the example has every field of the response and no other`, () => {
    const section = page.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? "";
    const [, printed] = /```json\n(.*?)```/s.exec(section) ?? [];
    assert.ok(printed, `${title} has no example`);
    const example: unknown = JSON.parse(printed);
    // Parsing leaves out what the schema does not name, and fails where something is missing.
    assert.deepEqual(schema.parse(example), example);
  });
}
