/** Sends requests to a service, each from its own address, so that no limit applies. */
import { type Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The parts of a request; the body is sent as JSON, or unchanged if it is a string. */
export interface RequestParts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Addresses from 10.16.0.1 on, in a different range for each process; lower ones are for programs that run next to a walk. */
let client = (16 + (process.pid % 200)) << 16;

/** Creates the header that gives a request its own client address. */
export function createAddressHeader(): Readonly<Record<"x-forwarded-for", string>> {
  client += 1;
  return { "x-forwarded-for": `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}` };
}

/** Retries a request rejected because the service is busy. */
export async function ask(
  origin: string,
  method: string,
  target: string,
  { headers = {}, body }: RequestParts = {},
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const isForm = typeof body === "string";
    const text = isForm || body === undefined ? body : JSON.stringify(body);
    const answer = await send(origin + target, method, text, {
      ...createAddressHeader(),
      ...(body !== undefined && !isForm && { "content-type": "application/json" }),
      ...headers,
    });
    if ((answer.status !== 503 && answer.status !== 429) || tries === 20) return answer;
    await sleep(Math.min(5, Number(answer.headers["retry-after"] ?? 1)) * 1000);
  }
}

/** @param agent keeps connections; without it each request opens a new one. */
export function send(
  url: string,
  method: string,
  body: string | undefined,
  headers: Readonly<Record<string, string>>,
  agent: Agent | false = false,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
