/** Tests the assistant over HTTP with clients of both eras of the protocol. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { makeRecords } from "../contract/made-dataset.ts";
import { startPremium } from "../contract/premium-service.ts";
import { type ServiceOptions, startService } from "../contract/service.ts";
import { connectTo, type Era, getText } from "./client.ts";

const records = makeRecords();
const service = await startService({
  records: {
    ...records,
    // The ledger's made-up filing has a trade that is in no list.
    async readDetailed(ids) {
      const [id = ""] = ids;
      if (!id.startsWith("txn_h20990001_")) return records.readDetailed(ids);
      const found = (await records.readDetailed(["txn_h20999999_01"])).get("txn_h20999999_01");
      if (found === undefined) return new Map();
      const { published } = found;
      const trade = { ...published.trade, id, filingId: "h20990001" };
      return new Map([[id, { ...found, published: { ...published, trade } }]]);
    },
  },
});
after(() => service.close());

const TOOLS = [
  "search_trades",
  "get_trade",
  "get_politician",
  "get_ticker_activity",
  "get_filing",
  "get_coverage",
  "get_price_history",
  "get_performance",
  "explain_method",
];

/** Arguments of a call of each tool that the made-up data can answer. */
const CALL_ARGUMENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  search_trades: { ticker: "AAPL", limit: 3 },
  get_trade: { id: "txn_h20999999_01" },
  get_politician: { id: "X000001" },
  get_ticker_activity: { ticker: "aapl" },
  get_filing: { id: "h20990001" },
  get_coverage: { year: 2026 },
  get_price_history: { symbol: "AAPL", limit: 5 },
  get_performance: { ticker: "AAPL" },
  explain_method: { topic: "lateness" },
};

for (const era of ["2026-07-28", "2025-11-25"] as const satisfies readonly Era[]) {
  describe(`a client of protocol version ${era} can use every tool and resource`, async () => {
    const client = await connectTo(`http://127.0.0.1:${service.port}/mcp`, era);
    after(() => client.close());

    test("negotiates the protocol version, and gets instructions for citing trades", () => {
      assert.equal(client.getNegotiatedProtocolVersion(), era);
      assert.match(client.getInstructions() ?? "", /Cite each trade by its id, page/);
    });

    test("finds nine tools that only read", async () => {
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        TOOLS,
      );
      for (const { annotations, outputSchema, description = "" } of tools) {
        assert.deepEqual(annotations, { readOnlyHint: true, idempotentHint: true, openWorldHint: false });
        assert.ok(outputSchema && description.length > 80);
      }
    });

    for (const name of TOOLS) {
      test(`${name} returns data that matches the tool's schema; data and text state the delay and missing reports`, async () => {
        // The client checks the answer against the tool's own schema.
        const answer = await client.callTool({ name, arguments: CALL_ARGUMENTS[name] ?? {} });
        assert.ok(!answer.isError, getText(answer));
        const { delay, missing, dataset_version: version } = answer.structuredContent as Record<string, string>;
        assert.match(delay ?? "", /45 days/);
        assert.match(missing ?? "", /^(Every known report has been read|Reports that are missing)/);
        assert.equal(version, "2026-02-20.1");
        for (const sentence of [delay, missing]) assert.ok(getText(answer).includes(sentence ?? "?"));
      });
    }

    test("reads trades and filings as resources", async () => {
      const { resourceTemplates } = await client.listResourceTemplates();
      assert.deepEqual(
        resourceTemplates.map(({ uriTemplate }) => uriTemplate),
        ["congress://trades/{id}", "congress://filings/{id}"],
      );
      const { contents } = await client.readResource({ uri: "congress://trades/txn_h20999999_01" });
      const [content] = contents;
      assert.ok(content && "text" in content);
      assert.equal(JSON.parse(content.text).trade.citation.trade_id, "txn_h20999999_01");
      await assert.rejects(client.readResource({ uri: "congress://trades/txn_nothing" }), /There is no trade/);
      await assert.rejects(client.readResource({ uri: "congress://people/x" }), /Available: congress:\/\/trades/);
    });

    test("calling an unknown tool gives an error that lists the available tools", async () => {
      await assert.rejects(client.callTool({ name: "buy" }), /Available tools: search_trades, get_trade/);
    });

    test("wrong arguments give an error that says what is wrong or which values are allowed", async () => {
      for (const [name, given, message] of [
        ["search_trades", { chamber: "lords" }, /chamber: .*"senate"\|"house"/],
        ["search_trades", { member: "Pelosi" }, /"member".*Allowed arguments: q, politician_id/],
        ["search_trades", { transaction_type: "buy" }, /purchase/],
        ["search_trades", { disclosed_from: "2026-02-30" }, /a valid date/],
        ["search_trades", { industry: "K" }, /industry/],
        ["search_trades", { industry: "35", as_of: "2026-02-20.1" }, /'industry' cannot be combined with 'as_of'/],
        ["get_trade", { id: "txn_nothing" }, /There is no trade 'txn_nothing'/],
        ["get_politician", {}, /Give a name/],
        ["get_politician", { name: "Example 000" }, /members match; ask again with one of these ids/],
        ["get_politician", { name: "Nobody" }, /No member's name matches "nobody"/],
        ["get_ticker_activity", { ticker: "NOPE" }, /NOPE/],
        ["get_filing", { id: "h1" }, /There is no filing 'h1'/],
        ["get_price_history", { symbol: "AAPL", interval: "1h" }, /"1d"\|"1wk"\|"1mo"/],
        ["explain_method", { topic: "money" }, /"lateness"/],
      ] as const) {
        const answer = await client.callTool({ name, arguments: given });
        assert.equal(answer.isError, true);
        assert.match(getText(answer), message);
      }
    });
  });
}

