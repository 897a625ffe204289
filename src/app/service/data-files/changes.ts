/** Compares the `trades.ndjson.gz` files of two dataset versions. */
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";

/** Yields the lines of a gzipped file. Only line feeds end a line: `readline` would also split at U+2028 and U+2029 in JSON. */
export async function* readGzippedLines(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let unfinishedLine = "";
  for await (const piece of createReadStream(path).pipe(createGunzip())) {
    const lines = (unfinishedLine + decoder.decode(piece, { stream: true })).split("\n");
    unfinishedLine = lines.pop() ?? "";
    yield* lines;
  }
  if (unfinishedLine !== "") yield unfinishedLine;
}

/**
 * Yields a line such as `{"change":"added","id":"txn_h20024542_01","trade":{...}}` for each added trade. The line of a changed
 * trade has `"changed"` instead. Lines of added and changed trades follow the newer file's order. Then yields a line such as
 * `{"change":"removed","id":"txn_h20024542_02"}` for each removed trade.
 */
export async function* streamTradeChanges(olderPath: string, newerPath: string): AsyncGenerator<string> {
  const olderLines = new Map<string, string>();
  for await (const line of readGzippedLines(olderPath)) olderLines.set(readTradeId(line), line);
  for await (const line of readGzippedLines(newerPath)) {
    const id = readTradeId(line);
    const olderLine = olderLines.get(id);
    olderLines.delete(id);
    if (olderLine === line) continue;
    const change = olderLine === undefined ? "added" : "changed";
    yield `{"change":"${change}","id":${JSON.stringify(id)},"trade":${line}}\n`;
  }
  for (const id of olderLines.keys()) yield `${JSON.stringify({ change: "removed", id })}\n`;
}

function readTradeId(line: string): string {
  return (JSON.parse(line) as { readonly id: string }).id;
}
