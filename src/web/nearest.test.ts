import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyDataset } from "../publication/dataset/build.ts";
import type { Dataset } from "../publication/dataset/dataset.ts";
import { findNearestNames } from "./nearest.ts";

const createBody = (value: object) => ({ body: Buffer.from(JSON.stringify(value)), total: 0 });
const dataset: Dataset = {
  ...emptyDataset,
  listPoliticianPage: () =>
    createBody({
      politicians: [
        { id: "P000197", name: "Nancy Pelosi" },
        { id: "X000001", name: "Zoë Núñez" },
      ],
    }),
  listTickerPage: () => createBody({ tickers: [{ ticker: "NVDA", company: "NVIDIA Corporation" }] }),
};

test("suggests names similar to a mistyped one, the closest first", () => {
  assert.deepEqual(
    findNearestNames(dataset, "pelosy").politicians.map(({ id }) => id),
    ["P000197"],
  );
  assert.deepEqual(
    findNearestNames(dataset, "zoe nunes").politicians.map(({ id }) => id),
    ["X000001"],
  );
  assert.deepEqual(
    findNearestNames(dataset, "nvda").tickers.map(({ id }) => id),
    ["NVDA"],
  );
  assert.deepEqual(
    findNearestNames(dataset, "nvidea corp").tickers.map(({ id }) => id),
    ["NVDA"],
  );
  assert.deepEqual(findNearestNames(dataset, "x".repeat(5000)), { politicians: [], tickers: [] });
});

test("suggests nothing for an unknown id", () => {
  assert.deepEqual(findNearestNames(dataset, "P000198").politicians, []);
  assert.deepEqual(
    findNearestNames(dataset, "p000197").politicians.map(({ id }) => id),
    ["P000197"],
  );
});
