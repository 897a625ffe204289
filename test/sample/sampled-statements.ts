/** Loads the published fields of each drawn statement, and the picture of its line or the reason why there is none. */
import { createNameLookup } from "../../src/api/disclosures/politician-names.ts";
import { toWireTradeDetail } from "../../src/api/disclosures/trade-detail-schema.ts";
import { getServiceUrl } from "../../src/app/cli/shared-store.ts";
import { createEvidence } from "../../src/app/service/evidence-lines.ts";
import type { Config } from "../../src/base/config.ts";
import { AppError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import { listPrintedWords } from "../../src/domain/evidence.ts";
import type { RawFiling } from "../../src/domain/printed-report.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { formatHeadline } from "../../src/domain/trade-headline.ts";
import type { Evidence } from "../../src/filings/evidence/evidence.ts";
import { formatFilerName as filerName } from "../../src/filings/review/waiting-items.ts";
import { toOfficialUrl } from "../../src/filings/sources/all.ts";
import type { Dataset } from "../../src/publication/dataset/dataset.ts";
import type { FilingRow } from "../../src/store/filing-rows.ts";
import type { Store } from "../../src/store/store.ts";
import { createLinks } from "../../src/web/links.ts";
import { judgeLateness } from "../../src/web/pages/trade/lateness.ts";
import { findOrMake } from "../evidence/find-or-make.ts";
import type { SampledStatement } from "./sample-page.ts";
import { STATEMENTS } from "./statements.ts";
import type { DrawnStatement } from "./strata.ts";

/** Evidence pictures have two pixels for each CSS pixel. */
const PIXEL_RATIO = 2;

export async function loadSampledStatements(
  config: Config,
  store: Store,
  dataset: Dataset,
  drawn: readonly DrawnStatement[],
  signal: AbortSignal,
): Promise<readonly SampledStatement[]> {
  const evidence = createEvidence(config, store, createLogger("silent"));
  const baseUrl = getServiceUrl(config);
  const links = createLinks(baseUrl);
  const getName = createNameLookup(dataset);
  const statements: SampledStatement[] = [];
  try {
    for (const each of drawn) {
      signal.throwIfAborted();
      const published = await store.publications.findTrade(each.tradeId);
      const filing = published && (await store.filings.get(published.trade.filingId));
      if (!published || !filing) throw new TypeError(`${each.tradeId} has been removed since it was drawn.`);
      const { trade } = published;
      const { fields, getSentence } = STATEMENTS[each.stratum.statement];
      const name = getName(trade.politicianId) ?? trade.politicianId;
      const record = new Map(
        Object.entries(toWireTradeDetail(published, name, { listing: filing, industry: null, baseUrl })),
      );
      const raw = await store.filings.readStoredReport(filing.id);
      statements.push({
        drawn: each,
        politician: name,
        headline: formatHeadline(trade),
        lateness: judgeLateness(trade).sentence,
        listedFiler: formatListedFiler(filing),
        printedFiler: raw?.filer ?? null,
        tradeUrl: links.toAbsolute(`/trades/${trade.id}`),
        documentUrl: toOfficialUrl(filing),
        place: `${trade.page === null ? "" : `page ${trade.page}, `}line ${trade.line} of ${filing.id}`,
        published: fields.map((field) => [field, record.get(field)]),
        words: getSentence?.({ ...published, inOffice: isInOffice(dataset, trade.politicianId) }) ?? null,
        line: await drawLine(evidence, trade, raw),
      });
    }
  } finally {
    await evidence.close();
  }
  return statements;
}

/** Whether the dataset lists the member as in office; null if it has no member with this id. */
export function isInOffice(dataset: Dataset, politicianId: string): boolean | null {
  return dataset.getMember(dataset.getMergedId(politicianId) ?? politicianId)?.inOffice ?? null;
}

/** Formats the filer like `Hon. Ann Example (CA11)`. */
function formatListedFiler({ filer, stateDistrict }: FilingRow): string {
  return `${filerName(filer)}${stateDistrict === null ? "" : ` (${stateDistrict})`}`;
}

async function drawLine(
  evidence: Evidence,
  { id, line }: Trade,
  raw: RawFiling | undefined,
): Promise<SampledStatement["line"]> {
  try {
    const { png, record } = await findOrMake(evidence, id);
    const [width, height] = [record.width / PIXEL_RATIO, record.height / PIXEL_RATIO];
    return { png, width, height, alternative: record.alternativeText };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const printed = raw?.transactions.find((each) => each.line === line);
    return { reason: error.message, printed: printed === undefined ? [] : listPrintedWords(printed) };
  }
}
