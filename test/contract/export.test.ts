/** Tests exports and the archive as a client sees them; bench/export.ts measures their memory. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import path from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { TRADE_COLUMNS } from "../../src/api/disclosures/trade-columns.ts";
import { PUBLIC_FIELD_NAMES, type PublicTrade } from "../../src/domain/public-trade.ts";
import { formatCsvHeader, formatCsvLine } from "../../src/publication/export/csv.ts";
import { archiveVersion } from "../../src/publication/export/downloads.ts";
import { eventually } from "../eventually.ts";
import { makeTrade, makeTrades } from "../export/made.ts";
import { ARCHIVE, EXPORT, formatReprDigest, startDownloadService } from "../export/service.ts";
import { assertCommonHeaders, assertProblem, assertRateHeaders, BASE_URL, json, parseAnswers } from "./service.ts";

const TRADES = makeTrades(600);
const VERSION = "2026-11-20.1";
/** Trades whose export is larger than the buffers between two sockets. */
const LARGE = Array.from({ length: 150 }, (_, n) => makeTrade(n, { comment: "x".repeat(100_000) }));

function formatCsv(trades: readonly PublicTrade[]): string {
  return (
    formatCsvHeader(PUBLIC_FIELD_NAMES) +
    trades.map((trade) => formatCsvLine(trade, PUBLIC_FIELD_NAMES, false)).join("")
  );
}

test("an export is a file with everything needed to verify it", async () => {
  await using at = await startDownloadService();
  at.publish(TRADES, VERSION);
  const answer = await at.get(`${EXPORT}.csv`);
  assert.equal(answer.status, 200, answer.text);
  assertCommonHeaders(answer);
  assert.equal(answer.text, formatCsv(TRADES));
  const { headers } = answer;
  assert.equal(headers["content-type"], "text/csv; charset=utf-8; header=present");
  assert.equal(headers["content-disposition"], `attachment; filename="trades-${VERSION}.csv"`);
  assert.equal(headers["x-dataset-version"], VERSION);
  assert.equal(headers["x-row-count"], "600");
  assert.equal(headers["repr-digest"], formatReprDigest(answer.bytes));
  assert.equal(headers["accept-ranges"], "bytes");
  assert.equal(headers["content-length"], String(answer.bytes.length));
  assert.match(String(headers.etag), /^"[0-9a-f]+"$/);
  assert.equal(headers["ratelimit-policy"]?.toString().split(";")[0], '"premium"');

  const ndjson = await at.get(`${EXPORT}.ndjson`);
  assert.equal(ndjson.headers["content-type"], "application/x-ndjson");
  assert.deepEqual(
    ndjson.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
    TRADES,
  );
  const parquet = await at.get(`${EXPORT}.parquet`);
  assert.equal(parquet.headers["content-type"], "application/vnd.apache.parquet");
  assert.equal(parquet.bytes.subarray(0, 4).toString(), "PAR1");
  for (const each of [ndjson, parquet]) {
    assert.equal(each.headers["repr-digest"], formatReprDigest(each.bytes));
    assert.equal(each.headers["x-row-count"], "600");
  }

  const head = await at.get(`${EXPORT}.csv`, {}, "HEAD");
  assert.equal(head.bytes.length, 0);
  for (const name of ["content-length", "etag", "repr-digest", "x-row-count"]) {
    assert.equal(head.headers[name], headers[name], name);
  }
  assert.equal((await at.get(`${EXPORT}.csv`, { "if-none-match": String(headers.etag) })).status, 304);
});

