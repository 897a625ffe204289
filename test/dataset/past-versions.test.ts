/** Tests former versions over a real store and HTTP: `as_of` returns for a version what was returned while it was in force. */
import assert from "node:assert/strict";
import { DatasetHolder } from "../../src/publication/dataset/holder.ts";
import { PastVersions } from "../../src/publication/dataset/past-versions.ts";
import { Archive } from "../../src/publication/export/archive.ts";
import { makePast } from "../contract/made-dataset.ts";
import { type Service, startService } from "../contract/service.ts";
import { connectTo, getText } from "../mcp/client.ts";
import { politician } from "../store/made.ts";
import { testWithStore } from "../store/with-store.ts";
import { FIRST, formatMemberId, MEMBERS, publishSomething, random, removeMember } from "./random-publications.ts";

const VERSIONS = 40;

const QUESTIONS = [
  "/trades?limit=100",
  "/trades?limit=3&skip=2",
  "/trades?ticker=AAPL,NVDA&limit=100",
  "/trades?chamber=house&owner=spouse&limit=100",
  "/trades?state=CA&limit=100",
  "/trades?sort=-amount&limit=100",
  "/trades?sort=amount&limit=5",
  "/trades?sort=reporting_gap&limit=100",
  "/trades?sort=transaction_date&limit=100",
  "/trades?q=zebra&limit=100",
  "/trades?q=turn&limit=100",
  "/trades?min_amount=15001&limit=100",
  `/trades?politician_id=${formatMemberId(1)}&limit=100`,
  `/trades?politician_id=${formatMemberId(2)}&limit=100`,
  ...Array.from({ length: MEMBERS }, (_, n) => `/politicians/${formatMemberId(n)}`),
  "/trades/txn_h20990001_01",
  "/trades/txn_h20990007_02",
] as const;

async function readAnswers(service: Service, asOf: string | null): Promise<ReadonlyMap<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const question of QUESTIONS) {
    const target = asOf === null ? question : `${question}${question.includes("?") ? "&" : "?"}as_of=${asOf}`;
    const { status, text, headers } = await service.ask(`/api/v1${target}`);
    const isPlain = status === 200 && (question.includes("?") || question.startsWith("/politicians"));
    // A trade's detail says when the trade was last changed in the store; a statement of another filing changes it too.
    found.set(
      question,
      isPlain ? JSON.parse(text) : [status, status === 200 ? JSON.parse(text) : null, headers.location?.split("?")[0]],
    );
  }
  return found;
}

