import { escaped } from "../http/html.ts";
import { PROJECT_PAGE } from "../http/problems.ts";

/** `/`: says in plain HTML what this is and where to go. Takes the base as configured, e.g. `https://api.example/api/v1`, and the symbol that trades name most. */
export function frontPage(baseUrl: string, dataNotice: string | null, topTicker: string | null): Buffer {
  const base = escaped(baseUrl);
  // The page works below a proxy's prefix and under any host.
  const root = escaped(new URL(baseUrl).pathname.replace(/\/api\/v1$/, ""));
  const example = (path: string) => `<li><a href="${base}${path}"><code>GET ${path}</code></a></li>`;
  const symbol = encodeURIComponent(topTicker ?? "AAPL");
  const notice = dataNotice === null ? "" : `<p role="note"><strong>${escaped(dataNotice)}</strong></p>\n`;
  return Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Congressional trading data</title>
<style>
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem }
</style>
</head>
<body>
<main>
<h1>Congressional trading data</h1>
${notice}<p>Stock trades disclosed by members of the U.S. Senate and House, read from the official filings, and market data, as JSON.
No key is needed: 20 requests in any minute.</p>
<h2>Endpoints</h2>
<ul>
${example("/trades/recent/list")}
${example("/politicians/")}
${example(`/market-data/public/quote/${symbol}`)}
${example(`/market-data/public/historical/${symbol}`)}
</ul>
<h2>More</h2>
<ul>
<li><a href="${root}/docs">Documentation</a> and its <a href="${root}/openapi.json">OpenAPI document</a></li>
<li><a href="${root}/health/ready">State of the service</a></li>
<li><a href="${PROJECT_PAGE}">Project</a></li>
</ul>
<p>Reports may not be used for commercial purposes other than by news and communications media, nor to establish credit
ratings or to solicit money (5 U.S.C. 13107(c)).</p>
</main>
</body>
</html>
`);
}