test("compresses text files in transit on request; a byte range is always of the file itself", async () => {
  await using at = await startDownloadService();
  at.publish(TRADES, VERSION);
  for (const format of ["csv", "ndjson"]) {
    const plain = await at.get(`${EXPORT}.${format}`);
    for (const wish of ["gzip", "br, gzip, deflate", "gzip;q=0.5"]) {
      const coded = await at.get(`${EXPORT}.${format}`, { "accept-encoding": wish });
      assert.equal(coded.headers["content-encoding"], "gzip", wish);
      assert.ok(coded.bytes.length < plain.bytes.length / 3, `${coded.bytes.length} of ${plain.bytes.length}`);
      assert.deepEqual(gunzipSync(coded.bytes), plain.bytes);
      assert.equal(coded.headers["unencoded-digest"], formatReprDigest(plain.bytes));
      assert.equal(coded.headers["repr-digest"], undefined);
      assert.equal(coded.headers["accept-ranges"], undefined);
      assert.equal(coded.headers["vary"], "Accept-Encoding");
      assert.equal(coded.headers["x-row-count"], "600");
      assert.notEqual(coded.headers["etag"], plain.headers["etag"]);
      const known = { "accept-encoding": wish, "if-none-match": String(coded.headers["etag"]) };
      assert.equal((await at.get(`${EXPORT}.${format}`, known)).status, 304);
    }
    assert.equal(plain.headers["vary"], "Accept-Encoding");
    for (const wish of ["identity", "gzip;q=0", "br"]) {
      const whole = await at.get(`${EXPORT}.${format}`, { "accept-encoding": wish });
      assert.equal(whole.headers["content-encoding"], undefined);
      assert.deepEqual(whole.bytes, plain.bytes);
    }
    const part = await at.get(`${EXPORT}.${format}`, { "accept-encoding": "gzip", range: "bytes=100-199" });
    assert.deepEqual([part.status, part.headers["content-encoding"]], [206, undefined]);
    assert.deepEqual(part.bytes, plain.bytes.subarray(100, 200));
  }
  const parquet = await at.get(`${EXPORT}.parquet`, { "accept-encoding": "gzip" });
  assert.equal(parquet.headers["content-encoding"], undefined);
});

test("returns 412 for If-Match with another file's tag, on files and lists", async () => {
  await using at = await startDownloadService();
  at.publish(TRADES, VERSION);
  for (const path of [`${EXPORT}.csv`, `${EXPORT}.parquet`, "/api/v1/trades", "/api/v1/politicians/"]) {
    const { headers } = await at.get(path);
    const etag = String(headers["etag"]);
    for (const passes of [etag, "*", `"other", ${etag}`]) {
      assert.equal((await at.get(path, { "if-match": passes })).status, 200, `${path} ${passes}`);
    }
    for (const method of ["GET", "HEAD"]) {
      for (const range of [{}, { range: "bytes=0-9" }]) {
        const failed = await at.get(path, { "if-match": '"other"', ...range }, method);
        assert.equal(failed.status, 412, path);
        if (method === "GET") assertProblem(failed, "precondition_failed");
      }
    }
  }
  const first = await at.get(`${EXPORT}.csv`);
  at.publish(TRADES.slice(1), "2026-11-21.1");
  const rest = await at.get(`${EXPORT}.csv`, { "if-match": String(first.headers["etag"]), range: "bytes=100-" });
  assertProblem(rest, "precondition_failed");
});

test("supports filters, columns and raw", async () => {
  await using at = await startDownloadService();
  at.publish([makeTrade(0, { company: "=1+1", chamber: "house" }), ...TRADES.slice(1)], VERSION);
  const senate = await at.get(`${EXPORT}.csv?chamber=SENATE`);
  assert.equal(senate.text, formatCsv(TRADES.slice(1).filter(({ chamber }) => chamber === "senate")));
  const some = await at.get(`${EXPORT}.csv?politician_id=X000001,X000002&columns=id,comment`);
  assert.equal(some.headers["x-row-count"], "30");
  assert.equal(some.text.split("\r\n")[0], "id,comment");
  assert.ok((await at.get(`${EXPORT}.csv`)).text.includes(`,"'=1+1",`));
  assert.ok((await at.get(`${EXPORT}.csv?raw=true`)).text.includes(`,"=1+1",`));
});

test("`from` and `to` filter by the date that `date_field` selects", async () => {
  await using at = await startDownloadService();
  const asked: unknown[] = [];
  const dataset = at.publish(TRADES, VERSION);
  Object.assign(dataset, {
    select: (filter: unknown) => {
      asked.push(filter);
      return new Uint32Array();
    },
  });
  const span = "from=1930-01-01&to=2030-01-01";
  for (const query of [span, `${span}&date_field=transaction_date`, "to=2024-02-29", "disclosed_from=2024-01-01"]) {
    assert.equal((await at.get(`${EXPORT}.ndjson?${query}`)).status, 200, query);
  }
  assert.deepEqual(asked, [
    { disclosedFrom: "1930-01-01", disclosedTo: "2030-01-01" },
    { tradedFrom: "1930-01-01", tradedTo: "2030-01-01" },
    { disclosedTo: "2024-02-29" },
    { disclosedFrom: "2024-01-01" },
  ]);
});

