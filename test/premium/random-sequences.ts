/**
 * Runs random actions of accounts, operators, publications and receivers on the real store, judge and signatures, and compares
 * the result with a model of what every receiver must have received. The clock is simulated: it advances only between two steps.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ATTEMPTS_AT_ONCE, buildMessage } from "../../src/accounts/webhooks/delivery.ts";
import { createSecret, createSecretBox } from "../../src/accounts/webhooks/secret.ts";
import { isSignedWith } from "../../src/accounts/webhooks/sign.ts";
import { type DeliveryRules, judgeAttempt } from "../../src/accounts/webhooks/verdict.ts";
import { ConflictError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import { EVENT_TYPES, type EventType } from "../../src/domain/premium.ts";
import { openStore } from "../../src/store/open.ts";
import type { LeasedDelivery } from "../../src/store/premium/claim.ts";
import type { Judgement } from "../../src/store/publication.ts";
import type { Store } from "../../src/store/store.ts";
import { dropDatabase, ensureDatabase } from "../database.ts";
import { createSeededRandom } from "../seeded-random.ts";
import { judging } from "../store/judged-by.ts";
import { listing, NOON, outcome, politician, trade } from "../store/made.ts";
import { alertDraft, endpointDraft } from "../store/premium-made.ts";
import { ModelAccount, type ModelDelivery, type ModelEndpoint, parseEvent, publishTo } from "./model.ts";

const TICKERS = ["AAPL", "MSFT", "NVDA", "TSLA"];
const TRIES = 4;
const RULES: DeliveryRules = { scheduleMs: [0, 1000, 2000, 3000], pauseMs: 5000, disableAfterMs: 1e12 };
const PAUSING_STATUS = 502;
const LEASE = { leaseMs: 60_000, attemptsAtOnce: ATTEMPTS_AT_ONCE };
const BOX = createSecretBox(Buffer.alloc(32, 7));
const PAGE = { limit: 10_000, skip: 0 };

export interface Sequences {
  /** Number of sequences. Each belongs to one account. */
  readonly sequences: number;
  /** Number of accounts that share a store, which proves that the actions of one account do not affect another. */
  readonly together: number;
  /** Average number of steps per account. */
  readonly steps: number;
  readonly seed: number;
}

export interface Tally {
  sequences: number;
  steps: number;
  publications: number;
  events: number;
  deliveries: number;
  attempts: number;
}

/** @throws {Error} at the first difference; the message names the seed and the round. */
export async function runSequences({ sequences, together, steps, seed }: Sequences): Promise<Tally> {
  const tally: Tally = { sequences: 0, steps: 0, publications: 0, events: 0, deliveries: 0, attempts: 0 };
  for (let done = 0, round = 0; done < sequences; done += together, round += 1) {
    const accounts = Math.min(together, sequences - done);
    const storeSeed = (seed + round * 7919) >>> 0;
    try {
      await runStore(accounts, accounts * steps, createSeededRandom(storeSeed), tally);
    } catch (error) {
      throw new Error(`seed ${seed}, round ${round}: ${(error as Error).message}`, { cause: error });
    }
    tally.sequences += accounts;
  }
  return tally;
}

