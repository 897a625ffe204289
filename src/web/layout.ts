/** The layout of every page: head, skip link, navigation, notices, footer. */
import type { Assets } from "./assets.ts";
import { type Html, html, trustMarkup } from "./html.ts";
import type { Links } from "./links.ts";
import type { Rendered } from "./page.ts";
import { renderNotices } from "./parts/notice.ts";
import { CARD_HEIGHT, CARD_WIDTH } from "./pictures/card.ts";
import type { SiteState } from "./site-state.ts";

const SITE_NAME = "Congress Trades";

export interface Frame {
  readonly links: Links;
  readonly assets: Assets;
  readonly state: SiteState;
}

const NAVIGATION = [
  ["/", "Latest"],
  ["/politicians", "Politicians"],
  ["/performance", "Returns"],
  ["/late", "Late"],
  ["/coverage", "Coverage"],
  ["/data", "Data"],
] as const;

/** The content of a page; an error page has no canonical URL. */
type Framed = Omit<Rendered, "canonical"> & { readonly canonical: string | null };

export function renderLayout(frame: Frame, rendered: Framed): string {
  const { links, state } = frame;
  return `<!doctype html>\n${html`<html lang="en">
<head>
${renderHead(frame, rendered)}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="site">
<a class="brand" href="${links.toLatestTrades()}">${SITE_NAME}</a>
<nav aria-label="Site">${NAVIGATION.map(([path, name]) => renderNavigationLink(links, rendered, path, name))}</nav>
</header>
${renderNotices(state)}
<main id="main" tabindex="-1">
${rendered.main}
</main>
<footer class="site">
<p>By law (5 U.S.C. 13107(c)), reports may not be used for commercial purposes (except by news and communications media), to establish credit ratings, or to solicit money. Amounts are the ranges printed in the filings.</p>
<p><span>Dataset <span class="version">${state.version}</span></span>
<a href="${links.to("/data")}#changes">What changed since yesterday</a> <a href="${links.to("/methodology")}">How the data is made</a>
<a href="${links.to("/docs")}">API</a> <a href="${links.to("/openapi.json")}">OpenAPI document</a>
<a href="${links.to("/health/ready")}">Service status</a></p>
</footer>
</body>
</html>
`}`;
}

function renderHead({ links, assets }: Frame, rendered: Framed): Html {
  const { description, canonical, alternates = [], jsonLd, picture = "/og/site.png" } = rendered;
  const title = rendered.title === SITE_NAME ? SITE_NAME : `${rendered.title} · ${SITE_NAME}`;
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
${
  canonical !== null &&
  html`<link rel="canonical" href="${links.toAbsolute(canonical)}">
<meta property="og:url" content="${links.toAbsolute(canonical)}">
`
}<link rel="icon" type="image/svg+xml" href="${links.to(assets.getPath("icon.svg"))}">
<link rel="icon" type="image/png" sizes="48x48" href="${links.to("/favicon.ico")}">
<link rel="apple-touch-icon" href="${links.to("/apple-touch-icon.png")}">
<link rel="stylesheet" href="${links.to(assets.getPath("style.css"))}">
<script src="${links.to(assets.getPath("script.js"))}" defer></script>
<meta property="og:type" content="website">
<meta property="og:site_name" content="${SITE_NAME}">
<meta property="og:title" content="${rendered.title}">
<meta property="og:description" content="${description}">
<meta property="og:image" content="${links.toAbsolute(picture)}">
<meta property="og:image:width" content="${CARD_WIDTH}">
<meta property="og:image:height" content="${CARD_HEIGHT}">
<meta name="twitter:card" content="summary_large_image">
${alternates.map(
  (each) => html`<link rel="alternate" type="${each.type}" href="${links.to(each.path)}" title="${each.title}">\n`,
)}${jsonLd && html`<script type="application/ld+json">${renderScriptJson(jsonLd)}</script>\n`}`;
}

function renderNavigationLink(links: Links, { canonical }: Framed, path: string, name: string): Html {
  const isCurrent = canonical?.split("?")[0] === path;
  return html`<a href="${links.to(path)}"${isCurrent && html` aria-current="page"`}>${name}</a>`;
}

/** JSON for a `script` element, escaped so that no string in it can close the element. */
function renderScriptJson(value: object): Html {
  return trustMarkup(JSON.stringify(value).replaceAll("<", "\\u003c"));
}
