/** The contents of a version as plain values, typed arrays and buffers. The cache file stores them for the next start. */
import { createBytesDataset, type DatasetParts } from "../bytes-dataset.ts";
import type { Dataset } from "../dataset.ts";
import { JsonList, type JsonListParts } from "../json-list.ts";
import { WordIndex, type WordIndexParts } from "../search/word-index.ts";
import { TickerList, type TickerListParts } from "../ticker-list.ts";
import { mapToCodes, type TradeColumns } from "../trade-columns.ts";

/** The columns without the word index, whose parts are stored separately, and without the maps rebuilt from other columns. */
type CachedColumns = Omit<TradeColumns, "words" | "personCodes" | "symbolCodes">;

export interface DatasetContents
  extends Omit<DatasetParts, "trades" | "columns" | "tickers" | "politicians" | "publishedAt"> {
  readonly publishedAt: Date;
  readonly trades: JsonListParts;
  readonly columns: CachedColumns;
  readonly words: WordIndexParts;
  readonly tickers: TickerListParts;
  readonly politicians: JsonListParts;
}

/** @param publishedAt null only for the empty version, which is not stored. */
export function toDatasetContents({
  columns,
  trades,
  tickers,
  politicians,
  ...parts
}: DatasetParts & { readonly publishedAt: Date }): DatasetContents {
  const { words, personCodes: _, symbolCodes: __, ...cached } = columns;
  return {
    ...parts,
    trades: trades.parts,
    columns: cached,
    words: words.parts,
    tickers: tickers.parts,
    politicians: politicians.parts,
  };
}

/** Creates a version from these contents, using their arrays without copying. */
export function createDatasetFromContents({ words, ...contents }: DatasetContents): Dataset {
  const columns: TradeColumns = {
    ...contents.columns,
    personCodes: mapToCodes(contents.columns.people.map(({ id }) => id)),
    symbolCodes: mapToCodes(contents.columns.symbols),
    words: new WordIndex(words),
  };
  const parts = {
    ...contents,
    columns,
    trades: new JsonList(contents.trades),
    tickers: new TickerList(contents.tickers),
    politicians: new JsonList(contents.politicians),
  };
  return createBytesDataset(parts);
}
