/** Content of the official sites from a folder of real documents. The folder's README describes its layout. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Material } from "../../src/app/demo/sites/material.ts";
import { corpusCompanies } from "./corpus-companies.ts";
import { loadCorpusHouse } from "./corpus-house.ts";
import { corpusLegislators } from "./corpus-legislators.ts";
import { createCorpusPrices } from "./corpus-prices.ts";
import { loadCorpusSenate } from "./corpus-senate.ts";

/** Approximate time at which the newest documents of the folder were collected. */
const COLLECTED_AT = new Date("2026-07-09T12:00:00Z");

/** @throws {Error} if the folder's lists cannot be read. */
export async function corpusMaterial(folder: string): Promise<Material> {
  const createTickersReader = (name: string) => () => readFile(join(folder, "tickers", name));
  return {
    about: `documents of ${folder}`,
    modifiedAt: COLLECTED_AT,
    house: await loadCorpusHouse(join(folder, "house")),
    senate: await loadCorpusSenate(join(folder, "senate")),
    legislators: corpusLegislators(join(folder, "legislators")),
    tickers: {
      readSecTickers: createTickersReader("company_tickers_exchange.2025-12.json"),
      readNasdaqListed: createTickersReader("nasdaqlisted.txt"),
      readOtherListed: createTickersReader("otherlisted.txt"),
    },
    companies: corpusCompanies,
    prices: createCorpusPrices(folder),
  };
}
