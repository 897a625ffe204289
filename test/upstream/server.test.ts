import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { joinCommitteeSeats } from "../../src/filings/reference/legislators/committee-seats.ts";
import { readCommitteeMemberships } from "../../src/filings/reference/legislators/read-committee-members.ts";
import { readCommittees } from "../../src/filings/reference/legislators/read-committees.ts";
import { readLegislators } from "../../src/filings/reference/legislators/read-legislators.ts";
import { readNasdaqListed, readOtherListed } from "../../src/filings/reference/tickers/read-nasdaq-directory.ts";
import { readSecTickers } from "../../src/filings/reference/tickers/read-sec-tickers.ts";
import { createFaultPlan, FAULTS } from "./faults.ts";
import { fictionalMaterial } from "./fictional/material.ts";
import { SECURITIES } from "./fictional/securities.ts";
import { startUpstream } from "./server.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
const upstream = await startUpstream({ material, port: 0, slowMs: 50, retryAfterSeconds: 7 });
after(upstream.stop);
beforeEach(() => {
  upstream.clearLog();
  upstream.clearFaults();
});
const CURRENT = "/legislators/legislators-current.json";

test("serves 40 members in both chambers, including an Independent", async () => {
  const current = readLegislators(await fetchBytes(CURRENT), true);
  const former = readLegislators(await fetchBytes("/legislators/legislators-historical.json"), false);
  assert.equal(current.length + former.length, 40);
  assert.equal(former.length, 3);
  assert.ok(current.some((each) => each.terms.at(-1)?.chamber === "senate"));
  assert.ok(current.some((each) => each.terms.at(-1)?.parties.at(-1)?.party === "Independent"));
  assert.ok(current.every((each) => /^Z9\d{5}$/.test(each.id)));
});

test("serves committees of all three kinds for most current members, with titles and conditional requests", async () => {
  const [committees, membership] = ["committees-current.json", "committee-membership-current.json"];
  const list = readCommittees(await fetchBytes(`/legislators/${committees}`));
  const members = readCommitteeMemberships(await fetchBytes(`/legislators/${membership}`));
  const { byMember, unlistedCommitteeIds } = joinCommitteeSeats(list, members);
  assert.deepEqual(unlistedCommitteeIds, []);
  const sitting = readLegislators(await fetchBytes(CURRENT), true).map(({ id }) => id);
  assert.ok([...byMember.keys()].every((id) => sitting.includes(id)));
  assert.ok(byMember.size > sitting.length / 2 && byMember.size < sitting.length);
  const seats = [...byMember.values()].flat();
  assert.deepEqual([...new Set(seats.map(({ chamber }) => chamber))].toSorted(), ["house", "joint", "senate"]);
  assert.deepEqual([...new Set(seats.map(({ id }) => id))].toSorted(), list.map(({ id }) => id).toSorted());
  assert.ok(seats.some(({ title }) => title === "Chairman"));
  for (const name of [committees, membership]) {
    const url = `${upstream.url}/legislators/${name}`;
    const etag = (await fetch(url)).headers.get("etag") ?? "";
    assert.equal((await fetch(url, { headers: { "if-none-match": etag } })).status, 304, name);
  }
});

test("serves ticker lists with every fictional security; the SEC's site requires a User-Agent", async () => {
  const listed = [
    ...readNasdaqListed(await fetchBytes("/nasdaqtrader/dynamic/symdir/nasdaqlisted.txt")),
    ...readOtherListed(await fetchBytes("/nasdaqtrader/dynamic/symdir/otherlisted.txt")),
  ];
  assert.deepEqual(listed.map((each) => each.symbol).toSorted(), SECURITIES.map((each) => each.symbol).toSorted());
  assert.equal(listed.filter((each) => each.etf).length, SECURITIES.filter((each) => each.etf).length);
  const sec = readSecTickers(await fetchBytes("/sec/files/company_tickers_exchange.json"));
  assert.equal(sec.length, SECURITIES.filter((each) => !each.etf).length);
  const nameless = await fetch(`${upstream.url}/sec/files/company_tickers_exchange.json`, {
    headers: { "user-agent": "" },
  });
  assert.equal(nameless.status, 403);
});

test("logs requests by site, path and status", async () => {
  await fetchBytes(CURRENT);
  await fetch(`${upstream.url}/house/nowhere`, { headers: { "if-none-match": '"x"', "user-agent": "test" } });
  await fetch(`${upstream.url}/elsewhere`);
  assert.deepEqual(
    upstream.listRequests().map(({ site, path, status, conditional }) => [site, path, status, conditional]),
    [
      ["legislators", CURRENT, 200, false],
      ["house", "/house/nowhere", 404, true],
      ["", "/elsewhere", 404, false],
    ],
  );
});

test("a test can inject each fault for a path and a number of requests", async () => {
  const url = upstream.url + CURRENT;
  for (const fault of FAULTS) {
    upstream.force("legislators-current", fault, 1);
    if (fault === "reset") await assert.rejects(fetch(url));
    else if (fault === "truncated") await assert.rejects(fetch(url).then((answer) => answer.arrayBuffer()));
    else {
      const answer = await fetch(url);
      const expected = { forbidden: 403, unavailable: 503, too_many: 429, slow: 200, html: 200 }[fault];
      assert.equal(answer.status, expected, fault);
      assert.equal(answer.headers.get("retry-after"), fault === "unavailable" || fault === "too_many" ? "7" : null);
      assert.equal(
        answer.headers.get("content-type")?.startsWith("text/html"),
        fault === "forbidden" || fault === "unavailable" || fault === "html",
      );
      await answer.arrayBuffer();
    }
    assert.equal(upstream.listRequests().at(-1)?.fault, fault);
    assert.ok((await fetchBytes(CURRENT)).byteLength > 1000, `${fault} does not end`);
  }
});

test("random faults depend on the seed and approximately match the rate", () => {
  const drawFaults = (seed: number) => {
    const plan = createFaultPlan({ rate: 0.2, seed });
    return Array.from({ length: 1000 }, (_, index) => plan.drawFault(`/house/${index % 100}`));
  };
  assert.deepEqual(drawFaults(1), drawFaults(1));
  assert.notDeepEqual(drawFaults(1), drawFaults(2));
  const met = drawFaults(1).filter((fault) => fault !== null);
  assert.ok(met.length > 150 && met.length < 250, String(met.length));
  assert.equal(new Set(met).size, 5);
});

test("the random fault of a request does not depend on requests for other paths", () => {
  const alone = createFaultPlan({ rate: 0.5, seed: 3 });
  const interleaved = createFaultPlan({ rate: 0.5, seed: 3 });
  for (let turn = 0; turn < 20; turn++) {
    interleaved.drawFault("/house/other");
    assert.equal(interleaved.drawFault("/house/a"), alone.drawFault("/house/a"));
  }
});

async function fetchBytes(path: string): Promise<Uint8Array> {
  const answer = await fetch(upstream.url + path, { headers: { "user-agent": "test" } });
  assert.equal(answer.status, 200, path);
  return new Uint8Array(await answer.arrayBuffer());
}