test("rejects invalid export parameters, and names each in the error", async () => {
  await using at = await startDownloadService();
  at.publish(TRADES, VERSION);
  const cases = [
    ["from=2024-02-01&to=2024-01-31", "to", "inverted"],
    ["disclosed_from=2024-02-01&disclosed_to=2024-01-31", "disclosed_to", "inverted"],
    ["from=2024-02-30", "from", "not_a_date"],
    ["from=2024-01-01&disclosed_from=2024-01-01", "from", "repeated"],
    ["date_field=notification_date&from=2024-01-01", "date_field", "not_allowed"],
    ["columns=id,price", "columns", "not_allowed"],
    ["columns=", "columns", "not_allowed"],
    ["format=xlsx", "format", "unknown_parameter"],
    ["limit=10", "limit", "unknown_parameter"],
    ["raw=maybe", "raw", "not_allowed"],
    ["chamber=upper", "chamber", "not_allowed"],
  ] as const;
  for (const [query, name, reason] of cases) {
    const { errors } = assertProblem(await at.get(`${EXPORT}.csv?${query}`), "invalid_parameter");
    assert.deepEqual([errors[0]?.name, errors[0]?.reason], [name, reason], query);
  }
  const column = assertProblem(await at.get(`${EXPORT}.csv?columns=price`), "invalid_parameter");
  assert.deepEqual(
    column.errors[0]?.allowed,
    TRADE_COLUMNS.map(({ name }) => name),
  );
  assert.deepEqual(column.errors[0]?.allowed?.slice(0, PUBLIC_FIELD_NAMES.length), PUBLIC_FIELD_NAMES);
  assert.equal((await at.get(`${EXPORT}.csv?from=1930-01-01&to=2030-01-01`)).status, 200);
  assertProblem(await at.get(`${EXPORT}.xlsx`), "not_found");
});

test("files require a key with the premium plan", async () => {
  await using at = await startDownloadService();
  for (const path of [
    `${EXPORT}.csv`,
    `${EXPORT}.ndjson`,
    `${EXPORT}.parquet`,
    ARCHIVE,
    `${ARCHIVE}/${VERSION}/trades.csv.gz`,
  ]) {
    assertProblem(await at.service.ask(path), "missing_credentials");
  }
});

test("a key may have two exports in progress but not three, independent of other keys", async () => {
  await using at = await startDownloadService();
  at.publish(LARGE, VERSION);
  const held = [await startDownload(at.service.port, at.keys[0]), await startDownload(at.service.port, at.keys[0])];
  const third = await at.get(`${EXPORT}.csv`);
  const problem = assertProblem(third, "rate_limit_exceeded");
  assert.deepEqual(problem["violated_policies"], ["exports"]);
  assert.equal(problem["limit"], 2);
  assert.equal(String(problem["retry_after"]), third.headers["retry-after"]);
  assert.equal((await at.get(ARCHIVE)).status, 200);
  const other = await at.get(`${EXPORT}.csv?columns=id`, { authorization: `Bearer ${at.keys[1]}` });
  assert.equal(other.status, 200);
  // One export is read to its end and the other one is aborted: both free their slots.
  held[0]?.resume();
  held[1]?.destroy();
  await Promise.all(held.map((each) => once(each as IncomingMessage, "close")));
  await eventually("two free slots", async () => {
    const both = await Promise.all(["id", "ticker"].map((column) => at.get(`${EXPORT}.csv?columns=${column}`)));
    return both.every(({ status }) => status === 200);
  });
});

test("a rejected request takes no export slot", async () => {
  await using at = await startDownloadService();
  at.publish(TRADES, VERSION);
  for (let n = 0; n < 5; n += 1) {
    assert.equal((await at.get(`${EXPORT}.csv?columns=price`)).status, 400);
    assert.equal((await at.get(`${EXPORT}.csv`, { range: "bytes=999999999-" })).status, 416);
    assert.equal((await at.get(`${EXPORT}.csv`, {}, "HEAD")).status, 200);
  }
  const broken = at.publish(TRADES, "2026-11-20.2");
  Object.assign(broken, { select: () => assert.fail("made to fail") });
  for (let n = 0; n < 5; n += 1) assertProblem(await at.get(`${EXPORT}.csv`), "internal_error");
  at.publish(TRADES, "2026-11-20.3");
  assert.equal((await at.get(`${EXPORT}.csv`)).status, 200);
});

