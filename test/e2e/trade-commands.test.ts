/** Tests the commands `trades`, `member` and `quote` on a data folder, and on a service by its address. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { fetchTradeListing } from "../../src/app/cli/listed-trades.ts";
import { openLocalApi } from "../../src/app/cli/questions.ts";
import { addDays, type IsoDate } from "../../src/domain/dates.ts";
import { DatasetHolder } from "../../src/publication/dataset/holder.ts";
import { startService } from "../contract/service.ts";
import { ensureDatabase } from "../database.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { openImportedPlace } from "./imported-place.ts";
import { SHELL } from "./workplace.ts";

const upstream = await startUpstream({
  material: fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") }),
  port: 0,
});
const place = await openImportedPlace(upstream.url);
const holder = new DatasetHolder(place.store);
await holder.reload();
const service = await startService({ datasets: holder, dataNotice: "All of it is fictional." });
after(async () => {
  await service.close();
  await place.close();
  await upstream.stop();
});
const url = `http://127.0.0.1:${service.port}`;

interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function runCli(...args: string[]): Promise<CliResult> {
  const env = {
    ...SHELL,
    DATA_DIR: place.dataDir,
    DATABASE_URL: ensureDatabase(place.dataDir) ?? "",
    UPSTREAM_URL: upstream.url,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, ["src/app/cli/main.ts", ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

interface Listing {
  readonly trades: readonly Record<string, unknown>[];
  readonly total: number;
  readonly missing: string;
  readonly data_notice: string | null;
}

const listTrades = async (...args: string[]) =>
  JSON.parse((await runCli("trades", "--format", "json", ...args)).stdout) as Listing;

test("lists every trade with the same `late` value as the trade's detail response", async () => {
  const ask = await openLocalApi(place.config, place.store);
  const { trades, total } = await fetchTradeListing(ask, {}, Number.MAX_SAFE_INTEGER);
  assert.ok(total > 200, `${total}`);
  assert.equal(new Set(trades.map(({ id }) => id)).size, total);
  const verdicts = new Set<boolean | null>();
  for (const { id, late } of trades) {
    const { body } = await ask(`/trades/${id}`);
    assert.equal((body as { late: boolean | null }).late, late, id);
    verdicts.add(late);
  }
  assert.equal(verdicts.size, 3);
});

test("`trades` prints the same list from a data folder and from a service, and ends with a note on unread reports", async () => {
  const [folder, served] = [await listTrades("--limit", "30"), await listTrades("--limit", "30", "--url", url)];
  assert.deepEqual(folder.trades, served.trades);
  assert.equal(folder.total, served.total);
  assert.match(folder.missing, /scans? not read yet/);
  assert.equal(folder.data_notice, null);

  const { stdout } = await runCli("trades", "--limit", "3", "--url", url);
  const lines = stdout.trimEnd().split("\n");
  assert.match(lines[0] ?? "", /^disclosed +traded +member +type +ticker +asset +amount +late$/);
  assert.match(stdout, /^3 of \d+ trades shown, newest disclosure first; --limit all shows all\.$/m);
  assert.deepEqual(lines.slice(-2), [served.missing, "All of it is fictional."]);
});

test("the options of `trades` filter the list", async () => {
  const { trades } = await listTrades("--limit", "all");
  const newest = trades[0] ?? assert.fail();
  const since = addDays(newest["disclosure_date"] as IsoDate, -30);
  const chosen = await listTrades("--limit", "all", "--since", since, "--late", "--min", "15,001");
  assert.deepEqual(
    chosen.trades,
    trades.filter(
      ({ late, disclosure_date: day, amount_range: amount }) =>
        late === true &&
        String(day) >= since &&
        Number(/\d[\d,]*/.exec(String(amount))?.[0].replace(/,/g, "")) >= 15001,
    ),
  );
  assert.ok(chosen.total > 0);
  const own = await listTrades(
    "--limit",
    "all",
    "--member",
    String(newest["politician_id"]),
    "--ticker",
    String(newest["ticker"]),
  );
  assert.ok(own.total > 0);
  for (const each of own.trades) assert.equal(each["politician"], newest["politician"]);
});

test("a CSV has only rows; everything else goes to standard error", async () => {
  const { stdout, stderr } = await runCli("trades", "--format", "csv", "--limit", "2");
  const lines = stdout.trimEnd().split("\r\n");
  assert.equal(lines.length, 3);
  assert.match(lines[0] ?? "", /^id,politician,.*,comment,late$/);
  assert.match(stderr, /^2 of \d+ trades shown.*\nReports that are missing from this list/);
});

