/**
 * `clients.ts URL CLIENTS BYTES`: fetches a file for many clients at once, each over its own connection, and sends the times to
 * the parent.
 */
import { get } from "node:http";

export interface Fetched {
  readonly failures: readonly string[];
  /** Time of each client in milliseconds, ascending. */
  readonly ms: readonly number[];
}

const [url = "", count = "0", bytes = "0"] = process.argv.slice(2);
const failures: string[] = [];
const ms: number[] = [];
await Promise.all(Array.from({ length: Number(count) }, (_, client) => fetchOne(client)));
ms.sort((a, b) => a - b);
process.send?.({ failures, ms } satisfies Fetched, () => process.disconnect());

function fetchOne(client: number): Promise<void> {
  const began = performance.now();
  return new Promise((resolve) => {
    const fail = (reason: string) => {
      failures.push(reason);
      resolve();
    };
    // The number of connections from one address is limited, but loopback has many addresses.
    const localAddress = `127.1.${client >> 6}.${(client & 63) + 1}`;
    get(url, { agent: false, localAddress }, (answer) => {
      let got = 0;
      answer.on("data", (part: Buffer) => {
        got += part.length;
      });
      answer.on("error", (error) => fail(error.message));
      answer.on("end", () => {
        if (answer.statusCode !== 200 || got !== Number(bytes)) return fail(`${answer.statusCode}, ${got} bytes`);
        ms.push(performance.now() - began);
        resolve();
      });
    }).on("error", (error) => fail(error.message));
  });
}
