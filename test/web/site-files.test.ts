/** Files beside the pages: pictures for shared links, icons, and files for search engines. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decode } from "fast-png";
import { startService } from "../contract/service.ts";

const TRADE = "txn_h20999999_01";

test("each subject has a picture that is drawn once and can be revalidated; an unknown subject returns 404", async () => {
  await using service = await startService();
  for (const path of ["site", "politicians/X000001", "tickers/AAPL", `trades/${TRADE}`]) {
    const { status, headers, bytes } = await service.ask(`/og/${path}.png`);
    assert.equal(status, 200, path);
    assert.equal(headers["content-type"], "image/png");
    assert.equal(decode(bytes).width, 1200);
    const again = await service.ask(`/og/${path}.png`, { headers: { "if-none-match": String(headers.etag) } });
    assert.equal(again.status, 304);
  }
  for (const path of ["politicians/Z000000.png", "tickers/ZZZZZ.png", "trades/txn_h1_01.png", "tickers/AAPL"]) {
    assert.equal((await service.ask(`/og/${path}`)).status, 404, path);
  }
});

test("a page links its picture, icons and canonical URL, even below a proxy's prefix", async () => {
  await using service = await startService({ baseUrl: "https://data.example/congress/api/v1" });
  const { text } = await service.ask("/", { headers: { accept: "text/html" } });
  assert.match(text, /<meta property="og:image" content="https:\/\/data\.example\/congress\/og\/site\.png">/);
  assert.match(text, /<link rel="canonical" href="https:\/\/data\.example\/congress\/">/);
  assert.match(text, /<link rel="icon" type="image\/png" sizes="48x48" href="\/congress\/favicon\.ico">/);
  for (const [path, width] of [
    ["/favicon.ico", 48],
    ["/apple-touch-icon.png", 180],
  ] as const) {
    assert.equal(decode((await service.ask(path)).bytes).width, width);
  }
});

test("the sitemap lists every subject by its public URL, and robots.txt lists the sitemap", async () => {
  await using service = await startService();
  const { text } = await service.ask("/sitemap.xml");
  for (const path of ["/", "/politicians/X000001", "/tickers/AAPL", `/trades/${TRADE}`, "/filings/h20999999"]) {
    assert.ok(text.includes(`<loc>https://api.example${path}</loc>`), path);
  }
  assert.equal(new Set(text.match(/<loc>.*?<\/loc>/g)).size, text.match(/<loc>/g)?.length);
  const robots = await service.ask("/robots.txt");
  assert.match(robots.text, /^User-agent: \*\nDisallow: \/api\/\n.*Sitemap: https:\/\/api\.example\/sitemap\.xml\n$/s);
  assert.equal(robots.headers["x-robots-tag"], undefined);
  assert.equal((await service.ask("/sitemaps/trades-2.xml")).status, 404);
  assert.equal((await service.ask("/sitemaps/trades-1.xml")).status, 200);
});

test("an instance hidden from search engines says so in every response", async () => {
  await using service = await startService({ noIndex: true });
  const robots = await service.ask("/robots.txt");
  assert.equal(robots.text, "User-agent: *\nDisallow: /\n");
  for (const path of ["/robots.txt", "/", "/api/v1/coverage", "/nowhere"]) {
    assert.equal((await service.ask(path)).headers["x-robots-tag"], "noindex, nofollow", path);
  }
});

test("llms.txt links only to existing pages, and starts with its title and summary", async () => {
  await using service = await startService({ dataNotice: "Fictional data." });
  const { status, text, headers } = await service.ask("/llms.txt");
  assert.equal(status, 200);
  assert.equal(headers["content-type"], "text/plain; charset=utf-8");
  assert.match(text, /^# Congress Trades\n\n> .+\n\nFictional data\.\n\n- /);
  const links = [...text.matchAll(/\]\(https:\/\/api\.example(\/[^)]*)\)/g)].map(([, path]) => path as string);
  assert.ok(links.length >= 10);
  for (const path of links) assert.equal((await service.ask(path)).status, 200, path);
});
