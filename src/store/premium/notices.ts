/** Mails an account's contact about its webhooks: if its only endpoint fails, the account would not learn of it otherwise. */
import type { Writing } from "../schema.ts";
import { queueEmail } from "./email-rows.ts";
import type { EndpointRecord } from "./schema.ts";

const DAY_MS = 86_400_000;

/** Sends nothing without a contact, and at most one mail in 24 hours per endpoint and reason. */
export async function notifyContact(
  transaction: Writing,
  { id, url, account_id: accountId }: Pick<EndpointRecord, "id" | "url" | "account_id">,
  what: "disabled" | "given up",
  at: Date,
): Promise<void> {
  const account = await transaction
    .selectFrom("accounts")
    .select("contact")
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (!account?.contact) return;
  const subject =
    what === "disabled"
      ? `congress-trades: webhook ${id} is disabled`
      : `congress-trades: messages to webhook ${id} were given up`;
  const notified = await transaction
    .selectFrom("emails")
    .select("id")
    .where("account_id", "=", accountId)
    .where("kind", "=", "notice")
    .where("subject", "=", subject)
    .where("created_at", ">", at.getTime() - DAY_MS)
    .executeTakeFirst();
  if (notified) return;
  const { origin, pathname } = new URL(url);
  const text = [
    what === "disabled"
      ? `The webhook endpoint ${origin}${pathname} kept failing and was disabled. What waits for it is held.`
      : `A message to the webhook endpoint ${origin}${pathname} failed at every attempt and is not tried again.`,
    "",
    what === "disabled"
      ? `When the receiver works again, enable it (PATCH /premium/webhooks/${id}, "status": "enabled") and have what is held sent (POST /premium/webhooks/${id}/recover).`
      : `GET /premium/webhooks/${id}/deliveries?status=failed lists such messages; POST /premium/webhooks/${id}/recover sends them again. Of further ones within 24 hours no mail is sent.`,
    "",
  ].join("\n");
  await queueEmail(transaction, { accountId, kind: "notice", alertId: null, to: account.contact, subject, text }, at);
}
