/** What a child process says to the one that started it, which may be gone already: Ctrl+C reaches both. */

/** Sends a message; one that nobody reads any more is dropped. The channel's end is told apart, by `disconnect`. */
export function tellParent(message: unknown): void {
  // Without a function for it, a write that fails would end this process with a trace.
  process.send?.(message, undefined, undefined, () => {});
}

/** Closes the channel, so that a process without other work ends. */
export function leaveParent(): void {
  if (process.connected) process.disconnect();
}
