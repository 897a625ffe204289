/**
 * The limit of the runtime: `node:http` sends recorded responses with the service's headers, without limits, log or metrics. It
 * receives a list of `[path, { headers, body }]` from its parent, with `headers` as alternating names and values and `body` in
 * base64. A path is answered with 304 if `If-None-Match` contains its ETag.
 */
import { createServer } from "node:http";

const OF_A_BODY = new Set(["content-length", "content-type"]);

process.once("message", (given) => {
  const answers = new Map(
    given.map(([path, { headers, body }]) => {
      const tag = headers[headers.findIndex((name) => name.toLowerCase() === "etag") + 1];
      const withoutBody = headers.filter((_, at) => !OF_A_BODY.has(headers[at - (at % 2)].toLowerCase()));
      return [path, { headers, withoutBody, body: Buffer.from(body, "base64"), tag }];
    }),
  );
  const server = createServer((request, response) => {
    const answer = answers.get(request.url);
    if (answer === undefined) {
      response.writeHead(404).end();
    } else if (request.headers["if-none-match"] === answer.tag) {
      response.writeHead(304, answer.withoutBody).end();
    } else {
      response.writeHead(200, answer.headers).end(answer.body);
    }
  });
  server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
});