test("serves byte ranges of a file", async () => {
  await using at = await startDownloadService();
  at.publish(TRADES, VERSION);
  const whole = await at.get(`${EXPORT}.csv`);
  const size = whole.bytes.length;
  const tag = String(whole.headers.etag);
  const cases: [Record<string, string>, number, number, number][] = [
    [{ range: "bytes=0-0" }, 206, 0, 1],
    [{ range: "bytes=100-199" }, 206, 100, 200],
    [{ range: `bytes=${size - 5}-` }, 206, size - 5, size],
    [{ range: "bytes=-7" }, 206, size - 7, size],
    [{ range: `bytes=10-${size * 2}` }, 206, 10, size],
    [{ range: "bytes=5-9, 100-120" }, 206, 5, 10],
    [{ range: "bytes=abc" }, 200, 0, size],
    [{ range: "bytes=9-5" }, 200, 0, size],
    [{ range: "lines=1-2" }, 200, 0, size],
    [{ range: "bytes=100-", "if-range": tag }, 206, 100, size],
    [{ range: "bytes=100-", "if-range": '"another"' }, 200, 0, size],
    [{ range: "bytes=100-", "if-range": `W/${tag}` }, 200, 0, size],
  ];
  for (const [headers, status, start, end] of cases) {
    const part = await at.get(`${EXPORT}.csv`, headers);
    const what = JSON.stringify(headers);
    assert.equal(part.status, status, what);
    assert.ok(part.bytes.equals(whole.bytes.subarray(start, end)), what);
    assert.equal(part.headers["content-range"], status === 206 ? `bytes ${start}-${end - 1}/${size}` : undefined, what);
    assert.equal(part.headers["repr-digest"], whole.headers["repr-digest"], what);
  }
  for (const range of ["bytes=999999999-", `bytes=${size}-`, "bytes=-0"]) {
    const refused = await at.get(`${EXPORT}.csv`, { range });
    assertProblem(refused, "range_not_satisfiable");
    assert.equal(refused.headers["content-range"], `bytes */${size}`);
  }
});

test("an interrupted download resumes, even after the next version is out, and matches the digest", async () => {
  await using at = await startDownloadService();
  at.publish(LARGE, VERSION);
  const first = await startDownload(at.service.port, at.keys[0]);
  const digest = String(first.headers["repr-digest"]);
  const got: Buffer[] = [];
  for await (const bytes of first) {
    got.push(bytes as Buffer);
    if (Buffer.concat(got).length > 2_000_000) break;
  }
  const begun = Buffer.concat(got);
  assert.ok(begun.length < Number(first.headers["content-length"]), "the client can tell that it is incomplete");
  const rest = await at.get(`${EXPORT}.csv`, {
    range: `bytes=${begun.length}-`,
    "if-range": String(first.headers.etag),
  });
  assert.equal(rest.status, 206);
  assert.equal(formatReprDigest(Buffer.concat([begun, rest.bytes])), digest);

  // A new version with the same trades has the same file.
  at.publish(LARGE, "2026-11-20.2");
  const same = await at.get(`${EXPORT}.csv`, { range: "bytes=5-9", "if-range": String(first.headers.etag) });
  assert.equal(same.status, 206);
  at.publish(LARGE.slice(1), "2026-11-20.3");
  const changed = await at.get(`${EXPORT}.csv`, { range: "bytes=5-9", "if-range": String(first.headers.etag) });
  assert.equal(changed.status, 200);
  assert.equal(changed.headers["x-dataset-version"], "2026-11-20.3");
});

test("a file is from one snapshot, whatever is published while it is sent", async () => {
  await using at = await startDownloadService();
  at.publish(LARGE, VERSION);
  const running = await startDownload(at.service.port, at.keys[0]);
  at.publish(TRADES, "2026-11-20.2");
  assert.equal((await at.get(`${EXPORT}.csv`)).text, formatCsv(TRADES));
  const got: Buffer[] = [];
  for await (const bytes of running) got.push(bytes as Buffer);
  assert.equal(formatReprDigest(Buffer.concat(got)), running.headers["repr-digest"]);
  assert.equal(running.headers["x-dataset-version"], VERSION);
});