testWithStore(
  "as_of returns for every former version what was returned while it was in force",
  async (store, { options }) => {
    const datasets = new DatasetHolder(store);
    const archive = new Archive(`${options.dataDir}/archive`);
    const past = {
      versions: new PastVersions(store.history, () => datasets.getCurrent()),
      getNewestVersion: () => datasets.getCurrent().version,
      readCoverage: (version: string) => archive.readCoverage(version),
    };
    const records = {
      ...store.publications,
      findFiling: store.filings.get,
      readIndustries: store.companies.readIndustriesOf,
      takenFrom: async () => null,
    };
    await using service = await startService({ datasets, past, records });
    const recorded = new Map<string, ReadonlyMap<string, unknown>>();
    const listed = new Map<string, ReadonlyMap<string, Record<string, unknown>>>();
    for (let n = 0; n < VERSIONS; n += 1) {
      await publishSomething(store, n);
      const { version } = await datasets.reload();
      recorded.set(version, await readAnswers(service, null));
      const { trades } = JSON.parse((await service.ask("/api/v1/trades?limit=100")).text) as {
        trades: { id: string }[];
      };
      listed.set(version, new Map(trades.map((each) => [each.id, each])));
    }
    assert.ok(recorded.size > VERSIONS / 2);
    for (const [version, expected] of recorded) {
      const found = await readAnswers(service, version);
      for (const question of QUESTIONS)
        assert.deepEqual(found.get(question), expected.get(question), `${version} ${question}`);
    }

    const versions = [...recorded.keys()];
    const client = await connectTo(`http://127.0.0.1:${service.port}/mcp`, "2025-11-25");
    for (const version of versions) {
      const answer = await client.callTool({ name: "search_trades", arguments: { as_of: version, limit: 3 } });
      assert.ok(!answer.isError, `${version}: ${getText(answer)}`);
      const { total, dataset_version: told } = answer.structuredContent as { total: number; dataset_version: string };
      assert.deepEqual([told, total], [version, listed.get(version)?.size]);
      assert.match(getText(answer), /not recorded which reports were unread at that time/);
    }
    await client.close();
    for (let tried = 0; tried < 100; tried += 1) {
      const [from, to] = [random(versions.length), random(versions.length)]
        .sort((a, b) => a - b)
        .map((n) => versions[n] ?? "");
      const { changes, total } = JSON.parse(
        (await service.ask(`/api/v1/changes?from=${from}&to=${to}&limit=100`)).text,
      ) as { changes: { change: string; id: string; trade: unknown; former: unknown }[]; total: number };
      const [before, after] = [listed.get(from ?? ""), listed.get(to ?? "")];
      const ids = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].sort();
      const expected = ids.flatMap((id) => {
        const [former = null, now = null] = [before?.get(id), after?.get(id)];
        if (JSON.stringify(removeMember(former)) === JSON.stringify(removeMember(now))) return [];
        return [{ id, trade: now, former }];
      });
      assert.deepEqual(
        changes.map(({ id, trade, former }) => ({ id, trade, former })),
        expected,
        `${from} to ${to}`,
      );
      assert.equal(total, expected.length);
    }

    const [first = "", newest = ""] = [versions[0], versions.at(-1)];
    const day1 = await service.ask(`/api/v1/trades?as_of=${first.slice(0, 10)}`);
    assert.equal(day1.headers["x-dataset-version"], first);
    const instant = await service.ask("/api/v1/trades?as_of=2026-01-01T07:59:59Z");
    assert.equal(instant.status, 404);
    assert.equal((await service.ask("/api/v1/trades?as_of=2099-01-01")).status, 404);
    assert.equal((await service.ask("/api/v1/trades?as_of=2026-01-01.9")).status, 404);
    assert.equal((await service.ask("/api/v1/trades?as_of=yesterday")).status, 400);
    assert.equal((await service.ask(`/api/v1/trades?as_of=${first}&version=${first}`)).status, 400);
    const paged = await service.ask(`/api/v1/trades?as_of=${versions.at(-2)}&limit=1`);
    assert.match(
      String(paged.headers["link"]),
      new RegExp(`as_of=${versions.at(-2)?.replace(".", "\\.")}&limit=1&skip=1>; rel="next"`),
    );
    assert.equal((await service.ask(`/api/v1/coverage?as_of=${newest}`)).status, 410);
  },
);

testWithStore("a version published by an earlier release is gone, and the response names the newest", async (store) => {
  await store.publications.publish({ at: new Date(FIRST), outcomes: [], politicians: [politician("E000001")] });
  const datasets = new DatasetHolder(store);
  await datasets.reload();
  const history = {
    ...store.history,
    findOldest: async () => ({ serial: 9, version: "2026-05-05.1", publishedAt: new Date() }),
  };
  const versions = new PastVersions(history, () => datasets.getCurrent());
  await using service = await startService({
    datasets,
    past: { ...makePast(), versions, getNewestVersion: () => "2026-06-06.1" },
  });
  const { status, text } = await service.ask("/api/v1/trades?as_of=2026-01-01");
  assert.equal(status, 410);
  const problem = JSON.parse(text) as { detail: string; newest_version: string };
  assert.equal(problem.newest_version, "2026-06-06.1");
  assert.match(problem.detail, /The oldest stored version is 2026-05-05\.1/);
});
