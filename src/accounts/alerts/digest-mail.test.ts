import assert from "node:assert/strict";
import { test } from "node:test";
import { composeDigestMail } from "./digest-mail.ts";
import type { DigestData, DigestTrade } from "./event-data.ts";

const createTrade = (changes: object): DigestTrade =>
  ({
    id: "txn_h1_01",
    politician_id: "E000001",
    politician: "Ann Example",
    party: "Democrat",
    chamber: "house",
    ticker: "EXMP",
    amount_range: "$1,001 - $15,000",
    transaction_date: "2026-11-03",
    disclosure_date: "2026-11-20",
    headline: "Purchase of Example & Co",
    late: true,
    url: "https://api.example/trades/txn_h1_01",
    stands_out: ["latest", "cluster"],
    ...changes,
  }) as unknown as DigestTrade;

function createDigest(trades: readonly DigestTrade[], name = "Apple", total = trades.length): DigestData {
  const span = { from: "2026-11-20T12:00:00Z", until: "2026-11-21T12:00:00Z" };
  const day = { date: "2026-11-21", time_zone: "Europe/Berlin", ...span, members: 1, late: 1 };
  return { alert: { id: "alr_1", name }, trades, total_matches: total, digest: day };
}

test("a digest lists each member's trades, marks late trades and standouts, and links to each page", () => {
  const { subject, text, html } = composeDigestMail(
    createDigest([createTrade({}), createTrade({ politician_id: "E2", politician: "Bo" })]),
  );
  assert.equal(subject, "congress-trades: 2 trades for Apple, Nov 21, 2026");
  assert.match(text, /^Your alert "Apple": 2 trades of 1 member, 1 disclosed late\.$/m);
  assert.match(text, /^Published from Nov 20, 2026, 13:00 to Nov 21, 2026, 13:00 \(Europe\/Berlin\)\.$/m);
  assert.match(
    text,
    /^Ann Example \(Democrat, House\)\n {2}Purchase of Example & Co \(EXMP\)\n {4}\$1,001 - \$15,000, traded 2026-11-03, disclosed 2026-11-20, late\n {4}Stands out: the furthest past .+; several members traded .+\.\n {4}https:/m,
  );
  assert.match(
    html ?? "",
    /<h3>Bo \(Democrat, House\)<\/h3>\n<ul>\n<li><a href="https:.+">Purchase of Example &#38; Co \(EXMP\)<\/a>/,
  );
});

test('names cannot inject mail headers or HTML, and an empty digest says "no new trade"', () => {
  const named = composeDigestMail(
    createDigest([createTrade({ headline: "Sale of <img src=x>" })], "A\r\nBcc: <b>", 51),
  );
  assert.doesNotMatch(named.text, /^Bcc/m);
  assert.doesNotMatch(named.html ?? "", /<img|<b>/);
  assert.match(named.text, /and 50 more, in the alert's list of matches/);
  assert.match(composeDigestMail(createDigest([])).text, /^Your alert "Apple": no new trade\.$/m);
});
