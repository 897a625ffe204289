import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { decode } from "fast-png";
import { type Card, renderCardSvg } from "./card.ts";
import { drawPng } from "./png.ts";

const execute = promisify(execFile);

const CARD: Card = {
  title: "Purchase of Sample Widgets Inc.",
  subtitle: "María Lanternby · House",
  party: "Democrat",
  facts: [{ label: "amount", value: "$1,001 - $15,000" }],
  range: { lowUsd: 1001, highUsd: 15_000 },
  notice: null,
};

test("draws a card in the Open Graph size, with identical bytes for identical content", async () => {
  const [one, other] = await Promise.all([drawPng(renderCardSvg(CARD)), drawPng(renderCardSvg(CARD))]);
  const { width, height } = decode(one);
  assert.deepEqual([width, height], [1200, 630]);
  assert.deepEqual(one, other);
});

test("filing text is not markup, control and direction characters are left out, and long titles are cut", async () => {
  const hostile = `</text><script>alert("1")</script>\u0000\u202e\ud800 ${"very long ".repeat(500)}`;
  const svg = renderCardSvg({ ...CARD, title: hostile, subtitle: hostile });
  assert.doesNotMatch(svg, /<script|\u0000|\u202e|\ud800/);
  assert.ok(svg.length < 4000);
  assert.ok((await drawPng(svg)).length > 1000);
});

test("marks every card with fictional data as fictional", () => {
  assert.match(renderCardSvg({ ...CARD, notice: "Made up." }), /FICTIONAL sample data/);
  assert.doesNotMatch(renderCardSvg(CARD), /FICTIONAL/);
});

test("a drawing thread that cannot start fails the picture with its reason, and the process goes on", async () => {
  // The hook makes the library that draws impossible to find, as while an update replaces `node_modules`.
  const hook = `import { registerHooks } from "node:module";
    registerHooks({ resolve(name, context, next) {
      if (name === "@resvg/resvg-js") throw new Error("the library is gone");
      return next(name, context);
    } });`;
  const program = `import(${JSON.stringify(new URL("png.ts", import.meta.url).href)}).then(async ({ drawPng }) => {
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const results = await Promise.allSettled([drawPng("<svg/>"), drawPng("<svg/>")]);
      console.log(results.map(({ reason }) => reason?.message).join(", "));
    }
  })`;
  const { stdout } = await execute(process.execPath, [
    ...["--import", `data:text/javascript,${encodeURIComponent(hook)}`],
    ...["--eval", program],
  ]);
  assert.equal(stdout, "the library is gone, the library is gone\n".repeat(2));
});
