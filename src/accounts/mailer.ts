/** Sends queued alert mails from the serving process, with retries, once the transaction that queued them is committed. */
import { createTransport } from "nodemailer";
import { escapeHtml } from "../base/escape-html.ts";
import type { Logger } from "../base/log.ts";
import type { EmailTable, QueuedEmail } from "../store/premium/emails.ts";

interface MailerOptions {
  readonly emails: Pick<EmailTable, "claimDue" | "markSent" | "markFailed">;
  /** `smtp://user:password@host:587` or `smtps://...`. */
  readonly smtpUrl: string;
  readonly from: string;
  /** Builds the unsubscribe link of a mail from the token of the recipient's address. */
  readonly unsubscribeUrl: (token: string) => string;
  readonly log: Logger;
}

export interface Mailer {
  /** Call when mails may have been queued. */
  wake(): void;
  /** Stops sending mails; resolves once the attempt in progress has ended. */
  stop(): Promise<void>;
}

const AT_ONCE = 20;
const LOOK_EVERY_MS = 30_000;
const TIMEOUT_MS = 20_000;
const MINUTE_MS = 60_000;
/** Wait after each failed attempt. If the last attempt fails, the mail is dropped; its event and the alert's match are kept. */
const RETRY_AFTER_MS = [1, 5, 30, 120, 360, 720].map((minutes) => minutes * MINUTE_MS);

export function startMailer({ emails, smtpUrl, from, unsubscribeUrl, log }: MailerOptions): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mail text comes from filings. The text must not be able to make the library read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  let stopped = false;
  let isWakeRequested = false;
  let sending: Promise<void> | undefined;

  const sendDueMails = async (): Promise<void> => {
    do {
      isWakeRequested = false;
      const due = await emails.claimDue(AT_ONCE, new Date());
      for (const { id, to, subject, attempts, unsubscribeToken: token, ...content } of due) {
        if (stopped) return;
        try {
          await transport.sendMail({
            from,
            to,
            subject,
            ...addUnsubscribeLink(content, token && unsubscribeUrl(token)),
          });
        } catch (error) {
          const retryAfterMs = RETRY_AFTER_MS[attempts];
          const { message } = error as Error;
          log.warn({ email: id, attempt: attempts + 1, retryAfterMs: retryAfterMs ?? null, message }, "a mail failed");
          await emails.markFailed(
            id,
            retryAfterMs === undefined ? null : new Date(Date.now() + retryAfterMs),
            new Date(),
          );
          continue;
        }
        await emails.markSent(id, new Date());
        log.info({ email: id, attempt: attempts + 1 }, "a mail was sent");
      }
      if (due.length === AT_ONCE) isWakeRequested = true;
    } while (isWakeRequested && !stopped);
  };

  const wake = (): void => {
    if (stopped) return;
    isWakeRequested = true;
    sending ??= sendDueMails()
      .catch((error: unknown) => log.error({ err: error }, "queued mails could not be sent"))
      .finally(() => {
        sending = undefined;
      });
  };

  const timer = setInterval(wake, LOOK_EVERY_MS);
  timer.unref();
  wake();
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await sending;
      transport.close();
    },
  };
}

/** Adds the unsubscribe link to the body, and as a header for the mail program's own button (RFC 8058). */
function addUnsubscribeLink({ text, html }: Pick<QueuedEmail, "text" | "html">, url: string | null) {
  const headers = { "Auto-Submitted": "auto-generated" };
  if (url === null) return { text, ...(html !== null && { html: wrapInHtmlDocument(html) }), headers };
  const link = `<p><a href="${escapeHtml(url)}">Unsubscribe this address from alerts</a></p>`;
  return {
    text: `${text}\nUnsubscribe this address from alerts: ${url}\n`,
    ...(html !== null && { html: wrapInHtmlDocument(html + link) }),
    headers: { ...headers, "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

function wrapInHtmlDocument(content: string): string {
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"></head><body>${content}</body></html>\n`;
}
