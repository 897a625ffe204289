import assert from "node:assert/strict";
import { test } from "node:test";
import { describeProgress, showProgress, toSourceWorkProgress } from "./progress.ts";
import { formatRunMessages, toLoopbackUrl } from "./serve.ts";

const house = {
  source: "house-clerk",
  known: 581,
  done: 120,
  rejectedLines: 3,
  notFetched: 0,
  waitingFor: null,
  error: null,
} as const;

/** Creates a stream that collects its output. `isTTY` selects a progress bar or log lines. */
function createStream(isTTY: boolean) {
  const written: string[] = [];
  return {
    written,
    stream: { isTTY, columns: 200, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream,
  };
}

test("a progress line shows documents done out of known, rate, time left and rejected lines", () => {
  assert.equal(
    describeProgress(toSourceWorkProgress(house), 5),
    "house-clerk 120 of 581 documents, 24.0/s, 20 s left, 3 lines rejected",
  );
  assert.equal(
    describeProgress(toSourceWorkProgress({ ...house, known: 9000, done: 1000 }), 1000),
    "house-clerk 1000 of 9000 documents, 1.0/s, 2.2 h left, 3 lines rejected",
  );
});

test("redraws a progress bar on a terminal, and logs progress events if the output is not a terminal", () => {
  for (const terminal of [true, false]) {
    let now = 0;
    const { written, stream: to } = createStream(terminal);
    const show = showProgress(to, () => now);
    show.update([toSourceWorkProgress({ ...house, done: 0 })]);
    now = 5000;
    show.update([toSourceWorkProgress(house)]);
    show.end();
    const text = written.join("");
    assert.equal(text.includes("["), terminal);
    assert.equal(text.includes("\u001b["), terminal);
    assert.match(text, /120 of 581 documents/);
    if (terminal) continue;
    const events = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string; level: number; done: number });
    assert.ok(events.every(({ event, level }) => event === "progress" && level === 30));
    assert.equal(events.at(-1)?.done, 120);
  }
});

/** Renders the screen after this output. Supports only the escape sequences that the progress bar uses. */
function renderScreen(text: string): string[] {
  const lines: string[] = [""];
  let [row, column] = [0, 0];
  for (const [part] of text.matchAll(/\u001b\[(\d*)[A-Z]|[\s\S]/g)) {
    const up = /^\u001b\[(\d+)F$/.exec(part);
    if (up) [row, column] = [row - Number(up[1]), 0];
    else if (part === "\u001b[0J") lines.splice(row, lines.length, (lines[row] ?? "").slice(0, column));
    else if (part === "\u001b[2K") lines[row] = "";
    else if (part === "\r") column = 0;
    else if (part === "\n") [row, column] = [row + 1, 0];
    else {
      const line = lines[row] ?? "";
      lines[row] = line.slice(0, column).padEnd(column) + part + line.slice(column + 1);
      column += 1;
    }
    lines[row] ??= "";
  }
  return lines;
}

test("other output stays on the screen above the progress bar", () => {
  let now = 0;
  const { written, stream: to } = createStream(true);
  const show = showProgress(to, () => (now += 1000));
  const sources = [toSourceWorkProgress(house), toSourceWorkProgress({ ...house, source: "senate-efd" })];
  show.update(sources);
  show.clear();
  written.push("Open http://localhost:3000/ in a browser.\n");
  show.update(sources);
  written.push("\u001b[0J\n  From a filing to a receiver\n  Press Enter\n");
  show.update(sources);
  show.update(sources);
  show.end();
  written.push("house-clerk: read 581.\n");
  const screen = renderScreen(written.join(""));
  assert.deepEqual(
    screen.map((line) => line.replace(/^\[[#-]+\] (\S+) .*$/, "bar of $1")),
    [
      "Open http://localhost:3000/ in a browser.",
      "",
      "  From a filing to a receiver",
      "  Press Enter",
      "bar of house-clerk",
      "bar of senate-efd",
      "house-clerk: read 581.",
      "",
    ],
  );
});

test("suggests the demo once if no source could be reached, else reports each source's result", () => {
  const unreached = { ...house, done: 0, known: 0, error: { code: "network", message: "No answer." } } as const;
  const again = new Date("2026-11-20T06:31:30Z");
  assert.match(
    formatRunMessages([unreached], again).join("\n"),
    /No source could be reached\. Next attempt at 06:31 UTC[\s\S]*npm run demo/,
  );
  assert.deepEqual(formatRunMessages([unreached], again, true), [
    "No source could be reached. Next attempt at 06:31 UTC.",
  ]);
  assert.deepEqual(formatRunMessages([unreached, { ...house, source: "senate-efd" }], again), [
    "house-clerk could not be read: No answer. Next attempt at 06:31 UTC.",
    "senate-efd: read 120 of 581 new documents, 3 lines rejected.",
  ]);
});

test("prints addresses that open in a browser", () => {
  for (const [url, printed] of [
    ["http://127.0.0.1:3000/api/v1", "http://127.0.0.1:3000/api/v1"],
    ["http://0.0.0.0:8080/api/v1", "http://127.0.0.1:8080/api/v1"],
    ["http://[::]:3000/api/v1", "http://127.0.0.1:3000/api/v1"],
    ["http://[::1]:3000/api/v1", "http://[::1]:3000/api/v1"],
    ["http://192.0.2.7:3000/api/v1", "http://192.0.2.7:3000/api/v1"],
  ] as const) {
    assert.equal(toLoopbackUrl(url), printed);
  }
});
