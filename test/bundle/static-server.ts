/** A plain file server with ranges, which misbehaves where it is told to. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import type { TestContext } from "node:test";

export type Misbehaviour = "no-ranges" | "silent" | "dripping" | "endless" | "cut";

export interface StaticServer {
  readonly url: string;
  /** Names of the files that were asked for. */
  readonly asked: string[];
  /** Files whose name begins so are answered in this way. */
  readonly misbehave: Map<string, Misbehaviour>;
}

export async function serveFolder(t: TestContext, folder: string): Promise<StaticServer> {
  const asked: string[] = [];
  const misbehave = new Map<string, Misbehaviour>();
  const server = createServer(async (request, response) => {
    const name = basename(request.url ?? "");
    asked.push(name);
    const way = [...misbehave].find(([start]) => name.startsWith(start))?.[1];
    if (way === "silent") return;
    if (way === "endless") return endless(response);
    if (way === "dripping") return dripping(response);
    const bytes = await readFile(join(folder, name)).catch(() => null);
    if (bytes === null) return void response.writeHead(404).end();
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    const body = from === undefined || way === "no-ranges" ? bytes : bytes.subarray(Number(from), Number(to) + 1);
    response.writeHead(body === bytes && way === "no-ranges" ? 200 : from === undefined ? 200 : 206, {
      "content-length": String(body.length),
    });
    if (way !== "cut") return void response.end(body);
    response.write(body.subarray(0, body.length >> 1), () => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bundle`, asked, misbehave };
}

/** A byte now and then: never silent for long, and never done. */
function dripping(response: ServerResponse): void {
  response.writeHead(206);
  const timer = setInterval(() => response.write("x"), 50);
  response.on("close", () => clearInterval(timer));
}

function endless(response: ServerResponse): void {
  const block = Buffer.alloc(1 << 16, "x");
  const more = () => {
    while (!response.destroyed && response.write(block));
  };
  response.writeHead(200);
  response.on("drain", more);
  more();
}
