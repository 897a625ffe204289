/** `filings`: lists filings, with reasons and URLs. Options filter by processing state, source, year and politician. */
import { toWireListedFiling } from "../../api/disclosures/filing-list-schema.ts";
import type { Config } from "../../base/config.ts";
import { UsageError } from "../../base/errors.ts";
import { pluralize } from "../../domain/count-words.ts";
import { FILING_STATES, type FilingState } from "../../domain/filing.ts";
import { formatReason } from "../../domain/reason.ts";
import { findSourceByName, SOURCE_NAMES, toOfficialUrl } from "../../filings/sources/all.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { FilingFilter } from "../../store/filings.ts";
import { getServiceUrl, withSharedStore } from "./shared-store.ts";

interface FilingsOptions {
  readonly state?: string;
  readonly source?: string;
  readonly year?: string;
  readonly politician?: string;
  readonly limit: string;
  readonly json?: boolean;
}

export async function runFilingsCommand(config: Config, options: FilingsOptions): Promise<void> {
  const filter = readFilingFilter(options);
  const limit = options.limit === "all" ? Number.MAX_SAFE_INTEGER : parseIntegerOption("--limit", options.limit, 1);
  return withSharedStore(config, async (store) => {
    const { filings, total } = await store.filings.list(filter, { limit, skip: 0 });
    if (options.json) {
      const baseUrl = getServiceUrl(config);
      const answer = { filings: filings.map((each) => toWireListedFiling(each, baseUrl)), total };
      process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    } else {
      process.stdout.write(filings.map(formatFilingBlock).join(""));
      const shownNote = total > filings.length ? `; ${filings.length} shown (use --limit all to show all)` : "";
      process.stdout.write(
        total === 0
          ? "No filing matches. To count the filings by source, year and status, run `coverage`.\n"
          : `${pluralize(total, "filing")}${shownNote}.\n`,
      );
    }
  });
}

function formatFilingBlock(filing: FilingRow): string {
  const { id, filedDate, state, filer } = filing;
  const reason = formatReason(filing.reason);
  const name = `${filer.first} ${filer.last}`.trim();
  return `${id}  ${filedDate ?? "-"}  ${state}  ${name}  ${toOfficialUrl(filing)}${reason === null ? "" : `\n    ${reason}`}\n`;
}

/** @throws {UsageError} */
function readFilingFilter({ state, source, year, politician }: FilingsOptions): FilingFilter {
  const states = state?.split(",").map((each) => each.trim()) as FilingState[] | undefined;
  const wrong = states?.find((each) => !FILING_STATES.includes(each));
  if (wrong !== undefined)
    throw new UsageError(`--state must be one or more of ${FILING_STATES.join(", ")}, not "${wrong}".`);
  const from = source === undefined ? undefined : findSourceByName(source);
  if (source !== undefined && from === undefined) {
    throw new UsageError(`--source must be ${SOURCE_NAMES}, not "${source}".`);
  }
  if (politician !== undefined && !/^[A-Za-z]\d{6}$/.test(politician)) {
    throw new UsageError(`--politician must be a Bioguide id such as P000197, not "${politician}".`);
  }
  return {
    states,
    source: from?.id,
    year: year === undefined ? undefined : parseIntegerOption("--year", year, 2012),
    politicianId: politician?.toUpperCase(),
  };
}

function parseIntegerOption(option: string, text: string, min: number): number {
  const number = Number(text);
  if (/^\d{1,9}$/.test(text) && number >= min) return number;
  throw new UsageError(`${option} must be a whole number, at least ${min}, not "${text}".`);
}
