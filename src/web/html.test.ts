import assert from "node:assert/strict";
import { test } from "node:test";
import { html, trustMarkup } from "./html.ts";

test("escapes values in a template, except existing markup", () => {
  const name = `<b title="a">Tom & Ann's</b>`;
  const escaped = "&lt;b title=&quot;a&quot;&gt;Tom &amp; Ann&#39;s&lt;/b&gt;";
  assert.equal(String(html`<p title="${name}">${name}</p>`), `<p title="${escaped}">${escaped}</p>`);
  assert.equal(String(html`<ul>${html`<li>${"<"}</li>`}</ul>`), "<ul><li>&lt;</li></ul>");
  assert.equal(String(html`${trustMarkup("<hr>")}${html``}`), "<hr>");
});

test("joins lists, prints numbers, and omits null, undefined and booleans", () => {
  const rows = ["a", ["&", [html`<i></i>`]], 0, null, undefined, false, true] as const;
  assert.equal(String(html`[${rows}]`), "[a&amp;<i></i>0]");
  assert.equal(String(html`${1_000.5}${-0}${Number.NaN}`), "1000.50NaN");
});

test("keeps markup unchanged in a plain template string", () => {
  assert.equal(`${html`<b>${"&"}</b>`}`, "<b>&amp;</b>");
});
