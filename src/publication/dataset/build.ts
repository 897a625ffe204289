import { compareTexts } from "../../base/compare-texts.ts";
import { UnavailableError } from "../../base/errors.ts";
import { getOrAdd } from "../../base/get-or-add.ts";
import { createPause } from "../../base/pause.ts";
import { mergeCounts, mergeIdentities } from "../../domain/identity.ts";
import { findIndustry } from "../../domain/industry.ts";
import { mayBeOneIssuer } from "../../domain/issuer-name.ts";
import { findSeat } from "../../domain/party.ts";
import type { Politician } from "../../domain/politician.ts";
import { createTradeSerializer } from "../../domain/public-trade.ts";
import type { Trade } from "../../domain/trade.ts";
import { RECENT_FIRST, type TradePolitician } from "../../domain/trade-filter.ts";
import { findSecuritySymbol } from "../../domain/traded-security.ts";
import type { DatasetVersion } from "../../store/publication.ts";
import type { Store } from "../../store/store.ts";
import { Activity } from "./activity.ts";
import { createBytesDataset } from "./bytes-dataset.ts";
import { type DatasetContents, toDatasetContents } from "./cache/contents.ts";
import type { Dataset, Member } from "./dataset.ts";
import { JsonListWriter } from "./json-list.ts";
import { buildPoliticianDetail, buildTenure, listOtherNames, toPoliticianFields } from "./politician-json.ts";
import { runInSlices, runWithoutPauses } from "./slices.ts";
import { TickerListWriter } from "./ticker-activity.ts";
import { TradeColumnsWriter } from "./trade-columns.ts";

/** The tables from which a version is built. */
export type DatasetSource = {
  readonly publications: Pick<Store["publications"], "readCurrent" | "streamTrades">;
  readonly reference: Pick<Store["reference"], "listPoliticians">;
  readonly companies: Pick<Store["companies"], "readIndustries">;
  readonly filings: Pick<Store["filings"], "countFilingsByPolitician" | "countOpenReportsByPolitician">;
};

const ATTEMPTS = 10;

/** The version before the first publication: empty lists and no politicians. */
export const emptyDataset: Dataset = createBytesDataset({
  version: "0",
  publishedAt: null,
  trades: new JsonListWriter().toJsonList(),
  columns: runWithoutPauses(new TradeColumnsWriter().buildInSteps()),
  tickers: runWithoutPauses(new TickerListWriter(new Map()).buildInSteps()),
  politicians: new JsonListWriter().toJsonList(),
  seats: [],
  details: new Map(),
  members: new Map(),
  merged: new Map(),
});

/** Precomputes in slices: lateness records, home page text, counts of the full trade list, industries, politicians' names. */
export async function warmUpDataset(dataset: Dataset): Promise<void> {
  const pause = createPause();
  await runInSlices(dataset.facts.prepareLatenessCounts(), pause);
  await runInSlices(dataset.facts.prepareFrontPage(), pause);
  dataset.listTradesByFilingWithTally({}, RECENT_FIRST, 0, 0);
  await pause();
  dataset.facts.listIndustries();
  await pause();
  dataset.listPoliticianPage({ words: ["a"] }, 0, 0);
}

/**
 * Contents of the current version, each trade serialized once; null before the first publication. If the version changes during a
 * build, builds again, so that all parts belong to one version.
 * @throws {UnavailableError} code `service_unavailable` if new versions are published faster than one can be built.
 */
export async function buildContents(source: DatasetSource): Promise<DatasetContents | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const version = await source.publications.readCurrent();
    if (version === undefined) return null;
    const [built] = await Promise.allSettled([buildVersion(source, version)]);
    if ((await source.publications.readCurrent())?.version !== version.version) continue;
    if (built.status === "rejected") throw built.reason;
    return built.value;
  }
  throw new UnavailableError(
    "service_unavailable",
    `The dataset changed during each of ${ATTEMPTS} attempts to load it.`,
    5,
  );
}

