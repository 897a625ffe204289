import type { Socket } from "node:net";

const LINGER_MS = 1000;
const LINGER_BYTES = 16 * 1024 * 1024;

/**
 * Makes the end of an answer reach a client that is still sending: the socket's own way is to be closed at once, and
 * closing with unread bytes makes the kernel throw away the answer. What arrives meanwhile is thrown away, for a
 * second and 16 MiB at most.
 */
export function closeGently(socket: Socket): void {
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
