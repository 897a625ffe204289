/** Tests the Python client from the clone, with Debian's Python, against the demo. */
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, suite, test } from "node:test";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { type ServedDemo, serveDemo, tradesOnceFilesAreMade } from "../upstream/imported-demo.ts";

const CLIENT = path.join(import.meta.dirname, "../../clients/python");
/** Debian's own Python, which its packages are for, even if another Python comes first in PATH. */
const PYTHON = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;

const PROGRAM = `
import hashlib, json, sys
from congress_trades import Client, ProblemError, WebhookError, to_pandas, verify_webhook

base, signed, key = sys.argv[1], json.loads(sys.argv[2]), sys.argv[3]
api = Client(base, key=key)
trades = list(api.trades())
senate = list(api.trades(chamber="senate", transaction_type=["purchase", "exchange"]))
frame = to_pandas(trades)
version = api.download("trades.parquet", "trades.parquet")
problems = []
for ask in (lambda: api.trade("txn_none_01"), lambda: api.get("/trades", tickr="A"), lambda: list(Client(base).events())):
    try:
        ask()
    except ProblemError as problem:
        problems.append([problem.status, problem.code, str(problem) != ""])
refused = []
headers, body = signed["headers"], signed["body"].encode()
for changed in ((headers, body + b" "), ({**headers, "webhook-timestamp": "1"}, body), ({}, body)):
    try:
        verify_webhook(signed["secret"], *changed)
    except WebhookError:
        refused.append(True)
print(json.dumps({
    "ids": [trade["id"] for trade in trades],
    "senate": [[trade["chamber"], trade["transaction_type"]] for trade in senate],
    "people": [person["id"] for person in api.politicians(chamber="senate")],
    "same": api.trade(trades[0]["id"])["id"] == trades[0]["id"],
    "types": [str(frame["disclosure_date"].dtype), int((frame["ticker"] == "").sum()), len(frame)],
    "problems": problems,
    "event": verify_webhook(signed["secret"], {name.upper(): value for name, value in headers.items()}, body)["type"],
    "refused": refused,
    "version": version,
    "sha256": hashlib.sha256(open("trades.parquet", "rb").read()).hexdigest(),
}))
`;

interface Notebook {
  readonly cells: readonly { readonly cell_type: string; readonly outputs?: readonly unknown[] }[];
}

/** Runs a notebook's cells without Jupyter, but like it. A cell shows its last expression, printed here as one line of SVG. */
const RUN_CELLS = `
import ast, json, os, sys
import xml.etree.ElementTree as xml
os.environ["CONGRESS_TRADES_URL"] = sys.argv[2]
names = {"__name__": "__main__"}
for cell in json.load(open(sys.argv[1], encoding="utf-8"))["cells"]:
    if cell["cell_type"] != "code":
        continue
    body = ast.parse("".join(cell["source"])).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    shown = None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    if shown is not None:
        svg = shown._repr_svg_()
        xml.fromstring(svg)
        print(svg)
`;

