/** `webhooks list|disable` and `alerts list`: show and manage what accounts set up, even while a service is running. */
import type { Config } from "../../base/config.ts";
import { ConfigError } from "../../base/errors.ts";
import { listSelectedAccounts } from "./accounts.ts";
import { formatMinute, type PrintOptions, print, printTable, withSharedStore } from "./shared-store.ts";

interface AccountOptions extends PrintOptions {
  readonly account?: string;
}

const ALL = { limit: 1000, skip: 0 };

export function printWebhooks(config: Config, options: AccountOptions): Promise<void> {
  return withSharedStore(config, async (store) => {
    const rows: string[][] = [];
    for (const account of await listSelectedAccounts(store.accounts, options.account)) {
      for (const endpoint of (await store.endpoints.list(account.id, ALL)).rows) {
        const { id, status, disabledReason, url, lastSuccessAt, consecutiveFailures } = endpoint;
        const { pending = 0, held = 0 } = await store.endpoints.countDeliveries(id);
        rows.push([
          id,
          account.name,
          disabledReason === null ? status : `${status} (${disabledReason})`,
          formatMinute(lastSuccessAt),
          String(consecutiveFailures),
          String(pending),
          String(held),
          removeQueryString(url),
        ]);
      }
    }
    const head = ["ID", "ACCOUNT", "STATUS", "LAST SUCCESS", "FAILURES", "PENDING", "HELD", "URL"];
    printTable(options, head, rows, "No webhook endpoints.");
  });
}

/** Disables an endpoint. Its queued deliveries are held; its account may enable it again. */
export function disableWebhook(config: Config, id: string, printOptions: PrintOptions): Promise<void> {
  return withSharedStore(config, async (store) => {
    for (const { id: accountId } of await store.accounts.listAll()) {
      const endpoint = await store.endpoints.get(accountId, id);
      if (!endpoint) continue;
      const { url, description, eventTypes } = endpoint;
      const draft = { url, description, eventTypes, status: "disabled" } as const;
      await store.endpoints.replace(accountId, id, draft, null, new Date());
      print(printOptions, { id, status: "disabled" }, `${id} is disabled; its queued deliveries are held.\n`);
      return;
    }
    throw new ConfigError(`No webhook endpoint "${id}". List them with \`webhooks list\`.`);
  });
}

export function printAlerts(config: Config, options: AccountOptions): Promise<void> {
  return withSharedStore(config, async (store) => {
    const rows: string[][] = [];
    for (const account of await listSelectedAccounts(store.accounts, options.account)) {
      for (const alert of (await store.alerts.list(account.id, null, ALL)).rows) {
        const { id, alertType, status, matchCount, lastTriggeredAt, notificationEmail, name } = alert;
        const cells = [id, account.name, alertType, status, String(matchCount), formatMinute(lastTriggeredAt)];
        rows.push([...cells, notificationEmail ?? "-", name]);
      }
    }
    const head = ["ID", "ACCOUNT", "TYPE", "STATUS", "MATCHES", "LAST FIRED", "E-MAIL", "NAME"];
    printTable(options, head, rows, "No alerts.");
  });
}

/** Removes the query string, which often contains a secret of the receiver. */
function removeQueryString(url: string): string {
  return url.replace(/\?.*$/s, "?...");
}
