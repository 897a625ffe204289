import { sql } from "kysely";
import { LimitError } from "../../base/errors.ts";
import type { Alert, Email } from "../../domain/premium.ts";
import type { Database } from "../database.ts";
import type { Writing } from "../schema.ts";
import { toDbText } from "../text.ts";
import { findAddressStatus, type MailText, queueEmail, readAddressStatus } from "./email-rows.ts";
import { buildLiveCondition, isPostgres, lockAccount, type Page, type Paged, readPage, toInstant } from "./rows.ts";
import type { EmailRecord } from "./schema.ts";

export interface QueuedEmail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The mail's text as HTML; null for a text-only mail. */
  readonly html: string | null;
  readonly attempts: number;
  /** Token for unsubscribing from alert mails; null for mails without this option. */
  readonly unsubscribeToken: string | null;
}

interface AddressConfirmation {
  readonly codeDigest: string;
  readonly token: string;
  /** The mail that contains the confirmation code. */
  readonly mail: MailText;
  /** True to send nothing if the account has already requested confirmation of this address. */
  readonly onlyFirst?: boolean;
}

/** Milliseconds after which a claimed mail may be claimed again, since its worker must have died. */
const CLAIM_MS = 5 * 60_000;
const DAY_MS = 86_400_000;
/** Milliseconds for which a confirmation code is valid. */
const CODE_MS = 3 * DAY_MS;
/** Maximum number of mails per account in 24 hours, counting test and confirmation mails together. */
const MANUAL_MAILS_A_DAY = 20;
const CONFIRMATIONS_A_DAY = 3;

