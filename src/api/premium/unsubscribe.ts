/** Unsubscribes an address from alert e-mails: a page with a button, and the URL to which mail programs post (RFC 8058). */
import { NotFoundError } from "../../base/errors.ts";
import { escapeHtml } from "../../base/escape-html.ts";
import { HTML_TYPE } from "../../http/media-types.ts";
import { NoQuery } from "../../http/request/page-query.ts";
import { CACHE_CONTROL } from "../../http/response/caching.ts";
import { type Answer, createPublicRoute, type PathParameters, type Route } from "../../http/route.ts";
import type { EmailTable } from "../../store/premium/emails.ts";

const PATH = "/unsubscribe";

export function buildUnsubscribeUrl(baseUrl: string, token: string): string {
  return `${baseUrl}${PATH}/${token}`;
}

export function createUnsubscribeRoutes(emails: Pick<EmailTable, "findAddress" | "unsubscribe">): readonly Route[] {
  const findAddress = async ({ token = "" }: PathParameters) => {
    const address = await emails.findAddress(token);
    if (address === undefined) throw new NotFoundError("not_found", "Unknown unsubscribe link.");
    return { token, address };
  };
  return [
    createPublicRoute({
      name: "unsubscribe_page",
      path: `${PATH}/:token`,
      unknownParameters: "ignored",
      query: NoQuery,
      description: null,
      answer: async (parameters) => {
        const { address } = await findAddress(parameters);
        return createUnsubscribePage(
          `<p>Alert e-mails go to <strong>${escapeHtml(address)}</strong>.</p>\n<form method="post"><button>Unsubscribe</button></form>`,
        );
      },
    }),
    // One-click unsubscribe (RFC 8058), for anyone who has the e-mail.
    createPublicRoute({
      name: "unsubscribe",
      path: `${PATH}/:token`,
      method: "POST",
      unknownParameters: "ignored",
      query: NoQuery,
      description: null,
      answer: async (parameters, _query, { wallMs }) => {
        const { token, address } = await findAddress(parameters);
        await emails.unsubscribe(token, new Date(wallMs));
        return createUnsubscribePage(
          `<p>Unsubscribed: <strong>${escapeHtml(address)}</strong> gets no more alert e-mails.</p>`,
        );
      },
    }),
  ];
}

function createUnsubscribePage(content: string): Answer {
  return {
    body: Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Alert e-mails</title>
</head>
<body>
<main>
<h1>Alert e-mails</h1>
${content}
</main>
</body>
</html>
`),
    contentType: HTML_TYPE,
    cacheControl: CACHE_CONTROL.none,
    etag: null,
    headers: ["Content-Security-Policy", "default-src 'none'; form-action 'self'; frame-ancestors 'none'"],
  };
}
