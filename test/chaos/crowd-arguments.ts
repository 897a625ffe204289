import { parseArgs } from "node:util";
import type { Crowd } from "./large-service.ts";

/** Reads `--trades 100000 --versions 300 --seconds n` for the programs that load a service with a large store. */
export function readCrowd({ seconds }: Pick<Crowd, "seconds">): Crowd {
  const { values } = parseArgs({
    options: {
      trades: { type: "string", default: "100000" },
      versions: { type: "string", default: "300" },
      seconds: { type: "string", default: String(seconds) },
    },
  });
  return {
    trades: Number(values.trades),
    versions: Number(values.versions),
    seconds: Number(values.seconds),
    others: 100,
  };
}
