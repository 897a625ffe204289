/** Metrics of the data for `/metrics`: its age and completeness, and what is pending. */
import { Gauge, type Registry } from "prom-client";
import type { Store } from "../../store/store.ts";
import { type Coverage, SOURCE_CONDITIONS } from "./coverage.ts";
import type { Dataset } from "./dataset.ts";

interface DataSources {
  readonly getDataset: () => Pick<Dataset, "version" | "tradeCount" | "politicianCount">;
  readonly getCoverage: () => Coverage;
  readonly isDatabaseAnswering: () => boolean;
}

/** Quantiles of the time from listing to publication, for the latest filings. */
const QUANTILES = [0.5, 0.95] as const;

interface DataMeters {
  /** Reads the metrics of a version from the store, once per version. */
  refresh(): Promise<void>;
}

export function createDataMeters(
  registry: Registry,
  { publications }: Pick<Store, "publications">,
  { getDataset, getCoverage, isDatabaseAnswering }: DataSources,
): DataMeters {
  const createGauge = (name: string, help: string, labelNames: string[], collect: (this: Gauge) => void) =>
    new Gauge({ name, help, labelNames, registers: [registry], collect });
  let requested = "";
  let publishedAt = 0;
  let delays: readonly number[] = [];

  createGauge("dataset_trades", "Trades that are listed.", [], function () {
    this.set(getDataset().tradeCount);
  });
  createGauge("dataset_politicians", "Politicians that are listed.", [], function () {
    this.set(getDataset().politicianCount);
  });
  createGauge(
    "dataset_published_timestamp_seconds",
    "When the current version was published; 0: none.",
    [],
    function () {
      this.set(publishedAt);
    },
  );
  createGauge(
    "listed_to_served_seconds",
    "Time from the listing of a filing to the publication of its trades, for the latest trades from filings first listed after their source's first complete listing.",
    ["quantile"],
    function () {
      for (const quantile of QUANTILES) this.set({ quantile }, delays[Math.floor(quantile * delays.length)] ?? 0);
    },
  );
  createGauge("filings", "Known filings by source and state.", ["source", "state"], function () {
    this.reset();
    for (const { source, states } of getCoverage().years) {
      for (const [state, count] of Object.entries(states)) this.inc({ source, state }, count);
    }
  });
  createGauge("reviews_waiting", "Filings that need review by a person.", [], function () {
    this.set(getCoverage().totals.states.needs_review);
  });
  createGauge("held_publications", "Publications that wait for `approve`.", [], function () {
    this.set(getCoverage().held_publications.length);
  });
  const createSourceGauge = (name: string, help: string, instant: "last_success_at" | "last_attempt_at") =>
    createGauge(name, help, ["source"], function () {
      for (const each of getCoverage().sources) {
        if (each.status !== "off") this.set({ source: each.source }, Date.parse(each[instant] ?? "") / 1000 || 0);
      }
    });
  createSourceGauge(
    "source_last_success_timestamp_seconds",
    "When a source last answered; 0: never.",
    "last_success_at",
  );
  createSourceGauge(
    "source_last_attempt_timestamp_seconds",
    "When a source was last contacted; 0: never.",
    "last_attempt_at",
  );
  createGauge("source_condition", "1 for a source's current condition.", ["source", "condition"], function () {
    for (const { source, status } of getCoverage().sources) {
      for (const condition of SOURCE_CONDITIONS) this.set({ source, condition }, Number(condition === status));
    }
  });
  createGauge("database_up", "Whether the database answers.", [], function () {
    this.set(Number(isDatabaseAnswering()));
  });

  return {
    async refresh() {
      const { version } = getDataset();
      if (version === requested) return;
      const current = await publications.readCurrent();
      delays = (await publications.measurePublicationDelays()).map(({ ms }) => ms / 1000).sort((a, b) => a - b);
      publishedAt = (current?.publishedAt.getTime() ?? 0) / 1000;
      requested = version;
    },
  };
}
