/** The watched process: started by `Watched`, it reports its address and routes, and measures its own loop on request. */
import { calibrationMs, type Held, LoopWatch } from "./loop-watch.ts";

export interface Serves {
  /** Origin, `http://127.0.0.1:4711`. */
  readonly origin: string;
  /** `GET /api/v1/trades/:id` and so on. */
  readonly routes: readonly string[];
}

export type Order = "begin" | "calibrate" | "end" | "stop";
export type Reply =
  | { readonly serves: Serves }
  | { readonly begun: true }
  | { readonly held: Held }
  | { readonly calibrationMs: number };

export function watched(serves: Serves, stop: () => Promise<void>): void {
  const watch = new LoopWatch();
  const send = (reply: Reply) => process.send?.(reply);
  process.on("message", (order: Order) => {
    if (order === "begin") {
      watch.begin();
      send({ begun: true });
    } else if (order === "end") send({ held: watch.end() });
    else if (order === "calibrate") send({ calibrationMs: calibrationMs() });
    else {
      watch.end();
      void stop().finally(() => process.disconnect());
    }
  });
  send({ serves });
}
