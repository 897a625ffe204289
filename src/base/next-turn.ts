/**
 * Gives way between two pieces of long work, as `setImmediate` does, but to all: of everything that waits one piece goes on in each turn of the
 * event loop, the one that has waited longest. With `setImmediate` alone the pieces of as many works as are under way would fill one turn.
 */
const waiting: (() => void)[] = [];

export function nextTurn(): Promise<void> {
  return new Promise((goOn) => {
    waiting.push(goOn);
    if (waiting.length === 1) setImmediate(letOneGoOn);
  });
}

/** What goes on does so before the next callback of the loop; one asked for now is called in the next turn. */
function letOneGoOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letOneGoOn);
}
