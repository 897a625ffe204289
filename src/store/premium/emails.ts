import { sql } from "kysely";
import type { Email } from "../../domain/premium.ts";
import { LimitError } from "../../errors.ts";
import type { Database } from "../database.ts";
import type { EmailTable } from "../premium.ts";
import type { Writing } from "../schema.ts";
import { storable } from "../text.ts";
import { addressStatus, queueEmail } from "./email-rows.ts";
import { instant, isLiveAccount, isPostgres, lockAccount, pageOf } from "./rows.ts";
import type { EmailRecord } from "./schema.ts";

/** Time in milliseconds after which a claimed e-mail may be claimed again, because its worker has died. */
const TAKEN_MS = 5 * 60_000;
const DAY_MS = 86_400_000;
/** Codes are taken for so long. */
const CODE_MS = 3 * DAY_MS;
/** Mails that an account sends by hand: tests, and asking for a confirmation. */
const BY_HAND_A_DAY = 20;
const CONFIRMATIONS_A_DAY = 3;

export function emailTable({ reading, writing, transact }: Database): EmailTable {
  return {
    due: (...given) => transact((transaction) => claimDue(transaction, ...given)),

    sent: (id, at) => end(writing, id, "sent", at),

    async failed(id, retryAt, at) {
      if (retryAt === null) return end(writing, id, "failed", at);
      await writing
        .updateTable("emails")
        .set((row) => ({
          attempts: row("attempts", "+", 1),
          next_attempt_at: retryAt.getTime(),
        }))
        .where("id", "=", id)
        .execute();
    },

    async list(accountId, page) {
      const all = reading.selectFrom("emails").where("account_id", "=", accountId);
      return pageOf(all, all.selectAll().orderBy("id", "desc"), page, toEmail);
    },

    queueTest: ({ id, accountId }, to, mail, at) =>
      transact(async (transaction) => {
        await checkByHand(transaction, accountId, at);
        return queueEmail(transaction, { accountId, kind: "test", alertId: id, to, ...mail }, at);
      }),

    addressStatus: (accountId, address) => addressStatus(reading, accountId, address),

    askToConfirm: (...given) => transact((transaction) => askToConfirm(transaction, ...given)),

    async confirm(accountId, codeDigest, at) {
      const row = await writing
        .updateTable("email_addresses")
        .set({ status: "confirmed", code_digest: null, code_expires_at: null, changed_at: at.getTime() })
        .where("account_id", "=", accountId)
        .where("code_digest", "=", codeDigest)
        .where("code_expires_at", ">", at.getTime())
        .returning("address")
        .executeTakeFirst();
      return row?.address;
    },

    async addressOf(token) {
      const row = await reading
        .selectFrom("email_addresses")
        .select("address")
        .where("token", "=", token)
        .executeTakeFirst();
      return row?.address;
    },

    async unsubscribe(token, at) {
      await writing
        .updateTable("email_addresses")
        .set({ status: "unsubscribed", code_digest: null, code_expires_at: null, changed_at: at.getTime() })
        .where("token", "=", token)
        .execute();
    },

    async prune(before) {
      const { numDeletedRows } = await writing
        .deleteFrom("emails")
        .where("created_at", "<", before.getTime())
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** Its text is nobody's any more. */
async function end(writing: Database["writing"], id: string, status: Email["status"], at: Date): Promise<void> {
  await writing
    .updateTable("emails")
    .set((row) => ({
      status,
      attempts: row("attempts", "+", 1),
      next_attempt_at: null,
      body: "",
      ended_at: at.getTime(),
    }))
    .where("id", "=", id)
    .execute();
}

async function claimDue(
  transaction: Writing,
  ...[limit, at]: Parameters<EmailTable["due"]>
): ReturnType<EmailTable["due"]> {
  const rows = await transaction
    .selectFrom("emails")
    .selectAll()
    .where("next_attempt_at", "<=", at.getTime())
    .where(mayBeSent(at))
    .orderBy("next_attempt_at")
    .orderBy("id")
    .limit(limit)
    .$if(isPostgres(transaction), (query) => query.forUpdate().skipLocked())
    .execute();
  if (rows.length === 0) return [];
  await transaction
    .updateTable("emails")
    .set({ next_attempt_at: at.getTime() + TAKEN_MS })
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  const tokens = await tokensOf(transaction, rows);
  return rows.map(({ id, account_id, kind, recipient, subject, body, attempts }) => ({
    id,
    to: recipient,
    subject,
    text: body,
    attempts,
    unsubscribeToken:
      kind === "confirmation" || kind === "notice" ? null : (tokens.get(`${account_id} ${recipient}`) ?? null),
  }));
}

async function askToConfirm(
  transaction: Writing,
  ...[accountId, address, { codeDigest, token, mail, onlyFirst = false }, at]: Parameters<EmailTable["askToConfirm"]>
): ReturnType<EmailTable["askToConfirm"]> {
  await lockAccount(transaction, accountId);
  const known = await transaction
    .selectFrom("email_addresses")
    .select("status")
    .where("account_id", "=", accountId)
    .where("address", "=", storable(address))
    .executeTakeFirst();
  if (known?.status === "confirmed" || (known && onlyFirst)) return null;
  await checkByHand(transaction, accountId, at, address);
  const code = { code_digest: codeDigest, code_expires_at: at.getTime() + CODE_MS, changed_at: at.getTime() };
  await transaction
    .insertInto("email_addresses")
    .values({ account_id: accountId, address: storable(address), status: "unconfirmed", token, ...code })
    .onConflict((conflict) => conflict.columns(["account_id", "address"]).doUpdateSet(code))
    .execute();
  return queueEmail(transaction, { accountId, kind: "confirmation", alertId: null, to: address, ...mail }, at);
}

/** The account is told what its plan has, and who reads an alert's mail has agreed to it. */
function mayBeSent(at: Date) {
  return sql<boolean>`exists (
    select 1 from accounts as a where a.id = emails.account_id and a.plan = 'premium' and ${isLiveAccount("a", at)}
  ) and (emails.kind in ('confirmation', 'notice') or exists (
    select 1 from email_addresses as d
    where d.account_id = emails.account_id and d.address = emails.recipient and d.status = 'confirmed'
  ))`;
}

async function tokensOf(transaction: Writing, rows: readonly EmailRecord[]): Promise<ReadonlyMap<string, string>> {
  const known = await transaction
    .selectFrom("email_addresses")
    .select(["account_id", "address", "token"])
    .where("account_id", "in", [...new Set(rows.map((row) => row.account_id))])
    .where("address", "in", [...new Set(rows.map((row) => row.recipient))])
    .execute();
  return new Map(known.map(({ account_id, address, token }) => [`${account_id} ${address}`, token]));
}

/** Nobody's mailbox is filled by an account. @throws {LimitError} */
async function checkByHand(transaction: Writing, accountId: string, at: Date, address?: string): Promise<void> {
  await lockAccount(transaction, accountId);
  const today = await transaction
    .selectFrom("emails")
    .select(["kind", "recipient"])
    .where("account_id", "=", accountId)
    .where("kind", "in", ["test", "confirmation"])
    .where("created_at", ">", at.getTime() - DAY_MS)
    .execute();
  if (today.length >= BY_HAND_A_DAY) {
    throw new LimitError(BY_HAND_A_DAY, `An account may send ${BY_HAND_A_DAY} tests and confirmations in 24 hours.`);
  }
  const asked = today.filter(({ kind, recipient }) => kind === "confirmation" && recipient === address);
  if (asked.length >= CONFIRMATIONS_A_DAY) {
    throw new LimitError(
      CONFIRMATIONS_A_DAY,
      `An address may be asked ${CONFIRMATIONS_A_DAY} times in 24 hours to be confirmed.`,
    );
  }
}

function toEmail(row: EmailRecord): Email {
  return {
    id: row.id,
    kind: row.kind as Email["kind"],
    alertId: row.alert_id,
    to: row.recipient,
    subject: row.subject,
    status: row.status as Email["status"],
    attempts: row.attempts,
    nextAttemptAt: instant(row.next_attempt_at),
    createdAt: new Date(row.created_at),
    endedAt: instant(row.ended_at),
  };
}
