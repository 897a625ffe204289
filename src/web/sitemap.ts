/** Files for search engines: sitemaps and `robots.txt`. */
import { awaitNextTurn } from "../base/next-turn.ts";
import type { Dataset } from "../publication/dataset/dataset.ts";
import { type Html, html } from "./html.ts";
import type { Links } from "./links.ts";
import type { View, WebFile } from "./page.ts";
import { listPoliticians } from "./politician-list.ts";

/** Maximum URLs per file (sitemaps.org). */
const MAX_ADDRESSES = 50_000;
/** Maximum number of trades per file: each adds its own URL, and the first trade of a filing also adds the filing's URL. */
const TRADES_A_FILE = MAX_ADDRESSES / 2;
/** Number of records processed before other requests get a turn of the event loop. */
const AT_ONCE = 500;
const XML_TYPE = "application/xml; charset=utf-8";

interface SitemapParts {
  readonly links: Links;
  /** Paths of the pages whose path has no parameters. */
  readonly paths: readonly string[];
  /** True if the operator does not want the pages indexed. */
  readonly noIndex: boolean;
}

export function createSearchEngineFiles(parts: SitemapParts): readonly WebFile[] {
  return [
    {
      name: "robots",
      path: "/robots.txt",
      contentType: "text/plain; charset=utf-8",
      render: () => formatRobotsFile(parts),
    },
    {
      name: "sitemap",
      path: "/sitemap.xml",
      contentType: XML_TYPE,
      render: ({ dataset }) => formatSitemap(parts, dataset),
    },
    {
      name: "sitemap",
      path: "/sitemaps/:file",
      contentType: XML_TYPE,
      render: ({ dataset, parameters }: View) => formatSitemapPart(parts, dataset, parameters["file"] ?? ""),
    },
  ];
}

function formatRobotsFile({ links, noIndex }: SitemapParts): Buffer {
  const rules = noIndex
    ? ["Disallow: /"]
    : [
        ...["/api/", "/review"].map((path) => `Disallow: ${links.to(path)}`),
        `Sitemap: ${links.toAbsolute("/sitemap.xml")}`,
      ];
  return Buffer.from(`${["User-agent: *", ...rules].join("\n")}\n`);
}

/** Formats one file with all URLs. If there are too many URLs, formats an index of the files that contain them. */
async function formatSitemap(parts: SitemapParts, dataset: Dataset): Promise<Buffer> {
  const first = await listSubjectPaths(parts, dataset);
  if (first.length + 2 * dataset.tradeCount <= MAX_ADDRESSES) {
    return formatUrlSet(parts, [...first, ...(await listTradeAndFilingPaths(dataset, 0))]);
  }
  const count = Math.ceil(dataset.tradeCount / TRADES_A_FILE);
  const files = ["subjects", ...Array.from({ length: count }, (_, at) => `trades-${at + 1}`)];
  return toXmlBuffer(html`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${files.map((file) => html`<sitemap><loc>${parts.links.toAbsolute(`/sitemaps/${file}.xml`)}</loc></sitemap>\n`)}</sitemapindex>`);
}

async function formatSitemapPart(parts: SitemapParts, dataset: Dataset, file: string): Promise<Buffer | null> {
  if (file === "subjects.xml") return formatUrlSet(parts, await listSubjectPaths(parts, dataset));
  const number = Number(/^trades-([1-9]\d{0,4})\.xml$/.exec(file)?.[1] ?? 0);
  if (number === 0 || (number - 1) * TRADES_A_FILE >= dataset.tradeCount) return null;
  return formatUrlSet(parts, await listTradeAndFilingPaths(dataset, (number - 1) * TRADES_A_FILE));
}

/** Lists the paths of members, securities and industries, and of pages whose path has no parameters. */
async function listSubjectPaths({ paths }: SitemapParts, dataset: Dataset): Promise<string[]> {
  const members = listPoliticians(dataset).map(({ id }) => `/politicians/${encodeURIComponent(id)}`);
  const industries = dataset.facts.listIndustries().map(({ sic }) => `/industries/${sic}`);
  const tickers: string[] = [];
  for (let skip = 0; ; skip += AT_ONCE) {
    const { body, total } = dataset.listTickerPage({}, AT_ONCE, skip);
    const listed = JSON.parse(body.toString("utf8")) as { readonly tickers: readonly { readonly ticker: string }[] };
    tickers.push(...listed.tickers.map(({ ticker }) => `/tickers/${encodeURIComponent(ticker)}`));
    if (skip + AT_ONCE >= total) return [...paths, ...members, ...tickers, ...industries];
    await awaitNextTurn();
  }
}

/** Lists paths of trades from a position in the order of disclosure; each filing's path precedes the path of its first trade. */
async function listTradeAndFilingPaths(dataset: Dataset, from: number): Promise<string[]> {
  const paths: string[] = [];
  const to = Math.min(dataset.tradeCount, from + TRADES_A_FILE);
  for (let position = from; position < to; position += 1) {
    if (position % AT_ONCE === 0) await awaitNextTurn();
    const { id, filingId } = dataset.getSummaryAt(position);
    if (dataset.findTradesOfFiling(filingId)[0] === position) paths.push(`/filings/${filingId}`);
    paths.push(`/trades/${id}`);
  }
  return paths;
}

async function formatUrlSet({ links }: SitemapParts, paths: readonly string[]): Promise<Buffer> {
  const pieces = ['<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'];
  for (const [at, path] of paths.entries()) {
    if (at % AT_ONCE === 0) await awaitNextTurn();
    pieces.push(`<url><loc>${html`${links.toAbsolute(path)}`}</loc></url>`);
  }
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${pieces.join("\n")}\n</urlset>\n`);
}

function toXmlBuffer(content: Html): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${content}\n`);
}
