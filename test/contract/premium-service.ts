/** The API over a real store in a folder of its own, with accounts and their keys. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { issueKey } from "../../src/accounts/keys/issue-key.ts";
import { findUrlRejection } from "../../src/accounts/webhooks/address-guard.ts";
import { createSecretBox } from "../../src/accounts/webhooks/secret.ts";
import type { PremiumParts } from "../../src/api/premium/parts.ts";
import { createLoggerTo } from "../../src/base/log.ts";
import type { Account, PlanName } from "../../src/domain/premium.ts";
import type { Limits } from "../../src/http/limits.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { dropDatabase, ensureDatabase } from "../database.ts";
import { type MadeDataset, makeDataset } from "./made-dataset.ts";
import { type Answered, type Ask, json, type Service, startService } from "./service.ts";

export const PREMIUM = "/api/v1/premium";
export const ALERTS = `${PREMIUM}/alerts`;
export const WEBHOOKS = `${PREMIUM}/webhooks`;
export const EVENTS = `${PREMIUM}/events`;
export const KEYS = `${PREMIUM}/keys`;

export const URL_GIVEN = "https://hooks.example.com/trades";

export interface Customer {
  readonly account: Account;
  readonly key: string;
  readonly keyId: string;
  /** Sends a request with the customer's key, and with the body as JSON. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** Sends a request like `ask`, checks the status, and returns the response's JSON. */
  get(path: string): Promise<Json>;
  post(path: string, body: unknown, status?: number): Promise<Json>;
}

export type Json = { readonly [member: string]: Json } & { readonly [index: number]: Json };

export interface PremiumService extends AsyncDisposable {
  readonly service: Service;
  readonly store: Store;
  readonly datasets: MadeDataset;
  readonly dataDir: string;
  /** Returns everything that was logged. */
  readonly logged: () => string;
  readonly woken: () => number;
  createCustomer(name: string, plan?: PlanName, expiresAt?: Date | null): Promise<Customer>;
}

interface Options {
  readonly limits?: Partial<Limits>;
  readonly clock?: () => number;
  readonly wallClock?: () => number;
  readonly parts?: (parts: PremiumParts) => PremiumParts;
}

export async function startPremium({
  limits,
  clock: readMonotonicMs,
  wallClock: readWallClockMs,
  parts,
}: Options = {}): Promise<PremiumService> {
  const dataDir = mkdtempSync(join(tmpdir(), "premium-"));
  const lines: string[] = [];
  const log = createLoggerTo(
    "trace",
    new Writable({
      write(chunk: Buffer, _, done) {
        lines.push(chunk.toString());
        done();
      },
    }),
  );
  const store = await openStore({ dataDir, databaseUrl: ensureDatabase(dataDir), dataNotice: null, log });
  const datasets = makeDataset();
  let woken = 0;
  const premium: PremiumParts = {
    tables: store,
    box: createSecretBox(Buffer.alloc(32, 7)),
    explainRefusedAddress: (url) => findUrlRejection(url, { allowedCidrs: [], allowHttp: false }),
    wake: () => {
      woken += 1;
    },
    mails: true,
  };
  const service = await startService({
    datasets,
    log,
    premium: parts ? parts(premium) : premium,
    ...(readMonotonicMs ? { readMonotonicMs } : {}),
    ...(readWallClockMs ? { readWallClockMs } : {}),
    limits: { premiumQuota: 1_000_000, ...limits },
  });
  const now = () => new Date(readWallClockMs?.() ?? Date.now());

  return {
    service,
    store,
    datasets,
    dataDir,
    logged: () => lines.join(""),
    woken: () => woken,
    async createCustomer(name, plan = "premium", expiresAt = null) {
      const account = await store.accounts.create(name, plan, now());
      const { key, stored } = await issueKey(store.keys, account.id, { expiresAt }, now());
      const ask: Customer["ask"] = (method, path, body, headers = {}) => {
        const sent: Ask = {
          method,
          headers: {
            authorization: `Bearer ${key}`,
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
        };
        return service.ask(path, sent);
      };
      return {
        account,
        key,
        keyId: stored.id,
        ask,
        async get(path) {
          const answer = await ask("GET", path);
          assert.equal(answer.status, 200, answer.text);
          return json(answer) as unknown as Json;
        },
        async post(path, body, status = 201) {
          const answer = await ask("POST", path, body);
          assert.equal(answer.status, status, answer.text);
          return json(answer) as unknown as Json;
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      await store.close();
      dropDatabase(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates a webhook endpoint of the customer. @returns the response's JSON. */
export function makeWebhook(customer: Customer, changes: object = {}): Promise<Json> {
  return customer.post(WEBHOOKS, { url: URL_GIVEN, event_types: ["*"], ...changes });
}

export function makeAlert(customer: Customer, changes: object = {}): Promise<Json> {
  return customer.post(ALERTS, { name: "Apple", filter: { ticker: ["AAPL"] }, ...changes });
}