suite("the Python client reads trades, digests and reports", { skip: explainMissing("sys"), timeout: 300_000 }, () => {
  let demo: ServedDemo;
  let folder: string;
  let total: number;
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "congress-trades-python-client-"));
    demo = await serveDemo();
    total = await tradesOnceFilesAreMade(demo);
  });
  after(async () => {
    await demo?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const fetchJson = async (target: string) =>
    (await (await fetch(demo.origin + target)).json()) as Record<string, unknown>;
  const runPython = (...args: string[]) =>
    promisify(execFile)(PYTHON, args, {
      cwd: folder,
      env: { ...process.env, PYTHONPATH: CLIENT, PYTHONDONTWRITEBYTECODE: "1" },
      maxBuffer: 64 * 1024 * 1024,
      timeout: 200_000,
    });

  const skip = explainMissing("pandas");
  test("pages over all trades, filters, catches problems, verifies webhooks, saves data files", { skip }, async () => {
    const at = new Date();
    const body = '{"id":"evt_1","type":"trade.created","sequence":1,"data":{}}';
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": `v1,AAAA ${new Webhook(SECRET).sign("evt_1", at, body)}`,
    };
    const signed = JSON.stringify({ headers, body, secret: SECRET });
    const { stdout } = await runPython("-c", PROGRAM, `${demo.origin}/api/v1`, signed, demo.key);
    const result = JSON.parse(stdout) as Record<string, unknown> & {
      ids: string[];
      senate: string[][];
      people: string[];
    };
    assert.equal(result.ids.length, total);
    assert.equal(new Set(result.ids).size, total);
    assert.ok(result.senate.length > 0 && result.people.length > 0);
    for (const [chamber = "", type = ""] of result.senate)
      assert.match(`${chamber} ${type}`, /^senate (purchase|exchange)$/);
    const latest = (await fetchJson("/data/latest.json")) as {
      dataset_version: string;
      files: { name: string; sha256: string }[];
    };
    assert.deepEqual(
      [result["same"], result["types"], result["event"], result["refused"], result["version"], result["sha256"]],
      [
        true,
        ["datetime64[ns]", 0, total],
        "trade.created",
        [true, true, true],
        latest.dataset_version,
        latest.files.find(({ name }) => name === "trades.parquet")?.sha256,
      ],
    );
    assert.deepEqual(result["problems"], [
      [404, "not_found", true],
      [400, "invalid_parameter", true],
      [401, "missing_credentials", true],
    ]);
  });

  test("the examples of the client's README run as printed", { skip }, async () => {
    const page = readFileSync(path.join(CLIENT, "README.md"), "utf8");
    const blocks = [...page.matchAll(/```python\n(.*?)```/gs)].map(([, block = ""]) => block);
    assert.equal(blocks.length, 3);
    const program = path.join(process.cwd(), "bin/congress-trades.js");
    const lines = blocks
      .join("\n")
      .replaceAll("http://localhost:3000", demo.origin)
      .replace('("npx", "congress-trades")', JSON.stringify([process.execPath, program]));
    const { stdout } = await runPython("-c", lines);
    assert.match(stdout, /^\d+ politician\n/);
    assert.match(stdout, /^https?:\/\/\S+$/m);
    assert.match(stdout, /^400 invalid_parameter .*tickr/m);
    assert.match(stdout, /^\d{4}-\d\d-\d\d\.\d+$/m);
  });

  test("`since` gives the same trades as `disclosed_from`, and a day's digest has all trades and the late trades", async () => {
    const { trades } = (await fetchJson("/api/v1/trades?limit=1&late=true")) as {
      trades: { disclosure_date: string }[];
    };
    const day = trades[0]?.disclosure_date ?? "";
    const code = `
import json, sys
from datetime import date
from congress_trades import Client
api, day = Client(sys.argv[1], key=sys.argv[3]), sys.argv[2]
digest = api.digest(day)
ids = lambda trades: sorted(trade["id"] for trade in trades)
problems = []
for wrong in ({"since": "last week"}, {"since": day, "disclosed_from": day}):
    try:
        api.trades(**wrong)
    except ValueError as error:
        problems.append(str(error)[:5])
print(json.dumps({
    "since": ids(api.trades(since=date.fromisoformat(day))) == ids(api.trades(disclosed_from=day)),
    "by": digest["by"],
    "trades": ids(digest["trades"]) == ids(api.trades(disclosed_from=day, disclosed_to=day)),
    "late": ids(digest["late"]) == ids(api.trades(disclosed_from=day, disclosed_to=day, late=True)),
    "counted": sum(row["trades"] for row in digest["members"]) == len(digest["trades"]),
    "text": digest["text"],
    "problems": problems,
}))
`;
    const result = JSON.parse((await runPython("-c", code, `${demo.origin}/api/v1`, day, demo.key)).stdout) as Record<
      string,
      unknown
    >;
    const { text, ...rest } = result;
    const yes = { since: true, trades: true, late: true, counted: true };
    assert.deepEqual(rest, { ...yes, by: "disclosed", problems: ["since", "since"] });
    assert.match(
      String(text),
      new RegExp(`^\\d+ trades by \\d+ members disclosed on ${day}, [1-9]\\d* of them late\\.\n- .+\\$`),
    );
  });

  test("a digest of published trades requests all pages of the changes between the same two versions", async () => {
    const requests: string[] = [];
    const trade = {
      ...{ politician: "Jane Example", ticker: "SMPL", company: "Sample Widgets Inc.", transaction_type: "purchase" },
      ...{ asset_type: "Stock Option", amount_range: "$15,001 - $50,000", transaction_date: "2026-11-02" },
    };
    const createChange = (at: number) => ({
      change: at === 100 ? "changed" : "added",
      id: `txn_h1_${at}`,
      trade: { ...trade, id: `txn_h1_${at}` },
      summary: { late: at === 0 },
    });
    const all = Array.from({ length: 101 }, (_, at) => createChange(at));
    const server = createServer(({ url = "" }, response) => {
      requests.push(url);
      const from = Number(new URL(url, "http://x").searchParams.get("skip"));
      const changes = all.slice(from, from + 100);
      response.end(JSON.stringify({ from: "2026-11-18.2", to: "2026-11-19.4", changes, total: all.length }));
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    try {
      const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const code = `
import json
from congress_trades import Client
digest = Client("${base}").digest("2026-11-19")
print(json.dumps([digest["by"], len(digest["trades"]), len(digest["late"]), digest["other_changes"], digest["securities"], digest["text"]]))`;
      const [by, trades, late, others, securities, text] = JSON.parse(
        (await runPython("-c", code)).stdout,
      ) as unknown[];
      assert.deepEqual([by, trades, late, others], ["published", 100, 1, 1]);
      assert.deepEqual(securities, [{ name: "SMPL (Stock Option)", trades: 100, purchases: 100, sales: 0 }]);
      assert.match(String(text), /^100 trades by 1 members published on 2026-11-19, 1 of them late\.\n/);
      assert.match(String(text), /purchase, Sample Widgets Inc\. \(SMPL\), Stock Option, \$15,001 - \$50,000/);
      assert.deepEqual(requests, [
        "/changes?from=2026-11-18&to=2026-11-19&limit=100&skip=0",
        "/changes?from=2026-11-18.2&to=2026-11-19.4&limit=100&skip=100",
      ]);
    } finally {
      server.close();
    }
  });

  test("reads a report with the command line, and raises an error for an empty file or a missing command", async () => {
    const program = path.join(process.cwd(), "bin/congress-trades.js");
    const pdf = await saveReport(folder);
    writeFileSync(path.join(folder, "empty.pdf"), "");
    const code = `
import sys
from congress_trades import FilingError, read_filing
command = sys.argv[1:3]
report = read_filing(sys.argv[3], command=command)
print(report["kind"], report["doc_id"], len(report["transactions"]) > 0)
try:
    read_filing("empty.pdf", command=command)
except FilingError as error:
    print(error.code)
try:
    read_filing("empty.pdf", command=["congress-trades-elsewhere"])
except FileNotFoundError as error:
    print(error)
`;
    const { stdout } = await runPython("-c", code, process.execPath, program, pdf);
    const [read, refused, absent = ""] = stdout.split("\n");
    assert.deepEqual([read, refused], [`text ${path.basename(pdf, ".pdf")} True`, "file_empty"]);
    assert.match(absent, /^congress-trades-elsewhere is not installed/);
  });

  test("the example notebook runs and draws three charts", async (t) => {
    const file = path.join(CLIENT, "examples/three-questions.ipynb");
    const notebook = JSON.parse(readFileSync(file, "utf8")) as Notebook;
    const cells = notebook.cells.filter(({ cell_type: type }) => type === "code");
    assert.deepEqual(
      cells.map(({ outputs }) => outputs),
      cells.map(() => []),
    );
    const { stdout } = await runPython("-c", RUN_CELLS, file, `${demo.origin}/api/v1`);
    const [summary = "", ...charts] = stdout.trimEnd().split("\n");
    assert.match(summary, /^Version \S+: [\d,]+ trades disclosed within a year, [\d,]+ of them late$/);
    assert.equal(charts.length, 3);
    for (const chart of charts) assert.ok((chart.match(/<rect /g) ?? []).length > 1, chart);
    t.diagnostic(summary);
  });

  test("warns about a parameter that the service ignored", async () => {
    const code = `
import warnings
from congress_trades import Client
warnings.simplefilter("error")
api = Client("${demo.origin}/api/v1")
print(len(list(api.politicians(chamber="senate", in_office=True))) > 0)
try:
    list(api.politicians(stat="CA"))
except UserWarning as warning:
    print(warning)
`;
    const expected = "True\nThe service does not know these parameters and ignored them: stat\n";
    assert.equal((await runPython("-c", code)).stdout, expected);
  });

  test("retries a request after a short Retry-After, and raises `ProblemError` for a long Retry-After", async () => {
    let requestCount = 0;
    const server = createServer((_, response) => {
      requestCount += 1;
      if (requestCount < 3) response.writeHead(429, { "retry-after": "0" }).end("{}");
      else if (requestCount === 3) response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}');
      else response.writeHead(503, { "retry-after": "500" }).end('{"code":"overloaded","detail":"Later."}');
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    try {
      const code = `
from congress_trades import Client, ProblemError
api = Client("http://127.0.0.1:${(server.address() as AddressInfo).port}")
print(api.get("/x"))
try:
    api.get("/x")
except ProblemError as problem:
    print(problem.status, problem.code)
`;
      assert.equal((await runPython("-c", code)).stdout, "{'ok': True}\n503 overloaded\n");
      assert.equal(requestCount, 4);
    } finally {
      server.close();
    }
  });
});

/** Saves a made-up text report under its name at the site. */
async function saveReport(folder: string): Promise<string> {
  const { house } = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
  for (const { docId, filingType } of (await house.readIndex(2026)) ?? []) {
    const isText = filingType === "P" && /^20\d{6}$/.test(docId);
    const bytes = isText ? await house.readDocument("ptr-pdfs", 2026, docId) : null;
    if (bytes === null) continue;
    writeFileSync(path.join(folder, `${docId}.pdf`), bytes);
    return path.join(folder, `${docId}.pdf`);
  }
  return assert.fail("the made-up documents have no text report of 2026");
}

/** Why the tests cannot run here; false if they can, or must. */
function explainMissing(module: string): string | false {
  if (process.env["REQUIRE_SERVICES"] === "1") return false;
  try {
    execFileSync(PYTHON, ["-c", `import ${module}`], { stdio: "ignore" });
    return false;
  } catch {
    return module === "sys" ? "no python3" : `python3 has no ${module}`;
  }
}
