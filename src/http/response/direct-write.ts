/** Writes whole answers directly to the socket: `ServerResponse` checks and joins every header again and takes twice as long. */
import type { ServerResponse } from "node:http";

// Fields in which a `ServerResponse` stores its head. Both are undocumented, but there is no documented way to pass a finished
// head; `direct-write.test.ts` fails if a Node release changes their meaning.
interface HeadState {
  /** Head as text; null until it is built. */
  _header: string | null;
  /** True if the head has been written. */
  _headerSent: boolean;
}

/** Returns whether the answer may bypass `ServerResponse`. A response has no socket until earlier answers have been sent. */
export function canWriteDirectly(response: ServerResponse): boolean {
  const { req: request, socket, shouldKeepAlive } = response;
  const { _header, _headerSent } = response as unknown as HeadState;
  return (
    socket?.writable === true &&
    shouldKeepAlive &&
    request.httpVersionMinor === 1 &&
    request.method !== "HEAD" &&
    _header === null &&
    _headerSent === false
  );
}

/** Writes head and body in one system call and ends the response. @param head including the empty line, in Latin-1. */
export function writeDirectly(response: ServerResponse, status: number, head: string, body: Buffer | null): void {
  const { socket } = response;
  const state = response as unknown as HeadState;
  response.statusCode = status;
  state._header = head;
  state._headerSent = true;
  if (body === null) socket?.write(head, "latin1");
  else {
    socket?.cork();
    // Writing two buffers is less work than a string and a buffer.
    socket?.write(Buffer.from(head, "latin1"));
    socket?.write(body);
    socket?.uncork();
  }
  response.end();
}
