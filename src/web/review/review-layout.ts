/** The frame of the pages for review: apart from the site's, since nothing of it is for the public. */
import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";

export interface ReviewDocument {
  readonly title: string;
  readonly main: Html;
  /** Null where nobody is logged in. */
  readonly reviewer: { readonly author: string; readonly formToken: string } | null;
}

export function reviewLayout({ links, assets, state }: Frame, { title, main, reviewer }: ReviewDocument): Buffer {
  const document = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Review</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${links.to(assets.pathOf("icon.svg"))}">
<link rel="stylesheet" href="${links.to(assets.pathOf("style.css"))}">
<link rel="stylesheet" href="${links.to(assets.pathOf("review.css"))}">
</head>
<body class="review">
<a class="skip" href="#main">Skip to the content</a>
<header class="site">
<a class="brand" href="${links.to("/review")}">Review</a>
<nav aria-label="Review"><a href="${links.to("/review")}" accesskey="q">What waits</a> <a href="${links.to("/")}">The site</a></nav>
${
  reviewer !== null &&
  html`<form class="log-out" method="post" action="${links.to("/review/logout")}">
<input type="hidden" name="token" value="${reviewer.formToken}"><span class="author">${reviewer.author}</span>
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
