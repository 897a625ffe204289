import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ask } from "./ask.ts";
import { fetchWholeTrade, formatTradeLine } from "./cited-trade.ts";

test("a cited trade names the option and quotes the filing", async () => {
  const body = {
    id: "txn_h1_01",
    politician: "Ann Example",
    politician_id: "E000001",
    ticker: "EXMP",
    company: "Example Corp.",
    headline: "Sale of put options on Example Corp.",
    transaction_type: "sale_full",
    asset_type: "Stock Option",
    option: { type: "Put", strike: null, expiry: null },
    short_sale: false,
    amount_range: "$1,001 - $15,000",
    transaction_date: "2026-01-20",
    disclosure_date: "2026-02-09",
    filing: { id: "h1", document_url: "https://official.example/1.pdf", page: 1 },
    evidence_url: "https://api.example/evidence/txn_h1_01.png",
  };
  const ask: Ask = async () => ({ status: 200, body, getHeader: () => "2026-11-20.1" });
  const whole = await fetchWholeTrade(ask, body.id);
  assert.match(
    formatTradeLine(whole),
    /: Ann Example \(E000001\), sale of put options on EXMP "Example Corp\.", \$1,001/,
  );
  assert.equal(whole.filing_text["headline"], body.headline);
  assert.equal(whole["headline"], undefined, "the headline contains words of the filing");
});
