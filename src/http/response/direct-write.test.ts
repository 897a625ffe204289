import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { after, test } from "node:test";
import { canWriteDirectly, writeDirectly } from "./direct-write.ts";

const HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: keep-alive\r\n\r\n";
const ended: string[] = [];
const server = createServer((request, response) => {
  response.on("close", () => ended.push(`${request.url} ${response.statusCode} ${response.headersSent}`));
  const respond = () => {
    const text = `${request.url}---`.slice(0, 4);
    if (canWriteDirectly(response)) writeDirectly(response, 200, HEAD, Buffer.from(text));
    else respondPlain(response, text);
  };
  if (request.url === "/slow") setTimeout(respond, 50);
  else respond();
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
after(() => server.close());

function respondPlain(response: ServerResponse, text: string): void {
  response.writeHead(200, { "Content-Length": text.length, "X-Plain": "yes" }).end(text);
}

/** Returns everything the server sends before it closes the connection, as the last request asks it to. */
async function readAll(requests: string): Promise<string> {
  const address = server.address();
  const socket = connect(typeof address === "object" && address ? address.port : 0, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  socket.write(requests);
  await once(socket, "close");
  return text;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const LAST = "GET /end HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

test("sends head and body in one write, and the response ends as usual", async () => {
  ended.length = 0;
  const text = await readAll(get("/one") + LAST);
  assert.ok(text.startsWith(`${HEAD}/oneHTTP/1.1 200 OK\r\n`), text);
  assert.equal(ended[0], "/one 200 true");
});

test("pipelined requests are answered in order, however each response is written", async () => {
  const text = await readAll(get("/slow") + get("/two") + get("/abc") + LAST);
  assert.deepEqual(text.match(/\/(slo|two|abc|end)/g), ["/slo", "/two", "/abc", "/end"]);
});

test("Node itself answers HTTP/1.0 clients, HEAD requests and the last request of a connection", async () => {
  for (const request of ["GET /one HTTP/1.0\r\n\r\n", `HEAD /one HTTP/1.1\r\nHost: a\r\n\r\n${LAST}`, LAST]) {
    const [first = ""] = (await readAll(request)).split("\r\n\r\n");
    assert.match(first, /X-Plain: yes/);
  }
});
