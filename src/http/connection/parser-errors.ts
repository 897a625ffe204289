/** Answers input that Node's HTTP parser rejects. It never becomes a request, so the answer is written directly to the socket. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ApiContext } from "../api-context.ts";
import { buildProblemBody, PROBLEMS, type Problem } from "../problems.ts";
import type { RateState } from "../rate-limit/rate-limit.ts";
import { listRateLimitHeaders } from "../rate-limit/rate-limit-headers.ts";
import { listProblemHeaders } from "../response/send-answer.ts";
import type { Connection, Connections } from "./connections.ts";
import { installLingeringClose } from "./lingering-close.ts";
import { chooseRequestId } from "./request-id.ts";

interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

const MALFORMED: Problem = { code: "malformed_request", detail: "The request is not well-formed HTTP/1.1." };

export function attachErrorHandlers(
  server: Server,
  context: ApiContext,
  connections: Connections,
  answerExpectation: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  const answerOnce = (socket: Socket, problem: Problem) => {
    const connection = connections.getOrCreateConnection(socket);
    if (connection.ending) return;
    connection.ending = true;
    context.metrics.countParserError(problem.code);
    writeAfterAnswers(connection, socket, () => writeProblem(socket, context, connection, problem));
  };
  server.on("clientError", (error: ParserError, stream: Duplex) => {
    const socket = stream as Socket;
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else answerOnce(socket, toParserProblem(error, context));
  });
  server.on("connect", (_: IncomingMessage, stream: Duplex) => {
    if (!(stream instanceof Socket)) return;
    stream.on("error", () => stream.destroy());
    const detail = "CONNECT is not supported; use GET, HEAD or OPTIONS.";
    answerOnce(stream, { code: "method_not_allowed", detail, headers: ["Allow", "GET, HEAD, OPTIONS"] });
  });
  server.on("checkExpectation", answerExpectation);
}

function toParserProblem(error: ParserError, { limits }: ApiContext): Problem {
  switch (error.code) {
    case "HPE_HEADER_OVERFLOW":
      // No line end so far means that the request line is too long.
      return error.rawPacket && !error.rawPacket.includes(0x0a)
        ? { code: "uri_too_long", detail: `The request target may have at most ${limits.urlBytes} bytes.` }
        : { code: "headers_too_large", detail: `The header block may have at most ${limits.headerBytes} bytes.` };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { code: "request_timeout", detail: "The request did not arrive in time." };
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return { code: "content_too_large", detail: "The chunk extensions are too long." };
    default:
      return MALFORMED;
  }
}

/** Closes the connection if an answer to a partly received request has begun, else calls `write` after all earlier answers. */
function writeAfterAnswers(connection: Connection, socket: Socket, write: () => void): void {
  const open = [...connection.open];
  if (open.some(({ request, response }) => !request.complete && response.headersSent)) socket.destroy();
  else if (connection.waiting.length > 0 || open.some(({ request }) => request.complete)) connection.onIdle = write;
  else write();
}

/** Answers with the peer's unchanged rate-limit state. Rejected input has no known path, and some paths do not count. */
function writeProblem(socket: Socket, context: ApiContext, connection: Connection, problem: Problem): void {
  const state = context.limiter.peek(connection.peerIdentity, context.plan);
  if (state instanceof Promise) void state.then((rate) => writeProblemWithRateState(socket, context, problem, rate));
  else writeProblemWithRateState(socket, context, problem, state);
}

function writeProblemWithRateState(socket: Socket, context: ApiContext, problem: Problem, rate: RateState): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status } = PROBLEMS[problem.code];
  const wallMs = context.readWallClockMs();
  const id = chooseRequestId(undefined, wallMs);
  const body = buildProblemBody(problem, id);
  const headers = [
    ...context.fixedHeaders,
    "X-Request-Id",
    id,
    ...listProblemHeaders(problem, body.length),
    ...(problem.headers ?? []),
    ...listRateLimitHeaders(rate, wallMs),
    "Date",
    new Date(wallMs).toUTCString(),
    "Connection",
    "close",
  ];
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  installLingeringClose(socket);
  socket.write(Buffer.concat([Buffer.from(`${head}\r\n`, "latin1"), body]));
  socket.destroySoon();
}
