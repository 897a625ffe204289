/** Alert e-mails: their delivery status, and the confirmation of addresses. */
import { createHash, randomBytes, randomInt } from "node:crypto";
import { composeConfirmationMail } from "../../accounts/alerts/mail-text.ts";
import { LimitError } from "../../base/errors.ts";
import type { Account } from "../../domain/premium.ts";
import { createPremiumEndpoint } from "../../http/credentials/premium-endpoint.ts";
import { PageQuery } from "../../http/request/page-query.ts";
import { createJsonAnswer } from "../../http/response/json-answer.ts";
import type { PremiumRoute } from "../../http/route.ts";
import { createConflictError, createPagedAnswer } from "./answers.ts";
import {
  AddressBody,
  AddressSchema,
  CodeBody,
  EmailListSchema,
  QueuedEmailSchema,
  toWireEmail,
} from "./email-schema.ts";
import type { PremiumContext } from "./parts.ts";

const PATH = "/premium/emails";
/** Crockford's base 32, as in ids: it has no look-alike characters. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_CHARACTERS = 16;
const TOKEN_BYTES = 24;
const MAX_ALERTS = 100;

export function createEmailRoutes(context: PremiumContext): readonly PremiumRoute[] {
  const { tables, baseUrl } = context;
  return [
    createPremiumEndpoint({
      name: "emails",
      path: PATH,
      query: PageQuery,
      description: {
        summary: "Mails",
        description: "The account's mails, each with its status.",
        response: EmailListSchema,
        headers: ["Link"],
        problems: ["invalid_parameter"],
      },
      answer: async ({ account, query: page }) => {
        const { rows, total } = await tables.emails.list(account.id, page);
        return createPagedAnswer({ emails: rows.map(toWireEmail) }, total, page, baseUrl + PATH);
      },
    }),
    createPremiumEndpoint({
      name: "email_confirm",
      path: `${PATH}/confirm`,
      method: "POST",
      body: CodeBody,
      description: {
        summary: "Confirm an address",
        description: "From then on, alert mails go to it.",
        response: AddressSchema,
        problems: ["conflict"],
      },
      answer: async ({ account, body, at }) => {
        const address = await tables.emails.confirm(account.id, hashEmailCode(body.code.trim().toUpperCase()), at);
        if (address === undefined) {
          throw createConflictError("Unknown or expired code. A code is valid for 3 days, or until another is sent.");
        }
        return createJsonAnswer({ address, status: "confirmed" });
      },
    }),
    createPremiumEndpoint({
      name: "email_ask",
      path: `${PATH}/confirmations`,
      method: "POST",
      body: AddressBody,
      description: {
        summary: "Send a confirmation code",
        description: "Mails a new code to an alert's address, at most 3 times a day.",
        response: QueuedEmailSchema,
        status: 202,
        problems: ["conflict", "limit_reached"],
      },
      answer: async ({ account, body: { address }, at }) => {
        const { rows } = await tables.alerts.list(account.id, null, { limit: MAX_ALERTS, skip: 0 });
        if (!context.mails || !rows.some((alert) => alert.notificationEmail === address)) {
          throw createConflictError("No alert of the account is sent to this address.");
        }
        const id = await sendConfirmation(context, account, address, false, at);
        if (id === null) throw createConflictError("The address is already confirmed.");
        return createJsonAnswer({ email_id: id }, { status: 202 });
      },
    }),
  ];
}

/** Sends a confirmation mail to an address new to the account; beyond the daily limit, sends none and leaves it unconfirmed. */
export async function sendFirstConfirmation(
  context: PremiumContext,
  account: Account,
  address: string | null,
  at: Date,
): Promise<void> {
  if (address === null || !context.mails) return;
  try {
    await sendConfirmation(context, account, address, true, at);
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
  }
}

async function sendConfirmation(
  { tables, wake, baseUrl }: PremiumContext,
  account: Account,
  address: string,
  onlyFirst: boolean,
  at: Date,
): Promise<string | null> {
  const code = Array.from({ length: CODE_CHARACTERS }, () => DIGITS[randomInt(DIGITS.length)]).join("");
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const mail = composeConfirmationMail(account.name, code, baseUrl);
  const confirmation = { codeDigest: hashEmailCode(code), token, mail, onlyFirst };
  const id = await tables.emails.askToConfirm(account.id, address, confirmation, at);
  if (id !== null) wake();
  return id;
}

function hashEmailCode(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