test("files requested in a row on one connection arrive complete", async () => {
  await using at = await startDownloadService();
  at.publish(LARGE, VERSION);
  const head = `Host: x\r\nAuthorization: Bearer ${at.keys[0]}\r\n`;
  const stream = await at.service.sendRaw(
    `GET ${EXPORT}.csv HTTP/1.1\r\n${head}\r\nGET ${EXPORT}.ndjson HTTP/1.1\r\n${head}Connection: close\r\n\r\n`,
  );
  const answers = parseAnswers(stream);
  assert.equal(answers.length, 2);
  for (const answer of answers) {
    assert.equal(answer.status, 200);
    assert.equal(formatReprDigest(answer.bytes), answer.headers["repr-digest"]);
  }
});

test("if the service stops, the client can tell that its file is incomplete", async () => {
  await using at = await startDownloadService({ limits: { closeTimeoutMs: 50 } });
  at.publish(LARGE, VERSION);
  const running = await startDownload(at.service.port, at.keys[0]);
  const closing = at.service.close();
  await closing;
  let bytes = 0;
  await assert.rejects(async () => {
    for await (const piece of running) bytes += (piece as Buffer).length;
  });
  assert.ok(bytes < Number(running.headers["content-length"]));
});

test("if the archive folder belongs to another store, every archive path returns 503 instead of its files", async () => {
  await using at = await startDownloadService();
  await archiveVersion(at.downloads, at.publish(TRADES, "2026-11-18.1"));
  const id = path.join(at.dataDir, "archive", "id");
  const own = readFileSync(id, "utf8");
  writeFileSync(id, "3f0c2b9e-1d63-4b7f-9f55-0c6f2f1b7a10\n");
  for (const each of ["", "/2026-11-18.1/trades.csv.gz", "/as-of/2026-11-18/trades.csv.gz"]) {
    const answer = await at.get(`${ARCHIVE}${each}`);
    assertProblem(answer, "service_unavailable");
    assert.match(answer.text, /ARCHIVE_DIR/);
    assert.equal(answer.headers["retry-after"], "60");
  }
  assert.equal((await at.get(`${EXPORT}.csv`)).status, 200);
  writeFileSync(id, own);
  assert.equal((json(await at.get(ARCHIVE)) as unknown as Listed).total, 1);
});

test("the archive lists its versions, and each file matches its digest", async () => {
  await using at = await startDownloadService();
  assert.deepEqual(json(await at.get(ARCHIVE)), { archives: [], total: 0, limit: 50, skip: 0 });
  await archiveVersion(at.downloads, at.publish(TRADES, "2026-11-18.1"));
  await archiveVersion(at.downloads, at.publish(TRADES.slice(1), "2026-11-20.3"));

  const listed = json(await at.get(`${ARCHIVE}?limit=1000`)) as unknown as Listed;
  assert.deepEqual([listed.total, listed.limit, listed.skip], [2, 200, 0]);
  const [newest, oldest] = listed.archives;
  assert.deepEqual([newest?.dataset_version, newest?.date, newest?.rows], ["2026-11-20.3", "2026-11-20", 599]);
  assert.deepEqual([oldest?.dataset_version, oldest?.date, oldest?.rows], ["2026-11-18.1", "2026-11-18", 600]);
  assert.deepEqual(Object.keys(oldest ?? {}), ["dataset_version", "date", "rows", "files"]);
  for (const { name, bytes, sha256, url } of oldest?.files ?? []) {
    assert.ok(url.startsWith(`${BASE_URL}/premium/archive/2026-11-18.1/`), url);
    const file = await at.get(url.slice("https://api.example".length));
    assert.equal(file.status, 200, name);
    assertRateHeaders(file);
    assert.equal(file.bytes.length, bytes);
    assert.equal(file.headers["repr-digest"], `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`);
    assert.equal(file.headers["repr-digest"], formatReprDigest(file.bytes));
    assert.equal(file.headers["cache-control"], "private, max-age=31536000, immutable");
    assert.equal(file.headers["content-encoding"], undefined);
    assert.equal(file.headers["x-dataset-version"], "2026-11-18.1");
  }
  const csv = await at.get(`${ARCHIVE}/2026-11-18.1/trades.csv.gz`);
  assert.equal(gunzipSync(csv.bytes).toString("utf8"), formatCsv(TRADES));
  assert.equal(csv.headers["x-row-count"], "600");
  assert.equal(csv.headers["content-disposition"], 'attachment; filename="trades-2026-11-18.1.csv.gz"');
  const part = await at.get(`${ARCHIVE}/2026-11-18.1/trades.csv.gz`, { range: "bytes=50-" });
  assert.equal(part.status, 206);
  assert.ok(part.bytes.equals(csv.bytes.subarray(50)));

  for (const path of [
    "2026-11-19.1/trades.csv.gz",
    "2026-11-18.1/trades.xlsx",
    "2026-11-18.1/trades-1999.csv.gz",
    "2026-11-18.1",
  ]) {
    assertProblem(await at.get(`${ARCHIVE}/${path}`), "not_found");
  }
  for (const path of [
    "..%2f..%2fversions%2f2026-11-18.1/trades.csv.gz",
    "2026-11-18.1/..%2f..%2fx",
    "%2e%2e/trades.csv.gz",
  ]) {
    assertProblem(await at.get(`${ARCHIVE}/${path}`), "not_found");
  }
  assertProblem(await at.get(`${ARCHIVE}?limit=0`), "invalid_parameter");
  assertProblem(await at.get(`${ARCHIVE}/2026-11-18.1/trades.csv.gz?raw=true`), "invalid_parameter");
});