export function createEmailQueries({ reading, writing, transact }: Database) {
  return {
    /**
     * Claims due mails for five minutes, during which no other worker gets them. Mails wait while the account is disabled,
     * expired or not premium; alert and test mails also wait until their address is confirmed.
     */
    claimDue: (limit: number, at: Date) => transact((transaction) => claimDueEmails(transaction, limit, at)),

    markSent: (id: string, at: Date) => finishEmail(writing, id, "sent", at),

    /** Schedules the next attempt, or gives up if `retryAt` is null. */
    markFailed: (id: string, retryAt: Date | null, at: Date) =>
      retryAt === null ? finishEmail(writing, id, "failed", at) : scheduleRetry(writing, id, retryAt),

    /** Newest first. */
    async list(accountId: string, page: Page): Promise<Paged<Email>> {
      const all = reading.selectFrom("emails").where("account_id", "=", accountId);
      return readPage(all, all.selectAll().orderBy("id", "desc"), page, toEmail);
    },

    /** Queues a test mail to the alert's address. @throws {LimitError} after 20 test and confirmation mails in 24 hours. */
    queueTest: (
      { id, accountId }: Pick<Alert, "id" | "accountId">,
      to: string,
      mail: MailText,
      at: Date,
    ): Promise<string> =>
      transact(async (transaction) => {
        await checkMailLimit(transaction, accountId, at);
        return queueEmail(transaction, { accountId, kind: "test", alertId: id, to, ...mail }, at);
      }),

    /** Status of an address; `unconfirmed` if no confirmation was requested. */
    readAddressStatus: (accountId: string, address: string) => readAddressStatus(reading, accountId, address),

    /**
     * Mails a new code, which invalidates the previous code. @returns null, without a mail, if the address is already confirmed.
     * The result is also null if `onlyFirst` is set and a code was sent before. @throws {LimitError} if, in the last 24 hours,
     * the account already sent 3 codes to this address, or 20 test and confirmation mails in total.
     */
    askToConfirm: (accountId: string, address: string, confirmation: AddressConfirmation, at: Date) =>
      transact((transaction) => sendConfirmation(transaction, accountId, address, confirmation, at)),

    /** Confirms the address to which the code was sent within the last 3 days. @returns the address; undefined if none. */
    confirm: (accountId: string, codeDigest: string, at: Date) => confirmAddress(writing, accountId, codeDigest, at),

    /** The address to which mails with this token were sent. */
    async findAddress(token: string): Promise<string | undefined> {
      const row = await reading
        .selectFrom("email_addresses")
        .select("address")
        .where("token", "=", token)
        .executeTakeFirst();
      return row?.address;
    },

    async unsubscribe(token: string, at: Date): Promise<void> {
      await writing
        .updateTable("email_addresses")
        .set({ status: "unsubscribed", code_digest: null, code_expires_at: null, changed_at: at.getTime() })
        .where("token", "=", token)
        .execute();
    },

    /** Deletes mails created earlier than `before`. @returns how many. */
    async prune(before: Date): Promise<number> {
      const { numDeletedRows } = await writing
        .deleteFrom("emails")
        .where("created_at", "<", before.getTime())
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export type EmailTable = ReturnType<typeof createEmailQueries>;

async function scheduleRetry(writing: Database["writing"], id: string, at: Date): Promise<void> {
  await writing
    .updateTable("emails")
    .set((row) => ({ attempts: row("attempts", "+", 1), next_attempt_at: at.getTime() }))
    .where("id", "=", id)
    .execute();
}

async function confirmAddress(
  writing: Database["writing"],
  accountId: string,
  codeDigest: string,
  at: Date,
): Promise<string | undefined> {
  const row = await writing
    .updateTable("email_addresses")
    .set({ status: "confirmed", code_digest: null, code_expires_at: null, changed_at: at.getTime() })
    .where("account_id", "=", accountId)
    .where("code_digest", "=", codeDigest)
    .where("code_expires_at", ">", at.getTime())
    .returning("address")
    .executeTakeFirst();
  return row?.address;
}

/** Sets a mail's final status and deletes its text. */
async function finishEmail(writing: Database["writing"], id: string, status: Email["status"], at: Date): Promise<void> {
  await writing
    .updateTable("emails")
    .set((row) => ({
      status,
      attempts: row("attempts", "+", 1),
      next_attempt_at: null,
      body: "",
      html: null,
      ended_at: at.getTime(),
    }))
    .where("id", "=", id)
    .execute();
}

async function claimDueEmails(transaction: Writing, limit: number, at: Date): Promise<readonly QueuedEmail[]> {
  const rows = await transaction
    .selectFrom("emails")
    .selectAll()
    .where("next_attempt_at", "<=", at.getTime())
    .where(buildSendableCondition(at))
    .orderBy("next_attempt_at")
    .orderBy("id")
    .limit(limit)
    .$if(isPostgres(transaction), (query) => query.forUpdate().skipLocked())
    .execute();
  if (rows.length === 0) return [];
  await transaction
    .updateTable("emails")
    .set({ next_attempt_at: at.getTime() + CLAIM_MS })
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  const tokens = await readTokens(transaction, rows);
  return rows.map(({ id, account_id, kind, recipient, subject, body, html, attempts }) => ({
    id,
    to: recipient,
    subject,
    text: body,
    html,
    attempts,
    unsubscribeToken:
      kind === "confirmation" || kind === "notice" ? null : (tokens.get(`${account_id} ${recipient}`) ?? null),
  }));
}

async function sendConfirmation(
  transaction: Writing,
  accountId: string,
  address: string,
  { codeDigest, token, mail, onlyFirst = false }: AddressConfirmation,
  at: Date,
): Promise<string | null> {
  await lockAccount(transaction, accountId);
  const status = await findAddressStatus(transaction, accountId, address);
  if (status === "confirmed" || (status && onlyFirst)) return null;
  await checkMailLimit(transaction, accountId, at, address);
  const code = { code_digest: codeDigest, code_expires_at: at.getTime() + CODE_MS, changed_at: at.getTime() };
  await transaction
    .insertInto("email_addresses")
    .values({ account_id: accountId, address: toDbText(address), status: "unconfirmed", token, ...code })
    .onConflict((conflict) => conflict.columns(["account_id", "address"]).doUpdateSet(code))
    .execute();
  return queueEmail(transaction, { accountId, kind: "confirmation", alertId: null, to: address, ...mail }, at);
}

/** SQL condition: the account is premium and live and, for alert and test mails, the address is confirmed. */
function buildSendableCondition(at: Date) {
  return sql<boolean>`exists (
    select 1 from accounts as a where a.id = emails.account_id and a.plan = 'premium' and ${buildLiveCondition("a", at)}
  ) and (emails.kind in ('confirmation', 'notice') or exists (
    select 1 from email_addresses as d
    where d.account_id = emails.account_id and d.address = emails.recipient and d.status = 'confirmed'
  ))`;
}

async function readTokens(transaction: Writing, rows: readonly EmailRecord[]): Promise<ReadonlyMap<string, string>> {
  const addresses = await transaction
    .selectFrom("email_addresses")
    .select(["account_id", "address", "token"])
    .where("account_id", "in", [...new Set(rows.map((row) => row.account_id))])
    .where("address", "in", [...new Set(rows.map((row) => row.recipient))])
    .execute();
  return new Map(addresses.map(({ account_id, address, token }) => [`${account_id} ${address}`, token]));
}

/** Limits test emails and confirmation emails, so that no account can flood anybody's mailbox. @throws {LimitError} */
async function checkMailLimit(transaction: Writing, accountId: string, at: Date, address?: string): Promise<void> {
  await lockAccount(transaction, accountId);
  const today = await transaction
    .selectFrom("emails")
    .select(["kind", "recipient"])
    .where("account_id", "=", accountId)
    .where("kind", "in", ["test", "confirmation"])
    .where("created_at", ">", at.getTime() - DAY_MS)
    .execute();
  if (today.length >= MANUAL_MAILS_A_DAY) {
    throw new LimitError(
      MANUAL_MAILS_A_DAY,
      `An account may send ${MANUAL_MAILS_A_DAY} test and confirmation emails in 24 hours.`,
    );
  }
  const confirmations = today.filter(({ kind, recipient }) => kind === "confirmation" && recipient === address);
  if (confirmations.length >= CONFIRMATIONS_A_DAY) {
    throw new LimitError(
      CONFIRMATIONS_A_DAY,
      `An address may be sent ${CONFIRMATIONS_A_DAY} confirmation emails in 24 hours.`,
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
    nextAttemptAt: toInstant(row.next_attempt_at),
    createdAt: new Date(row.created_at),
    endedAt: toInstant(row.ended_at),
  };
}
