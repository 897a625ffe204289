/** Queues mails in the same transaction as the events they report. */
import { createId } from "../../domain/ids.ts";
import type { AddressStatus, Email } from "../../domain/premium.ts";
import type { Writing } from "../schema.ts";
import { toDbText } from "../text.ts";

export interface MailText {
  readonly subject: string;
  readonly text: string;
  /** The mail's text as HTML. */
  readonly html?: string;
}

interface NewEmail extends Pick<Email, "kind" | "alertId" | "to">, MailText {
  readonly accountId: string;
}

export async function queueEmail(
  transaction: Writing,
  { accountId, kind, alertId, to, subject, text, html }: NewEmail,
  at: Date,
): Promise<string> {
  const id = createId("eml", at);
  await transaction
    .insertInto("emails")
    .values({
      id,
      account_id: accountId,
      kind,
      alert_id: alertId,
      recipient: toDbText(to),
      subject: toDbText(subject),
      body: toDbText(text),
      html: html === undefined ? null : toDbText(html),
      status: "queued",
      attempts: 0,
      next_attempt_at: at.getTime(),
      created_at: at.getTime(),
      ended_at: null,
    })
    .execute();
  return id;
}

/** Status of an address; `unconfirmed` if no confirmation was requested. */
export async function readAddressStatus(db: AddressReader, accountId: string, address: string): Promise<AddressStatus> {
  return (await findAddressStatus(db, accountId, address)) ?? "unconfirmed";
}

type AddressReader = Pick<Writing, "selectFrom">;

export async function findAddressStatus(db: AddressReader, accountId: string, address: string) {
  const row = await db
    .selectFrom("email_addresses")
    .select("status")
    .where("account_id", "=", accountId)
    .where("address", "=", toDbText(address))
    .executeTakeFirst();
  return row?.status as AddressStatus | undefined;
}
