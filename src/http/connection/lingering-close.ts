import type { Socket } from "node:net";

const LINGER_MS = 1000;
const LINGER_BYTES = 16 * 1024 * 1024;

/**
 * Delays the closing of a socket, so that a client that is still sending receives the answer: Node would close at once, and
 * unread bytes would make the kernel discard the answer. Drops what arrives meanwhile, for at most one second and 16 MiB.
 */
export function installLingeringClose(socket: Socket): void {
  const readBefore = socket.bytesRead;
  socket.destroySoon = () => {
    if (socket.destroyed) return;
    const deadline = setTimeout(() => socket.destroy(), LINGER_MS);
    const guard = setInterval(() => {
      if (socket.bytesRead - readBefore > LINGER_BYTES) socket.destroy();
    }, 20);
    socket.once("close", () => {
      clearTimeout(deadline);
      clearInterval(guard);
    });
    socket.once("end", () => socket.destroy());
    socket.end();
    socket.resume();
  };
}