interface Listed {
  readonly archives: readonly {
    readonly dataset_version: string;
    readonly date: string;
    readonly rows: number;
    readonly files: readonly { name: string; bytes: number; sha256: string; url: string }[];
  }[];
  readonly total: number;
  readonly limit: number;
  readonly skip: number;
}

test("as-of returns the data known at the end of that day", async () => {
  await using at = await startDownloadService({ readWallClockMs: () => Date.UTC(2026, 10, 20, 12) });
  await archiveVersion(at.downloads, at.publish(TRADES, "2026-11-17.1"));
  await archiveVersion(at.downloads, at.publish(TRADES.slice(1), "2026-11-18.2"));
  await archiveVersion(at.downloads, at.publish(TRADES.slice(2), "2026-11-20.1"));
  const getAsOf = (day: string) => at.get(`${ARCHIVE}/as-of/${day}/trades.csv.gz`);
  for (const [day, version, from] of [
    ["2026-11-17", "2026-11-17.1", 0],
    ["2026-11-18", "2026-11-18.2", 1],
    ["2026-11-19", "2026-11-18.2", 1],
    ["2026-11-20", "2026-11-20.1", 2],
  ] as const) {
    const answer = await getAsOf(day);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers["x-dataset-version"], version);
    assert.equal(gunzipSync(answer.bytes).toString("utf8"), formatCsv(TRADES.slice(from)));
    assert.doesNotMatch(String(answer.headers["cache-control"]), /immutable/);
  }
  assertProblem(await getAsOf("2026-11-21"), "not_found");
  assertProblem(await getAsOf("2026-11-16"), "not_found");
  for (const day of ["2026-02-30", "20261120", "yesterday"]) {
    const { errors } = assertProblem(await getAsOf(day), "invalid_parameter");
    assert.deepEqual([errors[0]?.in, errors[0]?.name, errors[0]?.reason], ["path", "date", "not_a_date"]);
  }
  assertProblem(await at.get(`${ARCHIVE}/as-of/2026-11-18/trades.xlsx`), "not_found");
});

test("the OpenAPI document describes the files", async () => {
  await using at = await startDownloadService();
  const { paths } = json(await at.service.ask("/openapi.json")) as { paths: Record<string, unknown> };
  for (const path of [
    "/premium/export/trades.csv",
    "/premium/export/trades.ndjson",
    "/premium/export/trades.parquet",
    "/premium/archive",
    "/premium/archive/{dataset_version}/{file}",
    "/premium/archive/as-of/{date}/{file}",
  ]) {
    assert.ok(paths[path], path);
  }
});

/** Starts an export. @returns the response, with its headers received and its body not yet read. */
async function startDownload(port: number, key: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${key}` };
  const request = httpRequest({ host: "127.0.0.1", port, path: `${EXPORT}.csv`, headers, agent: false }).end();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  request.on("error", () => {});
  return response;
}
