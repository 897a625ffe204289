/** Sends one request many times at once: from a hundred callers with a connection each, and twenty times in one write of one connection. */
import { once } from "node:events";
import { Agent } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { type Answer, createAddressHeader, type RequestParts, send } from "./ask.ts";

const CALLERS = 100;
/** The rate limit: requests per address and minute. */
const IN_ONE_WRITE = 20;
/** Number of responses to both together. */
export const CROWD = CALLERS + IN_ONE_WRITE;
const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });

/** @returns the responses to a hundred callers. */
export function sendAsCrowd(origin: string, target: string, { headers }: RequestParts): Promise<readonly Answer[]> {
  const requests = Array.from({ length: CALLERS }, () =>
    send(origin + target, "GET", undefined, { ...createAddressHeader(), ...headers }, agent),
  );
  return Promise.all(requests);
}

/** @returns the statuses of one caller's responses, in order. */
export async function sendInOneWrite(
  origin: string,
  target: string,
  { headers }: RequestParts,
): Promise<readonly number[]> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const lines = Object.entries({ ...createAddressHeader(), ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const requests = Array.from({ length: IN_ONE_WRITE }, (_, n) => {
    const last = n === IN_ONE_WRITE - 1 ? "Connection: close\r\n" : "";
    return `GET ${target} HTTP/1.1\r\nHost: service\r\n${lines.join("")}${last}\r\n`;
  });
  socket.setEncoding("latin1");
  socket.write(requests.join(""));
  const answers = await text(socket);
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3}) [^\r]*\r\n(?:[\w-]+: [^\r]*\r\n)+\r\n/g)].map(([, status]) =>
    Number(status),
  );
}