async function buildVersion(source: DatasetSource, { version, publishedAt }: DatasetVersion): Promise<DatasetContents> {
  const pause = createPause();
  const known = await source.reference.listPoliticians();
  const merged = new Map(known.flatMap(({ id, mergedInto }) => (mergedInto === undefined ? [] : [[id, mergedInto]])));
  const people = new Map(mergeIdentities(known, merged).map((each) => [each.id, each]));
  const states = mergeCounts(await source.filings.countFilingsByPolitician(), merged);
  const open = mergeCounts(await source.filings.countOpenReportsByPolitician(), merged);
  const industries = await source.companies.readIndustries();
  const activities = new Map<string, Activity>();
  const unrepeated = new Map<string, Activity>();
  const trades = new JsonListWriter();
  const columns = new TradeColumnsWriter();
  const tickers = new TickerListWriter(industries);
  const securitiesTraded = new TradedSecurities();
  const traders = new Map<string, TradePolitician>();
  const write = createTradeSerializer((id) => requirePolitician(people, id).name);
  for await (const chunk of source.publications.streamTrades()) {
    for (const stored of chunk) {
      const servedAs = merged.get(stored.politicianId);
      const trade = servedAs === undefined ? stored : { ...stored, politicianId: servedAs };
      trades.append(write(trade));
      const trader = getOrAdd(traders, trade.politicianId, () => {
        const person = requirePolitician(people, trade.politicianId);
        return { name: person.name, state: findSeat(person).state };
      });
      const security = securitiesTraded.findSymbolForTotals(trade);
      columns.add(trade, trader, { industry: findIndustry(trade, industries), security });
      tickers.add(trade, security);
      getOrAdd(activities, trade.politicianId, createActivity).add(trade);
      if (!trade.isRepeat) getOrAdd(unrepeated, trade.politicianId, createActivity).add(trade);
    }
    await pause();
  }
  const politicians = new JsonListWriter();
  const seats = [];
  const details = new Map<string, Buffer>();
  const members = new Map<string, Member>();
  for (const person of [...people.values()].sort(compareByName)) {
    const { id, current } = person;
    const activity = activities.get(id);
    const filings = states.get(id);
    if (!current && activity === undefined && filings === undefined) continue;
    const fields = toPoliticianFields(person, activity ?? new Activity());
    const { unread: unreadReports = 0, amending: openAmendments = 0 } = open.get(id) ?? {};
    const member = {
      otherNames: listOtherNames(person),
      ...buildTenure(person, version),
      unreadReports,
      openAmendments,
    };
    members.set(id, member);
    const detail = buildPoliticianDetail(fields, {
      politician: person,
      member,
      filings: filings ?? {},
      withoutRepeats: unrepeated.get(id) ?? new Activity(),
    });
    details.set(id, Buffer.from(JSON.stringify(detail)));
    await pause();
    if (!current && activity === undefined) continue;
    politicians.append(JSON.stringify(fields));
    const { name, chamber, party, state, district } = fields;
    seats.push({ id, name, chamber, party, state, district });
  }
  const searched = await runInSlices(columns.buildInSteps(), pause);
  const securities = await runInSlices(tickers.buildInSteps(), pause);
  await pause();
  const parts = {
    version,
    publishedAt,
    trades: trades.toJsonList(),
    columns: searched,
    tickers: securities,
    politicians: politicians.toJsonList(),
    seats,
    details,
    members,
    merged,
  };
  return toDatasetContents(parts);
}

function requirePolitician(people: ReadonlyMap<string, Politician>, id: string): Politician {
  const person = people.get(id);
  if (person === undefined) throw new RangeError(`there is a trade of politician ${id}, who is not among the members`);
  return person;
}

const createActivity = () => new Activity();

/** Orders by name, case-insensitively, then by id. */
function compareByName(a: Politician, b: Politician): number {
  return compareTexts(a.name.toLowerCase(), b.name.toLowerCase()) || compareTexts(a.id, b.id);
}

// Selects the symbol under which a trade is counted, so that no total mixes two issuers. If two issuers have used a symbol that
// nobody uses today, only the trades of one issuer are counted under the symbol. This is the issuer of the trade that was
// disclosed last. Callers must pass trades in order of disclosure, newest first.
class TradedSecurities {
  readonly #companies = new Map<string, string>();

  /** Symbol under which a trade is counted; null if there is none. */
  findSymbolForTotals(trade: Parameters<typeof findSecuritySymbol>[0] & Pick<Trade, "company">): string | null {
    const symbol = findSecuritySymbol(trade);
    if (symbol === null || trade.currentTicker !== null) return symbol;
    const company = this.#companies.get(symbol);
    if (company === undefined) this.#companies.set(symbol, trade.company);
    return company === undefined || mayBeOneIssuer(company, trade.company) ? symbol : null;
  }
}
