/**
 * Tests that the examples of docs/api.md, which the contract names as the list of fields, have exactly those of the four public
 * endpoints.
 */
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
    // Parsing drops fields that the schema does not have, and fails if one is missing.
    assert.deepEqual(schema.parse(example), example);
  });
}