test("a client over the rate limit gets a JSON-RPC error that says when to retry", async () => {
  await using small = await startService({ limits: { freeQuota: 2 } } satisfies ServiceOptions);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/list" });
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  for (const status of [200, 200, 429]) {
    const answer = await small.ask("/mcp", { method: "POST", headers, body });
    assert.equal(answer.status, status, answer.text);
    assert.equal(answer.headers["x-ratelimit-limit"], "2");
    if (status !== 429) continue;
    const { id, error } = JSON.parse(answer.text);
    assert.equal(id, 7);
    assert.match(error.message, /allows 2 requests in any 60 seconds\. Wait \d+ seconds/);
    assert.equal(Number(answer.headers["retry-after"]), error.data.retry_after);
  }
  // Calls count toward the same limit as API requests.
  assert.equal((await small.ask("/api/v1/trades")).status, 429);
});

test("rejects a batch of messages with an explanation, and counts it as one request", async () => {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_coverage", arguments: {} } };
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  await using here = await startService({ limits: { freeQuota: 5 } });
  const lists = [JSON.stringify([call, call]), `\uFEFF \n[${JSON.stringify(call)}]`, "[]", "["];
  for (const [at, body] of lists.entries()) {
    const { status, text, headers: given } = await here.ask("/mcp", { method: "POST", headers, body });
    assert.equal(status, 400, text);
    const { id, error } = JSON.parse(text) as { id: null; error: { code: number; message: string } };
    assert.deepEqual([id, error.code], [null, -32_600]);
    assert.match(error.message, /Send each message of this list separately/);
    assert.equal(given["x-ratelimit-remaining"], String(4 - at));
  }
  const answer = await here.ask("/mcp", { method: "POST", headers, body: JSON.stringify(call) });
  assert.equal(answer.status, 200, answer.text);
});

for (const era of ["2026-07-28", "2025-11-25"] as const) {
  test(`a client of protocol version ${era} over the rate limit reports when to retry`, async () => {
    await using small = await startService({ limits: { freeQuota: 4 } });
    const client = await connectTo(`http://127.0.0.1:${small.port}/mcp`, era);
    const calls = (async () => {
      for (let call = 0; call < 5; call += 1) await client.callTool({ name: "get_coverage" });
    })();
    await assert.rejects(calls, /Wait \d+ seconds, then repeat the call/);
    await client.close();
  });
}

test("calls with a key count toward the key's plan, and a mistyped key is ignored", async () => {
  await using here = await startPremium({ limits: { freeQuota: 1, premiumQuota: 3 } });
  const { ask } = await here.createCustomer("assistant of an account");
  const body = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "get_coverage", arguments: {} } };
  const accepted = { accept: "application/json, text/event-stream" };
  for (const status of [200, 200, 200, 429]) {
    const answer = await ask("POST", "/mcp", body, accepted);
    assert.equal(answer.status, status, answer.text);
    assert.equal(answer.headers["x-ratelimit-limit"], "3");
    if (status === 429) assert.match(JSON.parse(answer.text).error.message, /The plan 'premium' allows 3 requests/);
  }
  // An invalid key is ignored, as on all public paths.
  const mistyped = await ask("POST", "/mcp", body, { ...accepted, authorization: "Bearer ct_live_nothing" });
  assert.equal(mistyped.headers["x-ratelimit-limit"], "1");
});

test("rejects requests of a page of another origin, and requests to another host name", async () => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const usual = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  for (const [headers, status] of [
    [{ ...usual, Host: "evil.example" }, 403],
    [{ ...usual, Origin: "https://evil.example" }, 403],
    [{ ...usual, Host: "api.example", Origin: "https://api.example" }, 200],
  ] as const) {
    const answer = await service.ask("/mcp", { method: "POST", headers, body });
    assert.equal(answer.status, status, answer.text);
    assert.equal(JSON.parse(status === 403 ? answer.text : "{}").error?.code, status === 403 ? -32_000 : undefined);
  }
});

test("/mcp allows no GET, and keeps no stream open", async () => {
  const answer = await service.ask("/mcp");
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.allow, "POST, OPTIONS");
  const client = await connectTo(`http://127.0.0.1:${service.port}/mcp`, "2026-07-28");
  await assert.rejects(client.listen({ toolsListChanged: true }), /Subscription limit reached/);
  await client.close();
});
