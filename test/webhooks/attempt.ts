import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";
import { createAddressGuard } from "../../src/accounts/webhooks/address-guard.ts";
import { createSender } from "../../src/accounts/webhooks/send.ts";
import { createResolver } from "../../src/outbound/guarded-connection.ts";

export const TIMEOUT_MS = 1500;
export const LOOPBACK_ALLOWED = { allowedCidrs: ["127.0.0.1/32", "::1/128"], allowHttp: true };
export const send = createSender({
  guard: createAddressGuard(LOOPBACK_ALLOWED),
  resolve: createResolver(false),
  timeoutMs: TIMEOUT_MS,
  connectTimeoutMs: 700,
});
export const BODY = '{"id":"evt_1","data":{"politician":"José Muñoz ✓"}}';

/** Starts `server` as the receiver on a loopback address and makes one delivery attempt to it. */
export async function attempt(server: Server, { scheme = "http", host = "127.0.0.1" } = {}) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  try {
    return await send({ url: `${scheme}://${host}:${port}/hook?a=1`, headers: { "webhook-id": "evt_1" }, body: BODY });
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}
