/** Tests how an account creates, changes and tries alerts. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { AlertListSchema, AlertSchema, MatchListSchema, PreviewSchema } from "../../src/api/premium/alert-schema.ts";
import { judging } from "../store/judged-by.ts";
import { listing, NOON, outcome, politician, trade } from "../store/made.ts";
import { ALERTS, EVENTS, makeAlert, makeWebhook, startPremium } from "./premium-service.ts";
import { assertProblem, createFakeClock, json } from "./service.ts";

const here = await startPremium();
const alice = await here.createCustomer("alice");
after(() => here[Symbol.asyncDispose]());

const FILTER = {
  chamber: "senate",
  party: ["Democrat", "Republican"],
  politician_id: ["X000001"],
  ticker: ["NVDA", "MSFT"],
  transaction_type: ["purchase"],
  asset_type: ["Stock"],
  min_amount: 15001,
};

test("returns and lists an alert as it was created", async () => {
  const webhook = await makeWebhook(alice);
  const body = {
    name: "Senate tech buys over 15k",
    filter: FILTER,
    webhook_ids: [webhook["id"]],
    notification_email: "a@example.com",
  };
  const answer = await alice.ask("POST", ALERTS, body);
  assert.equal(answer.status, 201, answer.text);
  const alert = AlertSchema.parse(json(answer));
  assert.deepEqual(alert.filter, {
    chamber: "senate",
    party: ["Democrat", "Republican"],
    politician_id: ["X000001"],
    ticker: ["NVDA", "MSFT"],
    transaction_type: ["purchase"],
    asset_type: ["Stock"],
    min_amount: 15001,
  });
  assert.deepEqual(
    [alert.name, alert.status, alert.alert_type, alert.webhook_ids, alert.match_count, alert.last_triggered_at],
    [body.name, "active", "trade", [webhook["id"]], 0, null],
  );
  assert.match(alert.id, /^alr_[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.match(alert.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.deepEqual(await alice.get(`${ALERTS}/${alert.id}`), json(answer));
});

test("filters lists by status, and pages them", async () => {
  const bob = await here.createCustomer("bob");
  for (let n = 0; n < 5; n += 1) await makeAlert(bob, { name: `${n}`, status: n % 2 === 0 ? "active" : "paused" });
  const answer = await bob.ask("GET", `${ALERTS}?status=active&limit=2&skip=1`);
  const page = AlertListSchema.parse(json(answer));
  assert.deepEqual([page.alerts.map(({ name }) => name), page.total, page.limit, page.skip], [["2", "0"], 3, 2, 1]);
  assert.match(String(answer.headers["link"]), /alerts\?status=active&limit=2&skip=0>; rel="prev"/);
  assert.equal((await bob.get(`${ALERTS}?limit=1000`))["limit"], 200);
  assert.equal((await bob.get(ALERTS))["limit"], 50);
  assertProblem(await bob.ask("GET", `${ALERTS}?status=off`), "invalid_parameter");
});

test("rejects the 101st alert with an error that states the limit", async () => {
  const carol = await here.createCustomer("carol");
  for (let n = 0; n < 100; n += 1) await makeAlert(carol);
  const answer = await carol.ask("POST", ALERTS, { name: "x", filter: { ticker: ["A"] } });
  assert.equal(assertProblem(answer, "limit_reached")["limit"], 100);
});

test("returns 400 for a filter without a condition, with more than 500 values, or with a wrong amount", async () => {
  const many = Array.from({ length: 501 }, (_, n) => `A${n}`);
  for (const filter of [
    {},
    { ticker: [] },
    { ticker: many },
    { min_amount: -1 },
    { min_amount: "1000" },
    { chamber: "upper" },
    { party: ["Green"] },
    { disclosed_from: "2026-02-30" },
    "AAPL",
    null,
    undefined,
  ]) {
    const { errors } = assertProblem(await alice.ask("POST", ALERTS, { name: "x", filter }), "invalid_parameter");
    assert.match(String(errors[0]?.name), /^filter/, JSON.stringify(filter));
  }
  const huge = await alice.ask("POST", ALERTS, '{"name":"x","filter":{"min_amount":1e309}}');
  assertProblem(huge, "invalid_parameter");
  assert.equal((await alice.ask("POST", ALERTS, { name: "x", filter: { ticker: many.slice(1) } })).status, 201);
});

test("returns 404 for an unknown politician, and for another account's endpoint", async () => {
  const filter = { politician_id: ["Z999999"] };
  assertProblem(await alice.ask("POST", ALERTS, { name: "x", filter }), "politician_not_found");
  assertProblem(await alice.ask("POST", `${ALERTS}/preview`, { filter }), "politician_not_found");
  const dora = await here.createCustomer("dora");
  const { id } = await makeWebhook(dora);
  for (const webhook of [id, "whk_01JD3M8Q4V3N6T8W2Y5B7D9F1G", "x"]) {
    const body = { name: "x", filter: { ticker: ["A"] }, webhook_ids: [webhook] };
    assertProblem(await alice.ask("POST", ALERTS, body), "not_found");
  }
});

test("each alert type requires its own fields and allows no others", async () => {
  const createAlert = (body: object) => alice.ask("POST", ALERTS, { name: "x", filter: { ticker: ["A"] }, ...body });
  for (const [body, name, reason] of [
    [{ alert_type: "politician_activity" }, "quiet_days", "required"],
    [{ alert_type: "ticker_cluster", window_days: 7 }, "politicians", "required"],
    [{ alert_type: "ticker_cluster", politicians: 3 }, "window_days", "required"],
    [{ alert_type: "trade", quiet_days: 7 }, "quiet_days", "not_allowed"],
    [{ quiet_days: 0, alert_type: "politician_activity" }, "quiet_days", "too_small"],
    [{ alert_type: "ticker_cluster", window_days: 7, politicians: 1 }, "politicians", "too_small"],
    [{ alert_type: "volume" }, "alert_type", "not_allowed"],
    [{ name: "" }, "name", "too_short"],
    [{ name: "a\r\nBcc: x@example.com" }, "name", "malformed"],
    [{ name: "n".repeat(201) }, "name", "too_long"],
    [{ notification_email: "nobody" }, "notification_email", "malformed"],
    [{ notification_email: "a@example.com\r\nBcc: b@example.com" }, "notification_email", "malformed"],
    [{ status: "off" }, "status", "not_allowed"],
    [{ webhook_ids: Array.from({ length: 11 }, () => "x") }, "webhook_ids", "too_long"],
    [{ cadence: "weekly" }, "cadence", "not_allowed"],
    [{ cadence: "daily", time_zone: "Europe/Berlin" }, "hour", "required"],
    [{ cadence: "daily", hour: 7 }, "time_zone", "required"],
    [{ cadence: "daily", hour: 24, time_zone: "Europe/Berlin" }, "hour", "too_large"],
    [{ cadence: "daily", hour: 7, time_zone: "Europe/Nowhere" }, "time_zone", "not_allowed"],
    [{ cadence: "daily", hour: 7, time_zone: "+01:00" }, "time_zone", "not_allowed"],
    [{ hour: 7 }, "hour", "not_allowed"],
    [{ time_zone: "Europe/Berlin" }, "time_zone", "not_allowed"],
    [{ when_empty: true }, "when_empty", "not_allowed"],
    [{ next_digest_at: null }, "next_digest_at", "read_only"],
  ] as const) {
    const { errors } = assertProblem(await createAlert(body), "invalid_parameter");
    assert.deepEqual([errors[0]?.name, errors[0]?.reason], [name, reason], JSON.stringify(body));
  }
  const quiet = json(await createAlert({ alert_type: "politician_activity", quiet_days: 90 }));
  assert.deepEqual([quiet["quiet_days"], quiet["window_days"], quiet["politicians"]], [90, null, null]);
  const cluster = json(await createAlert({ alert_type: "ticker_cluster", window_days: 14, politicians: 3 }));
  assert.deepEqual([cluster["quiet_days"], cluster["window_days"], cluster["politicians"]], [null, 14, 3]);
});

test("a daily alert says when its next digest is due, and a patch can make it immediate", async () => {
  const time = createFakeClock(Date.UTC(2026, 10, 1, 3) - 1_795_000_000_000);
  await using service = await startPremium({ wallClock: time.readWallClockMs });
  const gil = await service.createCustomer("gil");
  const daily = { cadence: "daily", hour: 1, time_zone: "America/New_York" };
  const alert = await makeAlert(gil, daily);
  assert.deepEqual(
    [alert["cadence"], alert["hour"], alert["time_zone"], alert["when_empty"], alert["next_digest_at"]],
    ["daily", 1, "America/New_York", false, "2026-11-01T05:00:00Z"],
    "the first of two hours from 1:00 to 2:00",
  );
  const path = `${ALERTS}/${alert["id"]}`;
  const later = json(await gil.ask("PATCH", path, { time_zone: "UTC", when_empty: true }));
  assert.deepEqual([later["when_empty"], later["next_digest_at"]], [true, "2026-11-02T01:00:00Z"]);
  const paused = json(await gil.ask("PATCH", path, { status: "paused" }));
  assert.equal(paused["next_digest_at"], null);
  assertProblem(await gil.ask("PATCH", path, { cadence: "immediate" }), "invalid_parameter");
  const none = { cadence: null, hour: null, time_zone: null, when_empty: null, status: "active" };
  const atOnce = json(await gil.ask("PATCH", path, none));
  assert.deepEqual([atOnce["cadence"], atOnce["next_digest_at"]], ["immediate", null]);
});

test("an alert can still be changed after its endpoint was deleted", async () => {
  const isa = await here.createCustomer("isa");
  const webhook = await makeWebhook(isa);
  const alert = await makeAlert(isa, { webhook_ids: [webhook["id"]] });
  await isa.ask("DELETE", `/api/v1/premium/webhooks/${webhook["id"]}`);
  const renamed = await isa.ask("PATCH", `${ALERTS}/${alert["id"]}`, { name: "renamed" });
  assert.equal(renamed.status, 200, renamed.text);
  assert.equal(json(renamed)["name"], "renamed");
});

test("without a mail server, rejects an address instead of forgetting it", async () => {
  await using bare = await startPremium({ parts: ({ mails: _, ...parts }) => parts });
  const emil = await bare.createCustomer("emil");
  const body = { name: "x", filter: { ticker: ["A"] }, notification_email: "a@example.com" };
  const { errors } = assertProblem(await emil.ask("POST", ALERTS, body), "invalid_parameter");
  assert.equal(errors[0]?.reason, "not_available");
});

test("a preview counts past matches and saves nothing", async () => {
  const time = createFakeClock(Date.UTC(2026, 1, 20) - 1_795_000_000_000);
  await using service = await startPremium({ wallClock: time.readWallClockMs });
  const fay = await service.createCustomer("fay");
  const body = { filter: { ticker: ["AAPL"], transaction_type: ["purchase"] }, days: 30 };
  const preview = PreviewSchema.parse(await fay.post(`${ALERTS}/preview`, body, 200));
  // The dataset has one made-up trade n days before 20 February: in AAPL unless n is divisible by 7, and a purchase if n is even.
  const matching = Array.from({ length: 31 }, (_, n) => n).filter((n) => n % 7 !== 0 && n % 2 === 0);
  assert.deepEqual([preview.days, preview.since], [30, "2026-01-21"]);
  assert.equal(preview.total_matches, matching.length);
  assert.equal(preview.times_triggered, matching.length);
  assert.equal(preview.trades.length, Math.min(20, matching.length));
  assert.equal(preview.trades[0]?.disclosure_date, "2026-02-18");
  const listed = await fay.get(`/api/v1/trades?ticker=AAPL&transaction_type=purchase&limit=1`);
  assert.deepEqual(preview.trades[0], listed["trades"]?.[0] as unknown);
  const year = PreviewSchema.parse(await fay.post(`${ALERTS}/preview`, { filter: { ticker: ["AAPL"] } }, 200));
  assert.equal(year.days, 365);
  assert.equal(year.trades.length, 20);
  const quiet = { alert_type: "politician_activity", quiet_days: 30, filter: { chamber: "house" } };
  assert.ok(PreviewSchema.parse(await fay.post(`${ALERTS}/preview`, quiet, 200)).total_matches <= 1);
  const cluster = { alert_type: "ticker_cluster", window_days: 30, politicians: 2, filter: { chamber: "house" } };
  assert.equal(PreviewSchema.parse(await fay.post(`${ALERTS}/preview`, cluster, 200)).total_matches, 0);
  for (const days of [0, -1, 4000, 1.5, "30"]) {
    assertProblem(await fay.ask("POST", `${ALERTS}/preview`, { ...body, days }), "invalid_parameter");
  }
  assertProblem(await fay.ask("POST", `${ALERTS}/preview`, { ...body, name: "x" }), "invalid_parameter");
  assert.equal((await fay.get(ALERTS))["total"], 0);
  assert.equal((await fay.get(EVENTS))["next_after"], 0);
});

test("a test event goes to the alert's endpoints, marked as a test", async () => {
  const gil = await here.createCustomer("gil");
  const [subscribed, other] = [
    await makeWebhook(gil, { event_types: ["alert.triggered"] }),
    await makeWebhook(gil, { event_types: ["trade.created"] }),
  ];
  const everywhere = await makeAlert(gil);
  const chosen = await makeAlert(gil, { webhook_ids: [other["id"]] });
  const first = await gil.post(`${ALERTS}/${everywhere["id"]}/test`, undefined, 202);
  const second = await gil.post(`${ALERTS}/${chosen["id"]}/test`, {}, 202);
  const webhooks = "/api/v1/premium/webhooks";
  for (const [webhook, sent] of [
    [subscribed, first],
    [other, second],
  ] as const) {
    const { deliveries, total } = await gil.get(`${webhooks}/${webhook["id"]}/deliveries`);
    assert.equal(total, 1);
    assert.equal(deliveries?.[0]?.["id"], sent["delivery_id"]);
    assert.deepEqual(sent["delivery_ids"], [sent["delivery_id"]]);
  }
  const { events } = await gil.get(`${EVENTS}?event_type=alert.triggered`);
  assert.equal(events?.[0]?.["data"]?.["test"], true);
  assert.deepEqual(events?.[0]?.["data"]?.["alert"], { id: everywhere["id"], name: "Apple" });
  assert.equal((await gil.get(`${ALERTS}/${everywhere["id"]}`))["match_count"], 0);
  await gil.ask("PATCH", `${webhooks}/${other["id"]}`, { status: "paused" });
  assertProblem(await gil.ask("POST", `${ALERTS}/${chosen["id"]}/test`), "conflict");
});

test("matches: lists the trades the alert has fired for, with their times", async () => {
  const hal = await here.createCustomer("hal");
  const alert = await makeAlert(hal, { filter: { ticker: ["AAPL"] } });
  const { store } = here;
  const empty = MatchListSchema.parse(await hal.get(`${ALERTS}/${alert["id"]}/matches`));
  assert.deepEqual([empty.trades, empty.total], [[], 0]);
  const at = NOON;
  await store.filings.recordListings([listing("20990001")], at);
  await store.sources.recordListingCompleted("house-clerk", new Date(at.getTime() - 86_400_000));
  const judge = judging(store.sources);
  const made = trade("20990001", 1, { politicianId: "X000001" });
  const published = {
    at,
    politicians: [politician("X000001")],
    outcomes: [outcome("20990001", [made], { politicianId: "X000001" })],
  };
  await store.publications.publish(published, judge);
  const page = MatchListSchema.parse(await hal.get(`${ALERTS}/${alert["id"]}/matches`));
  assert.equal(page.total, 1);
  const [match] = page.trades;
  assert.deepEqual(Object.keys(match ?? {}).at(-1), "matched_at");
  assert.equal(Object.keys(match ?? {}).length, 14);
  assert.deepEqual([match?.id, match?.politician, match?.ticker], [made.id, "Example 0001", "AAPL"]);
  const now = await hal.get(`${ALERTS}/${alert["id"]}`);
  assert.equal(now["match_count"], 1);
  assert.notEqual(now["last_triggered_at"], null);
  assert.equal((await hal.get(`${ALERTS}/${alert["id"]}/matches?skip=1`))["total"], 1);
});
