/** Responses of the review pages: never cached and not indexed. */
import { HTML_TYPE } from "../../http/media-types.ts";
import { CACHE_CONTROL } from "../../http/response/caching.ts";
import type { Answer } from "../../http/route.ts";
import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { PAGE_HEADERS } from "../security-policy.ts";

const HEADERS = [...PAGE_HEADERS, "X-Robots-Tag", "noindex"];

export const FORM_OF_OTHER_SESSION =
  "The form that you sent belongs to another session, so nothing was decided. This form has what you typed: check it and send it.";

type Status = Exclude<Answer["status"], undefined>;

/** @param headers headers in addition to those of all review pages. */
export function createReviewPageAnswer(
  frame: Frame,
  status: Status,
  document: ReviewDocument,
  headers: readonly string[] = [],
): Answer {
  return createPrivateAnswer(renderReviewLayout(frame, document), HTML_TYPE, status, headers);
}

export function createMessageAnswer(
  frame: Frame,
  status: Status,
  title: string,
  text: string,
  pageHeader: ReviewDocument["pageHeader"] = null,
): Answer {
  const main = html`<h1>${title}</h1>
<p><bdi>${text}</bdi></p>
<p><a href="${frame.links.to("/review")}">Waiting items</a></p>`;
  return createReviewPageAnswer(frame, status, { title, main, pageHeader });
}

/** Redirects to a page loaded with GET (RFC 9110 section 15.4.4). A reload thus does not submit the form again. */
export function createSeeOther(location: string, headers: readonly string[] = []): Answer {
  return createPrivateAnswer(Buffer.alloc(0), HTML_TYPE, 303, ["Location", location, ...headers]);
}

export function createPictureAnswer(png: Uint8Array): Answer {
  return createPrivateAnswer(Buffer.from(png.buffer, png.byteOffset, png.byteLength), "image/png", 200, []);
}

function createPrivateAnswer(body: Buffer, contentType: string, status: Status, headers: readonly string[]): Answer {
  return {
    status,
    body,
    contentType,
    cacheControl: CACHE_CONTROL.none,
    etag: null,
    headers: [...HEADERS, ...headers],
    uncompressed: true,
  };
}

interface ReviewDocument {
  readonly title: string;
  readonly main: Html;
  /** The reviewer in the header, with the logout form. Null shows neither: nobody is logged in, or the page is a message that omits them. */
  readonly pageHeader: { readonly author: string; readonly formToken: string } | null;
}

/** The layout of the review pages, which is separate from the public one. */
function renderReviewLayout({ links, assets, state }: Frame, { title, main, pageHeader }: ReviewDocument): Buffer {
  const document = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Review</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${links.to(assets.getPath("icon.svg"))}">
<link rel="stylesheet" href="${links.to(assets.getPath("style.css"))}">
<link rel="stylesheet" href="${links.to(assets.getPath("review.css"))}">
</head>
<body class="review">
<a class="skip" href="#main">Skip to content</a>
<header class="site">
<a class="brand" href="${links.to("/review")}">Review</a>
<nav aria-label="Review"><a href="${links.to("/review")}" accesskey="q">Waiting items</a> <a href="${links.to("/review/identities")}">Merged members</a> <a href="${links.to("/")}">The site</a></nav>
${
  pageHeader !== null &&
  html`<form class="log-out" method="post" action="${links.to("/review/logout")}">
<input type="hidden" name="token" value="${pageHeader.formToken}"><span class="author">${pageHeader.author}</span>
<button>Log out</button>
</form>`
}</header>
${state.dataNotice !== null && html`<p class="notice demo" role="note">${state.dataNotice}</p>`}
<main id="main" tabindex="-1">
${main}
</main>
</body>
</html>
`;
  return Buffer.from(`<!doctype html>\n${document}`);
}
