import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyDataset } from "../publication/dataset/build.ts";
import type { Dataset } from "../publication/dataset/dataset.ts";
import { nearest } from "./nearest.ts";

const body = (value: object) => ({ body: Buffer.from(JSON.stringify(value)), total: 0 });
const dataset: Dataset = {
  ...emptyDataset,
  politicians: () =>
    body({
      politicians: [
        { id: "P000197", name: "Nancy Pelosi" },
        { id: "X000001", name: "Zoë Núñez" },
      ],
    }),
  tickers: () => body({ tickers: [{ ticker: "NVDA", company: "NVIDIA Corporation" }] }),
};

test("suggests names similar to a mistyped one, the closest first", () => {
  assert.deepEqual(
    nearest(dataset, "pelosy").politicians.map(({ id }) => id),
    ["P000197"],
  );
  assert.deepEqual(
    nearest(dataset, "zoe nunes").politicians.map(({ id }) => id),
    ["X000001"],
  );
  assert.deepEqual(
    nearest(dataset, "nvda").tickers.map(({ id }) => id),
    ["NVDA"],
  );
  assert.deepEqual(
    nearest(dataset, "nvidea corp").tickers.map(({ id }) => id),
    ["NVDA"],
  );
  assert.deepEqual(nearest(dataset, "x".repeat(5000)), { politicians: [], tickers: [] });
});

test("suggests nothing for an unknown id", () => {
  assert.deepEqual(nearest(dataset, "P000198").politicians, []);
  assert.deepEqual(
    nearest(dataset, "p000197").politicians.map(({ id }) => id),
    ["P000197"],
  );
});