test("finds a member by name or id, and shows the name and totals", async () => {
  const { trades } = await listTrades("--limit", "1");
  const { politician, politician_id: id } = trades[0] ?? assert.fail();
  const byName = await runCli("member", ...String(politician).split(" "));
  assert.deepEqual(await runCli("member", String(id).toLowerCase()), byName);
  const asJson = JSON.parse((await runCli("member", String(id), "--json", "--url", url)).stdout) as {
    readonly politician: { readonly id: string; readonly in_office: boolean };
  };
  // The member's term ends on January 3, 2027. A member listed as current counts as in office for 30 more days.
  const office = asJson.politician.in_office ? "in office" : "not in office";
  assert.match(byName.stdout, new RegExp(`^${politician} \\(${id}\\), \\w+, \\w+, [A-Z]{2}, ${office}: \\d+ trades, `));
  assert.equal(asJson.politician.in_office, new Date() < new Date("2027-02-03T00:00:00Z"));
  assert.equal(asJson.politician.id, id);
});

test("prints a quote", async () => {
  const { stdout } = await runCli("quote", "aapl", "--url", url);
  assert.match(stdout, /^AAPL {2}.+\n\$[\d,.]+ .* at \d{4}-.*Z\n52 weeks {4}/);
});

/** Number of requests that a command makes to a service. */
async function countRequests(...args: string[]): Promise<number> {
  let requests = 0;
  const counting = createServer(async ({ url: target = "" }, response) => {
    requests += 1;
    const answer = await fetch(url + target);
    const headers = { "x-dataset-version": answer.headers.get("x-dataset-version") ?? "" };
    response.writeHead(answer.status, headers).end(await answer.text());
  }).listen(0, "127.0.0.1");
  await once(counting, "listening");
  const { code, stderr } = await runCli(
    ...args,
    "--url",
    `http://127.0.0.1:${(counting.address() as AddressInfo).port}`,
  );
  counting.close();
  assert.equal(code, 0, stderr);
  return requests;
}

test("commands send few requests to a service", async () => {
  const { trades } = await listTrades("--limit", "1");
  const id = String(trades[0]?.["politician_id"]);
  assert.equal(await countRequests("trades"), 4);
  assert.equal(await countRequests("trades", "--late"), 2);
  assert.equal(await countRequests("member", id), 4);
  assert.equal(await countRequests("quote", "AAPL"), 1);
});

test("explains why a request cannot be answered", async () => {
  for (const [args, code, message] of [
    [["trades", "--format", "xml"], 2, /^--format must be table, csv, json, not "xml"\.\n$/],
    [
      ["trades", "--url", "localhost:3000"],
      2,
      /^--url must be the address of a service, .*, not "localhost:3000"\.\n$/,
    ],
    [["trades", "--url", "http://127.0.0.1:1"], 1, /^No service responds at http:\/\/127\.0\.0\.1:1: .+\.\n$/],
    [["trades", "--member", "Qqqq"], 1, /^No member's name matches "qqqq"\. Try the last name alone\.\n$/],
    [
      ["member", "invented"],
      1,
      /^\d+ members match; ask again with one of these ids: .* [A-Z]\d{6} \((house|senate), [A-Z]{2}\)/,
    ],
    [["member", "A000000"], 1, /A000000/],
    [["quote", "A A"], 2, /^The symbol must be letters such as AAPL or BRK\.B, not "A A"\.\n$/],
    [["quote", "ZZZZQ", "--url", url], 1, /ZZZZQ/],
  ] as const) {
    const printed = await runCli(...args);
    assert.match(printed.stderr, message);
    assert.deepEqual([printed.code, printed.stdout], [code, ""], args.join(" "));
  }
});

test("retries a rate-limited request at the time that the service gives", async (t) => {
  let asked = 0;
  const busy = createServer((_, response) => {
    asked += 1;
    if (asked === 1) response.writeHead(429, { "Retry-After": "1" }).end("{}");
    else response.writeHead(500).end("<html>");
  }).listen(0, "127.0.0.1");
  t.after(() => busy.close());
  const { port } = await new Promise<AddressInfo>((resolve) => {
    busy.once("listening", () => resolve(busy.address() as AddressInfo));
  });
  const { stderr } = await runCli("trades", "--url", `http://127.0.0.1:${port}`);
  assert.match(stderr, /^Rate limit reached; resuming in 1 s\.\n/);
  assert.match(stderr, /did not answer with JSON \(status 500\): it is not this service/);
});
