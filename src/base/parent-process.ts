/** Sends messages from a child process to its parent. The parent may have exited already: Ctrl+C stops both processes. */

/** Sends a message, or drops it if nobody is reading any more. The end of the channel is reported separately, by `disconnect`. */
export function sendToParent(message: unknown): void {
  // Without a callback, a failed write would end this process with a stack trace.
  process.send?.(message, undefined, undefined, () => {});
}

/** Closes the channel, so that a process with nothing else to do exits. */
export function disconnectFromParent(): void {
  if (process.connected) process.disconnect();
}
