/** Database operations for a `JudgePublication` function, all in the publication's transaction. */
import { type SelectQueryBuilder, sql } from "kysely";
import { createPause, splitIntoChunks } from "../../base/pause.ts";
import { findSeat } from "../../domain/party.ts";
import type { Alert } from "../../domain/premium.ts";
import type { Trade } from "../../domain/trade.ts";
import { readServedIndustries } from "../companies.ts";
import type { DatasetVersion, PublicationScope } from "../publication.ts";
import { toPolitician } from "../reference.ts";
import type { Schema, TradeRecord, Writing } from "../schema.ts";
import { toTrade } from "../trade-rows.ts";
import { toAccount } from "./accounts.ts";
import { toAlert } from "./alerts.ts";
import { queueEmail, readAddressStatus } from "./email-rows.ts";
import { createEventWriter } from "./event-writer.ts";
import { buildLiveCondition } from "./rows.ts";

const ROWS_AT_ONCE = 500;

/** Replaces former politician ids in an alert's filter with the ids served now. */
function replaceMergedIds(alert: Alert, servedAs: ReadonlyMap<string, string>): Alert {
  const { politicianId: ids } = alert.filter;
  if (ids === undefined || !ids.some((id) => servedAs.has(id))) return alert;
  const politicianId = [...new Set(ids.map((id) => servedAs.get(id) ?? id))];
  return { ...alert, filter: { ...alert.filter, politicianId } };
}

/** `flush` writes what the `JudgePublication` function appended; it must be called at the end. */
export function createPublicationScope(
  transaction: Writing,
  { version, publishedAt: at }: DatasetVersion,
): { readonly scope: PublicationScope; flush(): Promise<void> } {
  const writer = createEventWriter(transaction, version, at);
  const members = new Map<string, { readonly name: string; readonly state: string } | undefined>();
  const scope: PublicationScope = {
    async listPremiumAccounts() {
      const rows = await transaction
        .selectFrom("accounts")
        .selectAll()
        .where("plan", "=", "premium")
        .where(buildLiveCondition("accounts", at))
        .orderBy("id")
        .execute();
      return rows.map(toAccount);
    },

    async listActiveAlerts() {
      const rows = await transaction
        .selectFrom("alerts as r")
        .innerJoin("accounts as a", "a.id", "r.account_id")
        .selectAll("r")
        .where("a.plan", "=", "premium")
        .where(buildLiveCondition("a", at))
        .where("r.status", "=", "active")
        .orderBy("r.id")
        .execute();
      const merged = await transaction
        .selectFrom("politicians")
        .select(["id", "merged_into"])
        .where("merged_into", "is not", null)
        .execute();
      const servedAs = new Map(merged.map(({ id, merged_into }) => [id, merged_into ?? id]));
      return rows.map(toAlert).map((alert) => replaceMergedIds(alert, servedAs));
    },

    listTradesOfPolitician: (politicianId, from, to) =>
      readTradesBetween(transaction, from, to, (query) => query.where("politician_id", "=", politicianId)),

    async listTradesOfTicker(ticker, transactionTypes, from, to) {
      if (transactionTypes.length === 0) return [];
      return readTradesBetween(transaction, from, to, (query) =>
        query.where("ticker", "=", ticker).where("transaction_type", "in", transactionTypes),
      );
    },

    readIndustries: () => readServedIndustries(transaction),

    async findPolitician(politicianId) {
      if (!members.has(politicianId)) {
        const row = await transaction
          .selectFrom("politicians")
          .selectAll()
          .where("id", "=", politicianId)
          .executeTakeFirst();
        members.set(politicianId, row && { name: row.name, state: findSeat(toPolitician(row)).state });
      }
      return members.get(politicianId);
    },

    async appendEvent(accountId, type, data, endpointIds) {
      const { event } = await writer.append(accountId, type, data, endpointIds);
      return event;
    },

    recordMatches: ({ id, daily }, tradeIds) => recordMatches(transaction, id, tradeIds, { waits: daily !== null, at }),

    async queueEmail({ id, accountId, notificationEmail: to }, subject, text) {
      if (to === null || (await readAddressStatus(transaction, accountId, to)) !== "confirmed") return;
      await queueEmail(transaction, { accountId, kind: "alert", alertId: id, to, subject, text }, at);
    },
  };
  return { scope, flush: () => writer.flush() };
}

async function recordMatches(
  transaction: Writing,
  alertId: string,
  tradeIds: readonly string[],
  { waits, at }: { readonly waits: boolean; readonly at: Date },
): Promise<readonly string[]> {
  if (!(await lockAlert(transaction, alertId))) return [];
  const newTradeIds: string[] = [];
  for (const chunk of splitIntoChunks([...new Set(tradeIds)], ROWS_AT_ONCE)) {
    const rows = await transaction
      .insertInto("alert_matches")
      .values(
        chunk.map((id) => ({ alert_id: alertId, trade_id: id, matched_at: at.getTime(), waiting: waits ? 1 : null })),
      )
      .onConflict((conflict) => conflict.columns(["alert_id", "trade_id"]).doNothing())
      .returning("trade_id")
      .execute();
    newTradeIds.push(...rows.map((row) => row.trade_id));
  }
  if (newTradeIds.length > 0) {
    await transaction
      .updateTable("alerts")
      .set({
        match_count: sql<number>`match_count + ${sql.lit(newTradeIds.length)}`,
        last_triggered_at: at.getTime(),
        // Schedules a final digest if digests were turned off before these matches were recorded.
        ...(waits && { digest_due_at: sql<number>`coalesce(digest_due_at, ${sql.lit(at.getTime())})` }),
      })
      .where("id", "=", alertId)
      .execute();
  }
  return newTradeIds;
}

type TradeQuery = SelectQueryBuilder<Schema, "trades", TradeRecord>;

/** Reads in pages, so that the event loop can run in between. */
async function readTradesBetween(
  transaction: Writing,
  from: string,
  to: string,
  narrow: (query: TradeQuery) => TradeQuery,
): Promise<readonly Trade[]> {
  const pause = createPause();
  const trades: Trade[] = [];
  for (let last: Trade | undefined; ; ) {
    const page = narrow(transaction.selectFrom("trades").selectAll())
      .where("superseded_by", "is", null)
      .where("transaction_date", ">=", last?.transactionDate ?? from)
      .where("transaction_date", "<=", to)
      .orderBy("transaction_date")
      .orderBy("id")
      .limit(ROWS_AT_ONCE);
    const rows = await (last === undefined
      ? page
      : page.where(sql<boolean>`(transaction_date, id) > (${last.transactionDate}, ${last.id})`)
    ).execute();
    for (const row of rows) trades.push(toTrade(row));
    if (rows.length < ROWS_AT_ONCE) return trades;
    last = trades.at(-1);
    await pause();
  }
}

/** Prevents the alert's deletion until the transaction ends. @returns false if it was deleted after `listActiveAlerts` ran. */
async function lockAlert(transaction: Writing, id: string): Promise<boolean> {
  const row = await transaction
    .updateTable("alerts")
    .set((column) => ({ updated_at: column.ref("updated_at") }))
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
