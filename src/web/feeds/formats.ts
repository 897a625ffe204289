/** Writes a feed as Atom (RFC 4287), RSS 2.0 or JSON Feed 1.1, all from the same entries. */
import { Feed } from "feed";
import { html } from "../html.ts";
import type { FeedEntry } from "./entries.ts";

export interface FeedHead {
  readonly title: string;
  readonly description: string;
  /** URL of the page with the same content. */
  readonly pageUrl: string;
  readonly selfUrl: string;
  /** Stable name from which the feed's id is built. */
  readonly name: string;
  readonly dataNotice: string | null;
  /** Publication time of the dataset, used as update time of a feed without entries. */
  readonly publishedAt: Date | null;
}

export interface FeedFormat {
  /** Extension appended to the feed's path, with its dot. */
  readonly ending: string;
  readonly name: string;
  readonly mediaType: string;
  readonly write: (head: FeedHead, entries: readonly FeedEntry[]) => string;
}

export const FEED_FORMATS: readonly FeedFormat[] = [
  {
    ending: ".atom",
    name: "Atom",
    mediaType: "application/atom+xml",
    // Titles in Atom are written as HTML.
    write: (head, entries) => replaceInvalidXml(createFeed(head, entries, (title) => String(html`${title}`)).atom1()),
  },
  {
    ending: ".rss",
    name: "RSS",
    mediaType: "application/rss+xml",
    // RSS does not say whether a title is text or HTML. Filers' text must not become a tag in readers that treat it as HTML.
    write: (head, entries) =>
      replaceInvalidXml(createFeed(head, entries, (title) => title.replaceAll("<", "&lt;")).rss2()),
  },
  { ending: ".feed.json", name: "JSON Feed", mediaType: "application/feed+json", write: formatJsonFeed },
];

/** Characters not allowed in XML 1.0 (section 2.2), including lone surrogates; character references for them are not allowed either. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

function replaceInvalidXml(xml: string): string {
  return xml.replace(NOT_IN_XML, "\u{FFFD}");
}

const AUTHOR = "Congress Trades";

function createFeed(head: FeedHead, entries: readonly FeedEntry[], formatTitle: (title: string) => string): Feed {
  const { title, pageUrl, selfUrl, name } = head;
  const feed = new Feed({
    id: buildId(head, name),
    title,
    description: formatDescription(head),
    link: pageUrl,
    feed: selfUrl,
    language: "en",
    author: { name: AUTHOR },
    generator: false,
    updated: findUpdateTime(head, entries),
  });
  for (const entry of entries) {
    feed.addItem({
      id: buildId(head, entry.id),
      title: formatTitle(entry.title),
      link: entry.url,
      date: entry.date,
      published: entry.date,
      content: entry.html,
    });
  }
  return feed;
}

/** Formats JSON Feed 1.1 without the library, which supports only version 1. */
function formatJsonFeed(head: FeedHead, entries: readonly FeedEntry[]): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: head.title,
    home_page_url: head.pageUrl,
    feed_url: head.selfUrl,
    description: formatDescription(head),
    language: "en",
    authors: [{ name: AUTHOR }],
    items: entries.map(({ id, title, url, date, html: content }) => ({
      id: buildId(head, id),
      url,
      title,
      content_html: content,
      date_published: date.toISOString(),
    })),
  });
}

function formatDescription({ description, dataNotice }: FeedHead): string {
  return dataNotice === null ? description : `${dataNotice} ${description}`;
}

/** Date of the newest entry, so that a publication that changes no entry leaves the feed's bytes unchanged. */
function findUpdateTime({ publishedAt }: FeedHead, entries: readonly FeedEntry[]): Date {
  const newest = Math.max(...entries.map(({ date }) => date.getTime()));
  return Number.isFinite(newest) ? new Date(newest) : (publishedAt ?? new Date(0));
}

/** Year in the ids of feeds and entries (RFC 4151). It must never change, as ids must stay stable. */
const IDS_SINCE = 2026;

/** The id of an entry or a feed from its stable name: a `tag:` URI of our host, without the port. */
function buildId({ selfUrl }: FeedHead, name: string): string {
  return `tag:${new URL(selfUrl).hostname},${IDS_SINCE}:${name}`;
}
