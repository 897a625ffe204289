/** The watched process: started by `Watched`, it reports its address and routes, and measures its own loop on request. */
import { type LoopMeasurement, LoopWatch, measureCalibrationMs } from "./loop-watch.ts";

export interface ServiceInfo {
  /** Origin, `http://127.0.0.1:4711`. */
  readonly origin: string;
  /** `GET /api/v1/trades/:id` and so on. */
  readonly routes: readonly string[];
}

export type Order = "begin" | "calibrate" | "end" | "stop";
export type Reply =
  | { readonly serves: ServiceInfo }
  | { readonly begun: true }
  | { readonly held: LoopMeasurement }
  | { readonly calibrationMs: number };

export function reportToWatcher(serves: ServiceInfo, stop: () => Promise<void>): void {
  const watch = new LoopWatch();
  const send = (reply: Reply) => process.send?.(reply);
  process.on("message", (order: Order) => {
    if (order === "begin") {
      watch.begin();
      send({ begun: true });
    } else if (order === "end") send({ held: watch.end() });
    else if (order === "calibrate") send({ calibrationMs: measureCalibrationMs() });
    else {
      watch.end();
      void stop().finally(() => process.disconnect());
    }
  });
  measureCalibrationMs();
  send({ serves });
}
