/** The people, companies and filings that match a search, shown above the matching trades. */
import { parseTradeId } from "../../domain/filing.ts";
import { splitSearchWords } from "../../domain/search-words.ts";
import { isFilingId, SOURCES } from "../../filings/sources/all.ts";
import type { Dataset } from "../../publication/dataset/dataset.ts";
import { type ListedPolitician, selectPoliticians } from "../politician-list.ts";
import { awaitIfAvailable, type FilingRow, type Records } from "../records.ts";

export interface FoundSubjects {
  /** The first matching people, members in office first. */
  readonly people: readonly ListedPolitician[];
  readonly peopleFound: number;
  /** The first matching companies, most traded first. */
  readonly companies: readonly FoundCompany[];
  readonly companiesFound: number;
  /**
   * Filings whose id or number was entered as the search text. If at most two people match the search, also the newest filings of
   * these people. Null if the store is unavailable.
   */
  readonly filings: readonly FilingRow[] | null;
}

export interface FoundCompany {
  readonly ticker: string;
  readonly company: string;
  readonly trades: number;
}

const MAX_PEOPLE = 5;
const MAX_COMPANIES = 5;
/** Maximum number of people whose newest filings are shown, and of filings per person. */
const FILERS = 2;
const FILINGS_OF_EACH = 3;

export async function findSearchMatches(
  { dataset, records }: { readonly dataset: Dataset; readonly records: Records },
  typed: string,
): Promise<FoundSubjects> {
  const people = selectPoliticians(dataset, { q: typed, office: "all", sort: "name" });
  const { body, total } = dataset.listTickerPage({ words: splitSearchWords(typed) }, MAX_COMPANIES, 0);
  const { tickers } = JSON.parse(body.toString("utf8")) as { readonly tickers: readonly FoundCompany[] };
  return {
    people: people.slice(0, MAX_PEOPLE),
    peopleFound: people.length,
    companies: tickers,
    companiesFound: total,
    filings: await awaitIfAvailable(findFilings(records, typed, people.length <= FILERS ? people : [])),
  };
}

export function hasNoMatches({ people, companies, filings }: FoundSubjects): boolean {
  return people.length + companies.length + (filings?.length ?? 0) === 0;
}

async function findFilings(
  records: Records,
  typed: string,
  people: readonly ListedPolitician[],
): Promise<readonly FilingRow[]> {
  const numbered = await Promise.all(listPossibleFilingIds(typed).map((id) => records.findListing(id)));
  const newest = await Promise.all(
    people.map(({ id }) => records.listFilings({ politicianId: id }, { limit: FILINGS_OF_EACH, skip: 0 })),
  );
  return [...numbered.filter((each) => each !== undefined), ...newest.flatMap(({ filings }) => filings)];
}

/** Lists the filing ids that a text may mean: a filing's id, the filing in a trade's id, or a document number of any source. */
function listPossibleFilingIds(typed: string): readonly string[] {
  const text = typed.trim().toLowerCase();
  const ofTrade = parseTradeId(text)?.filingId;
  if (ofTrade !== undefined) return [ofTrade];
  return [text, ...SOURCES.map(({ idPrefix, docId }) => idPrefix + docId.hyphenate(text))].filter(isFilingId);
}
