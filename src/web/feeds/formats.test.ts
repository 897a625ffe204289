import assert from "node:assert/strict";
import { test } from "node:test";
import { XMLValidator } from "fast-xml-parser";
import { FEED_FORMATS } from "./formats.ts";

const head = {
  title: "Trades",
  description: "All trades",
  pageUrl: "https://api.example/",
  selfUrl: "https://api.example/feed",
  name: "all",
  dataNotice: null,
  publishedAt: null,
};

function formatFeeds(title: string): ReadonlyMap<string, string> {
  const entry = { id: "filing/h1", url: "https://api.example/h1", title, date: new Date(0), html: `<p>${title}</p>` };
  return new Map(FEED_FORMATS.map(({ name, write }) => [name, write(head, [entry])]));
}

test("a feed is well-formed XML whatever characters a filing has", () => {
  for (const text of ["\u{FFFE}", "\u{FFFF}", "\u0000", "\u0007", "\u001f", "\ud800", "a\udfffb", "]]>"]) {
    const feeds = formatFeeds(`Example ${text} Corp`);
    for (const name of ["Atom", "RSS"]) {
      const xml = feeds.get(name) ?? assert.fail(name);
      assert.equal(XMLValidator.validate(xml), true, `${name} ${JSON.stringify(text)}`);
      assert.doesNotMatch(xml, /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u);
    }
  }
  assert.match(formatFeeds("Münze € 😀").get("RSS") ?? "", /Münze € 😀/);
});

test("an RSS reader does not treat a title's text as markup", () => {
  const rss = formatFeeds("Example <script>alert(1)</script> & Co").get("RSS") ?? "";
  assert.match(rss, /<title><!\[CDATA\[Example &lt;script>alert\(1\)&lt;\/script> & Co\]\]><\/title>/);
});
