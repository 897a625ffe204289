/** The official sites as a folder of real documents has them. The folder's README says what lies where. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Material } from "../../src/app/demo/sites/material.ts";
import { corpusCompanies } from "./corpus-companies.ts";
import { corpusHouse } from "./corpus-house.ts";
import { corpusLegislators } from "./corpus-legislators.ts";
import { corpusPrices } from "./corpus-prices.ts";
import { corpusSenate } from "./corpus-senate.ts";

/** Day on which the newest documents of the folder were collected, as near as it says. */
const COLLECTED_AT = new Date("2026-07-09T12:00:00Z");

/** @throws {Error} when the folder's lists cannot be read. */
export async function corpusMaterial(folder: string): Promise<Material> {
  const tickers = (name: string) => () => readFile(join(folder, "tickers", name));
  return {
    about: `documents of ${folder}`,
    modifiedAt: COLLECTED_AT,
    house: await corpusHouse(join(folder, "house")),
    senate: await corpusSenate(join(folder, "senate")),
    legislators: corpusLegislators(join(folder, "legislators")),
    tickers: {
      readSecTickers: tickers("company_tickers_exchange.2025-12.json"),
      readNasdaqListed: tickers("nasdaqlisted.txt"),
      readOtherListed: tickers("otherlisted.txt"),
    },
    companies: corpusCompanies,
    prices: corpusPrices(folder),
  };
}