async function runStore(accounts: number, steps: number, random: () => number, tally: Tally): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "sequences-"));
  const store = await openStore({
    dataDir,
    databaseUrl: ensureDatabase(dataDir),
    dataNotice: null,
    log: createLogger("silent"),
  });
  try {
    const world = new World(store, random, tally);
    await world.begin(accounts);
    for (let step = 0; step < steps; step += 1) await world.step();
    await world.drain();
    await world.compare();
  } finally {
    await store.close();
    dropDatabase(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

class World {
  readonly #store: Store;
  readonly #random: () => number;
  readonly #tally: Tally;
  readonly #accounts: ModelAccount[] = [];
  readonly #judge: Judgement;
  readonly #fired = new Set<string>();
  readonly #published: { readonly docId: string; trades: ReturnType<typeof trade>[] }[] = [];
  #now = NOON.getTime();
  #version: string | null = null;
  #made = 0;

  constructor(store: Store, random: () => number, tally: Tally) {
    this.#store = store;
    this.#random = random;
    this.#tally = tally;
    this.#judge = judging(store.sources);
  }

  async begin(accounts: number): Promise<void> {
    await this.#store.sources.recordListingCompleted("house-clerk", new Date(1));
    for (let number = 0; number < accounts; number += 1) {
      const { id } = await this.#store.accounts.create(`account ${number}`, "premium", this.#getTime());
      this.#accounts.push(new ModelAccount(id, `account ${number}`, "premium"));
    }
  }

  async step(): Promise<void> {
    this.#tally.steps += 1;
    this.#now += 1000 * (1 + Math.floor(this.#random() * 3));
    const account = this.#pickOne(this.#accounts) as ModelAccount;
    const dice = this.#random();
    if (dice < 0.12) await this.#publish();
    else if (dice < 0.42) await this.#deliver(1 + Math.floor(this.#random() * 6), false);
    else if (dice < 0.52) await this.#createEndpoint(account);
    else if (dice < 0.62) await this.#changeEndpoint(account);
    else if (dice < 0.66) await this.#rotateSecret(account);
    else if (dice < 0.7) await this.#removeEndpoint(account);
    else if (dice < 0.78) await this.#createAlert(account);
    else if (dice < 0.83) await this.#changeAlert(account);
    else if (dice < 0.86) await this.#removeAlert(account);
    else if (dice < 0.9) await this.#sendTest(account);
    else if (dice < 0.94) await this.#retryOrRecover(account);
    else await this.#changeAccount(account);
  }

  /** Delivers until no delivery can be sent. */
  async drain(): Promise<void> {
    for (let round = 0; round < 10_000; round += 1) {
      this.#now += 10_000;
      if ((await this.#deliver(500, true)) === 0) return;
    }
    assert.fail("deliveries did not end after 10,000 rounds");
  }

  async compare(): Promise<void> {
    for (const account of this.#accounts) {
      const events = await this.#store.events.listAfter(account.id, 0, null, 100_000);
      const found = events.map(({ body }) => parseEvent(body));
      assert.deepEqual(
        found.map(({ type, about }) => ({ type, about })),
        account.feed,
        `the feed of ${account.name}`,
      );
      assert.deepEqual(
        found.map(({ sequence }) => sequence),
        account.feed.map((_, index) => index + 1),
      );
      this.#tally.events += events.length;
      const sequenceOf = new Map(events.map(({ id, sequence }) => [id, sequence]));
      const { rows } = await this.#store.endpoints.list(account.id, PAGE);
      assert.deepEqual(rows.map(({ id }) => id).toSorted(), account.endpoints.map(({ id }) => id).toSorted());
      for (const endpoint of account.endpoints) {
        const all = await this.#store.deliveries.list(account.id, endpoint.id, { status: null, eventType: null }, PAGE);
        const kept = all.rows
          .map(({ eventId, status, attempts }) => ({ sequence: sequenceOf.get(eventId), status, attempts }))
          .toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
        const expected = endpoint.deliveries.map(({ sequence, status, attempts }) => ({ sequence, status, attempts }));
        assert.deepEqual(kept, expected, `deliveries of ${account.name} to ${endpoint.id}`);
        for (const { sequence, status, seen } of endpoint.deliveries) {
          if (status === "succeeded")
            assert.ok(seen > 0, `event ${sequence} of ${account.name} succeeded, but the receiver did not get it`);
          if (status === "pending") {
            assert.ok(endpoint.status !== "enabled" || account.disabled, `event ${sequence} is still pending`);
          }
        }
        this.#tally.deliveries += kept.length;
      }
    }
  }

  #getTime(): Date {
    return new Date(this.#now);
  }

  #pickOne<T>(values: readonly T[]): T | undefined {
    return values[Math.floor(this.#random() * values.length)];
  }

  #pickSome<T>(values: readonly T[]): T[] {
    const chosen = values.filter(() => this.#random() < 0.4);
    return chosen.length === 0 && values.length > 0 ? [this.#pickOne(values) as T] : chosen;
  }

  /** All types for half of the endpoints, since most real endpoints subscribe to everything. */
  #pickTypes(): readonly EventType[] {
    return this.#random() < 0.5 ? EVENT_TYPES : this.#pickSome(EVENT_TYPES);
  }

  async #publish(): Promise<void> {
    const at = this.#getTime();
    const outcomes: ReturnType<typeof outcome>[] = [];
    const docId = String(20_000_000 + this.#published.length);
    const added = Array.from({ length: 1 + Math.floor(this.#random() * 3) }, (_, line) =>
      trade(docId, line + 1, { ticker: this.#pickOne(TICKERS) as string }),
    );
    await this.#store.filings.recordListings([listing(docId)], at);
    outcomes.push(outcome(docId, added));
    const changed: ReturnType<typeof trade>[] = [];
    const former = this.#random() < 0.4 ? this.#pickOne(this.#published) : undefined;
    if (former !== undefined) {
      this.#made += 1;
      former.trades = former.trades.map((each) => ({ ...each, comment: `note ${this.#made}` }));
      changed.push(...former.trades);
      outcomes.push(outcome(former.docId, former.trades));
    }
    this.#published.push({ docId, trades: added });
    const politicians = [politician("E000001")];
    const { version, held } = await this.#store.publications.publish({ at, politicians, outcomes }, this.#judge);
    assert.equal(held, null);
    assert.ok(version);
    this.#version = version.version;
    publishTo(this.#accounts, { added, changed }, this.#fired, version.version, this.#now);
    this.#tally.publications += 1;
  }

  async #createEndpoint(account: ModelAccount): Promise<void> {
    if (account.endpoints.length >= 4) return;
    const secret = createSecret();
    const types = this.#pickTypes();
    const draft = endpointDraft({ eventTypes: types });
    const { id } = await this.#store.endpoints.create(account.id, draft, BOX.seal(secret), this.#getTime());
    account.endpoints.push({
      id,
      types,
      status: "enabled",
      failures: 0,
      pausedUntil: 0,
      secrets: [{ secret, endsAt: Number.POSITIVE_INFINITY }],
      deliveries: [],
    });
  }

  /** Changes the types or the status of an endpoint. Its existing deliveries keep their status. */
  async #changeEndpoint(account: ModelAccount): Promise<void> {
    const endpoint = this.#pickOne(account.endpoints);
    if (endpoint === undefined) return;
    const types = this.#random() < 0.4 ? this.#pickTypes() : endpoint.types;
    const wanted = this.#random() < 0.4 ? "paused" : "enabled";
    const status = this.#random() < 0.7 ? wanted : endpoint.status;
    const draft = endpointDraft({ eventTypes: types, status });
    assert.ok(await this.#store.endpoints.replace(account.id, endpoint.id, draft, null, this.#getTime()));
    if (status === "enabled" && endpoint.status !== "enabled") Object.assign(endpoint, { failures: 0, pausedUntil: 0 });
    Object.assign(endpoint, { types, status });
  }

  async #rotateSecret(account: ModelAccount): Promise<void> {
    const endpoint = this.#pickOne(account.endpoints);
    if (endpoint === undefined) return;
    const live = endpoint.secrets.filter(({ endsAt }) => endsAt > this.#now);
    const overlap = this.#random() < 0.5 || live.length > 4 ? 0 : 20_000;
    const secret = createSecret();
    const ends = new Date(this.#now + overlap);
    await this.#store.endpoints.rotate(account.id, endpoint.id, BOX.seal(secret), ends, this.#getTime());
    for (const former of live) former.endsAt = Math.min(former.endsAt, ends.getTime());
    endpoint.secrets.unshift({ secret, endsAt: Number.POSITIVE_INFINITY });
  }

  async #removeEndpoint(account: ModelAccount): Promise<void> {
    const endpoint = this.#pickOne(account.endpoints);
    if (endpoint === undefined) return;
    const named = account.alerts.some(({ webhookIds }) => webhookIds.includes(endpoint.id));
    const removing = this.#store.endpoints.remove(account.id, endpoint.id, null);
    if (named) return assert.rejects(removing, ConflictError);
    assert.equal(await removing, true);
    account.endpoints.splice(account.endpoints.indexOf(endpoint), 1);
  }

  #pickWebhookIds(account: ModelAccount): readonly string[] {
    return this.#random() < 0.5 ? [] : this.#pickSome(account.endpoints).map(({ id }) => id);
  }

  async #createAlert(account: ModelAccount): Promise<void> {
    const [tickers, webhookIds] = [this.#pickSome(TICKERS), this.#pickWebhookIds(account)];
    const draft = alertDraft({ filter: { ticker: tickers }, webhookIds });
    const { id } = await this.#store.alerts.create(account.id, draft, this.#getTime());
    account.alerts.push({ id, tickers, active: true, webhookIds });
    account.alerts.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async #changeAlert(account: ModelAccount): Promise<void> {
    const alert = this.#pickOne(account.alerts);
    if (alert === undefined) return;
    const [tickers, webhookIds] = [this.#pickSome(TICKERS), this.#pickWebhookIds(account)];
    const active = this.#random() < 0.7;
    const draft = alertDraft({ filter: { ticker: tickers }, webhookIds, status: active ? "active" : "paused" });
    assert.ok(await this.#store.alerts.replace(account.id, alert.id, draft, null, this.#getTime()));
    Object.assign(alert, { tickers, webhookIds, active });
  }

  async #removeAlert(account: ModelAccount): Promise<void> {
    const alert = this.#pickOne(account.alerts);
    if (alert === undefined) return;
    assert.equal(await this.#store.alerts.remove(account.id, alert.id, null), true);
    account.alerts.splice(account.alerts.indexOf(alert), 1);
  }

  async #sendTest(account: ModelAccount): Promise<void> {
    const endpoint = this.#pickOne(account.endpoints);
    if (endpoint === undefined) return;
    this.#made += 1;
    const message = `test ${this.#made}`;
    await this.#store.deliveries.sendOne(account.id, endpoint.id, "webhook.test", { message }, this.#getTime());
    account.append("webhook.test", message, this.#now, [endpoint.id]);
  }

  /** Retries one delivery, or recovers all deliveries that have not succeeded. */
  async #retryOrRecover(account: ModelAccount): Promise<void> {
    const endpoint = this.#pickOne(account.endpoints);
    if (endpoint?.status !== "enabled") return;
    const restart = (delivery: ModelDelivery) => {
      Object.assign(delivery, { status: "pending", tries: 0, dueAt: this.#now });
    };
    if (this.#random() < 0.5) {
      const waiting = endpoint.deliveries.filter(({ status }) => status !== "succeeded");
      const [from, to] = [new Date(0), this.#getTime()];
      assert.equal(
        await this.#store.deliveries.recover(account.id, endpoint.id, from, to, this.#getTime()),
        waiting.length,
      );
      waiting.forEach(restart);
      return;
    }
    const chosen = this.#pickOne(endpoint.deliveries);
    if (chosen === undefined) return;
    const [event] = await this.#store.events.listAfter(account.id, chosen.sequence - 1, null, 1);
    const all = await this.#store.deliveries.list(account.id, endpoint.id, { status: null, eventType: null }, PAGE);
    const kept = all.rows.find(({ eventId }) => eventId === event?.id);
    assert.ok(kept);
    assert.equal(await this.#store.deliveries.retry(account.id, endpoint.id, kept.id, this.#getTime()), true);
    restart(chosen);
  }

  async #changeAccount(account: ModelAccount): Promise<void> {
    const { accounts } = this.#store;
    if (this.#random() < 0.6) {
      const plan = account.plan === "premium" ? "free" : "premium";
      await accounts.setPlan(account.id, plan, this.#getTime());
      account.change({ plan }, this.#now, this.#version);
    } else {
      const disabled = !account.disabled;
      await accounts.setDisabled(account.id, disabled, this.#getTime());
      account.change({ disabled }, this.#now, this.#version);
    }
  }

  /** @returns the number of attempts. */
  async #deliver(limit: number, alwaysSucceed: boolean): Promise<number> {
    const leased = await this.#store.deliveries.claim("worker", limit, LEASE, this.#getTime());
    for (const each of leased) await this.#attempt(each, alwaysSucceed);
    return leased.length;
  }

  async #attempt(leased: LeasedDelivery, alwaysSucceed: boolean): Promise<void> {
    const { delivery, endpoint, event } = leased;
    const account = this.#accounts.find(({ id }) => id === endpoint.accountId);
    const known = account?.endpoints.find(({ id }) => id === endpoint.id);
    assert.ok(account && known, "a delivery goes to an endpoint that does not exist");
    const { sequence } = parseEvent(event.body);
    const expected = known.deliveries.find((each) => each.sequence === sequence);
    assert.ok(expected, `event ${sequence} of ${account.name} is not for ${known.id}`);
    // When an attempt disables its endpoint, the other deliveries of the same claim are still sent.
    const underWay = known.status === "disabled" && expected.status === "held";
    assert.ok(underWay || (expected.status === "pending" && known.status === "enabled" && !account.disabled));
    assert.ok(expected.dueAt <= this.#now, "the delivery is not due");
    await this.#checkSignature(leased, known);
    const statusCode = alwaysSucceed ? 204 : this.#pickStatusCode();
    // Null stands for a lost response: the receiver has accepted the delivery.
    if (statusCode === 204 || statusCode === null) expected.seen += 1;
    const error = statusCode === 204 ? null : statusCode === null ? ("timeout" as const) : ("http_status" as const);
    const judged = judgeAttempt(
      {
        delivery,
        endpoint,
        outcome: { statusCode, error, durationMs: 0, retryAfterMs: null },
        attemptedAt: this.#getTime(),
        random: 0,
      },
      RULES,
    );
    assert.equal(await this.#store.deliveries.recordVerdict("worker", delivery.id, judged), true);
    this.#tally.attempts += 1;
    this.#settle(account, known, expected, statusCode);
  }

  #pickStatusCode(): number | null {
    const dice = this.#random();
    if (dice < 0.7) return 204;
    if (dice < 0.85) return 500;
    if (dice < 0.93) return null;
    return dice < 0.98 ? PAUSING_STATUS : 410;
  }

  async #checkSignature({ endpoint, event }: LeasedDelivery, known: ModelEndpoint): Promise<void> {
    const sealed = await this.#store.endpoints.listSecrets(endpoint.id, this.#getTime());
    const secrets = sealed.map((each) => BOX.open(each.sealed));
    const { headers, body } = buildMessage(endpoint.url, event, secrets, this.#getTime(), "https://example.org/docs");
    const header = headers["webhook-signature"] ?? "";
    const timestamp = Number(headers["webhook-timestamp"]);
    for (const { secret, endsAt } of known.secrets) {
      const signed = isSignedWith(secret, event.id, timestamp, body, header);
      assert.equal(signed, endsAt > this.#now, `a secret that expires at ${endsAt}, at ${this.#now}`);
    }
    const kept = await this.#store.events.get(endpoint.accountId, event.id);
    assert.equal(body, kept?.body, "the delivery and the feed have the same bytes");
  }

  #settle(account: ModelAccount, endpoint: ModelEndpoint, delivery: ModelDelivery, status: number | null): void {
    delivery.tries += 1;
    delivery.attempts += 1;
    if (status === 204) {
      delivery.status = "succeeded";
      return;
    }
    const last = delivery.tries >= TRIES;
    const disabled = endpoint.status === "disabled";
    if (last) delivery.status = "failed";
    else delivery.status = disabled || status === 410 ? "held" : "pending";
    const wait =
      status === PAUSING_STATUS
        ? Math.max(RULES.pauseMs, RULES.scheduleMs[delivery.tries] ?? 0)
        : RULES.scheduleMs[delivery.tries];
    delivery.dueAt = this.#now + (wait ?? 0);
    if (status === 410 && !disabled) account.disable(endpoint, this.#now);
  }
}
