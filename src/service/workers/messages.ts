/** Messages of the service and its workers over the channel between them. */
import type { CountOrder, CountReply } from "../../api/http/rate-limit/remote-limiter.ts";
import type { Config } from "../../config.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import type { Metrics } from "./merged-metrics.ts";

/** A name that tells versions apart, also those of a store that another has been put in the place of. */
export function versionName({ version, publishedAt }: Pick<Dataset, "version" | "publishedAt">): string {
  return `${version} of ${publishedAt?.toISOString() ?? "nothing"}`;
}

/** Versions are named by `versionName`. */
export type ToWorker =
  | {
      readonly kind: "begin";
      readonly config: Config;
      readonly port: number;
      readonly socketPath: string;
      readonly inForce: string;
    }
  | { readonly kind: "counted"; readonly reply: CountReply }
  /** A version is about to be in force. */
  | { readonly kind: "load"; readonly version: string }
  | { readonly kind: "in-force"; readonly version: string }
  | { readonly kind: "give-metrics"; readonly id: number }
  | { readonly kind: "stop" };

export type FromWorker =
  | { readonly kind: "listening" }
  | { readonly kind: "cannot-listen"; readonly code: string | undefined; readonly message: string }
  | { readonly kind: "count"; readonly order: CountOrder }
  /** The version is whole in the worker's memory, and is answered with as soon as it is in force. */
  | { readonly kind: "loaded"; readonly version: string }
  | { readonly kind: "metrics"; readonly id: number; readonly metrics: Metrics };
