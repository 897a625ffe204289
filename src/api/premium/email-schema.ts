import { z } from "zod";
import { ADDRESS_STATUSES, EMAIL_KINDS, EMAIL_STATUSES, type Email } from "../../domain/premium.ts";
import { createPageFields } from "../../http/request/page-query.ts";
import { formatUtcSecond, formatUtcSecondOrNull } from "../../http/utc-timestamp.ts";

const EMAIL_EXAMPLE = {
  id: "eml_01JD3M8Q4V3N6T8W2Y5B7D9F1G",
  kind: "alert",
  alert_id: "alr_01JD3M8Q4V3N6T8W2Y5B7D9F1G",
  to: "ann@example.org",
  subject: "congress-trades: 1 trade for Senate tech buys over 15k",
  status: "sent",
  attempt_count: 1,
  next_attempt_at: null,
  created_at: "2026-11-20T08:03:11Z",
  ended_at: "2026-11-20T08:03:12Z",
} as const;

const EmailSchema = z
  .object({
    id: z.string(),
    kind: z.enum(EMAIL_KINDS),
    alert_id: z.string().nullable(),
    to: z.string(),
    subject: z.string(),
    status: z.enum(EMAIL_STATUSES).meta({ description: "`sent`: the mail server accepted it." }),
    attempt_count: z.int().min(0),
    next_attempt_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "Email", description: "A mail and its status." });

export const EmailListSchema = z
  .object({
    emails: z.array(EmailSchema),
    ...createPageFields(),
  })
  .meta({
    id: "EmailList",
    description: "Mails of the last 30 days, newest first.",
    examples: [{ emails: [EMAIL_EXAMPLE], total: 1, limit: 50, skip: 0 }],
  });

export const CodeBody = z
  .strictObject({ code: z.string().min(1).max(100).meta({ description: "From the mail." }) })
  .meta({ id: "EmailCode", description: "The code mailed to an address." });

export const AddressBody = z
  .strictObject({ address: z.string().min(1).max(254).meta({ description: "The `notification_email` of an alert." }) })
  .meta({ id: "EmailAddress", description: "The address to confirm." });

export const AddressSchema = z.object({ address: z.string(), status: z.enum(ADDRESS_STATUSES) }).meta({
  id: "EmailAddressStatus",
  description: "Whether alert mails are sent to the address.",
  examples: [{ address: "ann@example.org", status: "confirmed" }],
});

export const QueuedEmailSchema = z.object({ email_id: z.string() }).meta({
  id: "QueuedEmail",
  description: "The mail being sent.",
  examples: [{ email_id: EMAIL_EXAMPLE.id }],
});

export function toWireEmail(email: Email): z.output<typeof EmailSchema> {
  return {
    id: email.id,
    kind: email.kind,
    alert_id: email.alertId,
    to: email.to,
    subject: email.subject,
    status: email.status,
    attempt_count: email.attempts,
    next_attempt_at: formatUtcSecondOrNull(email.nextAttemptAt),
    created_at: formatUtcSecond(email.createdAt),
    ended_at: formatUtcSecondOrNull(email.endedAt),
  };
}
