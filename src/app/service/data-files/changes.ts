/** Changes of the trades between two versions, from their NDJSON files. */
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";

/** The lines of a compressed text file. Only a line feed ends a line: JSON strings may contain U+2028 and U+2029, which end a line for `readline`. */
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
 * Added and changed trades in the order of the newer file, then the removed ones, one JSON object per line, such as
 * `{"change":"added","id":"txn_h20024542_01","trade":{...}}`; `change` may also be `changed`, or
 * `removed`, which has no `trade`.
 */
export async function* listChangesBetween(olderPath: string, newerPath: string): AsyncGenerator<string> {
  const before = new Map<string, string>();
  for await (const line of readGzippedLines(olderPath)) before.set(readLineId(line), line);
  for await (const line of readGzippedLines(newerPath)) {
    const id = readLineId(line);
    const known = before.get(id);
    before.delete(id);
    if (known === line) continue;
    const change = known === undefined ? "added" : "changed";
    yield `{"change":"${change}","id":${JSON.stringify(id)},"trade":${line}}\n`;
  }
  for (const id of before.keys()) yield `${JSON.stringify({ change: "removed", id })}\n`;
}

function readLineId(line: string): string {
  return (JSON.parse(line) as { readonly id: string }).id;
}
