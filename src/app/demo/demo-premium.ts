/** The premium part of the demo: a key, a receiver, an alert, and reports that appear on request. */
import { setTimeout as sleep } from "node:timers/promises";
import { issueKey } from "../../accounts/keys/issue-key.ts";
import { createLogger } from "../../base/log.ts";
import { openStore } from "../../store/open.ts";
import type { Demonstration } from "./content/material.ts";
import { hasValidSignature, type ReceivedWebhook, type Receiver, startReceiver } from "./receiver.ts";

/** Maximum number of retries of a request that the service answers with status 503. */
const ATTEMPTS = 10;

/** Settings of the demo's service; the last two let it send webhooks to this machine. */
export const DEMO_SETTINGS = {
  SENATE_EFD_ACCEPT_TERMS: "true",
  INGEST_RATE: "0",
  INGEST_SINCE_YEAR: String(new Date().getUTCFullYear() - 3),
  DATA_NOTICE:
    "Fictional sample data: the members, filings and prices are made up, and nothing here is about a real person or company.",
  WEBHOOK_ALLOW_HTTP: "true",
  WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32",
};

/** Creates a premium account and its key before the service starts, as `cli keys create` does. */
export async function createDemoKey(dataDir: string): Promise<string> {
  const dataNotice = DEMO_SETTINGS.DATA_NOTICE;
  const store = await openStore({ dataDir, databaseUrl: null, dataNotice, log: createLogger("silent") });
  try {
    const account = await store.accounts.create("demo", "premium", new Date());
    return (await issueKey(store.keys, account.id, { expiresAt: null }, new Date())).key;
  } finally {
    await store.close();
  }
}

export interface DemoReceiver {
  /** Publishes the next report on the server that stands in for the House Clerk's site. @returns a sentence about the report. */
  publishNextReport(): Promise<string>;
  close(): Promise<void>;
}

/** Subscribes a receiver on this machine, verifies deliveries and prints them. */
export async function startDemoReceiver(
  api: string,
  key: string,
  sites: Pick<Demonstration, "publishNextReport">,
  print: (line: string) => void,
) {
  let appearedAt = 0;
  const webhook: { secret: string } = { secret: "" };
  const receiver: Receiver = await startReceiver((received) => {
    const verified = hasValidSignature(received, webhook.secret) ? "signature verified" : "SIGNATURE WRONG";
    print(
      `  <- ${received.event.sequence} ${describeWebhook(received)} (${verified}, ${Date.now() - appearedAt} ms after it appeared)`,
    );
  });
  const postJson = async (path: string, body: unknown) => {
    const send = () =>
      fetch(api + path, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    let response = await send();
    // A service that is importing on a busy machine may ask for a retry.
    for (let left = ATTEMPTS; response.status === 503 && left > 0; left -= 1) {
      await sleep(1000 * Number(response.headers.get("retry-after") ?? 1));
      response = await send();
    }
    const answer = (await response.json()) as Record<string, unknown>;
    if (response.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  try {
    const { secret } = await postJson("/premium/webhooks", {
      url: receiver.url,
      event_types: ["trade.created", "trade.updated", "trade.removed", "alert.triggered"],
    });
    webhook.secret = String(secret);
    await postJson("/premium/alerts", { name: "Anything of the House", filter: { chamber: "house" } });
  } catch (error) {
    await receiver.close();
    throw error;
  }
  return {
    async publishNextReport() {
      const row = await sites.publishNextReport();
      if (row === null) return "All fictional reports have appeared; start the demonstration again.";
      appearedAt = Date.now();
      return `A fictional report has appeared on the simulated site of the House Clerk: ${row.first} ${row.last}, document ${row.docId}. Looking for new filings...`;
    },
    close: () => receiver.close(),
  } satisfies DemoReceiver;
}

function describeWebhook({ event }: ReceivedWebhook): string {
  const { data, type } = event;
  if (type === "alert.triggered") {
    return `${type}: "${(data["alert"] as { name: string }).name}", ${data["total_matches"]} trades`;
  }
  const trade = data["trade"] as Readonly<Record<string, string>> | undefined;
  if (trade === undefined) return type;
  return `${type}: ${trade["politician"]}, ${trade["transaction_type"]} of ${trade["ticker"] || trade["company"]}, ${trade["amount_range"]}`;
}
