import { once } from "node:events";
import { createServer } from "node:net";

// A program that names no port gets one from the system: at least 32,768 on Linux, at least 49,152 elsewhere. The ports tried
// here are lower, so the system does not assign a found port to another program before the caller uses the port.
const FIRST = 20_000;
const COUNT = 12_000;

/** A port that no program on this machine listens on at 127.0.0.1. @throws {Error} if 100 ports in a row are in use. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const server = createServer();
    try {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    } catch {
      continue;
    }
    server.close();
    await once(server, "close");
    return port;
  }
  throw new Error("100 ports of 127.0.0.1 were tried, and all are in use.");
}
