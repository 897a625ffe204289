/** Lists reports from the pages of the Senate's search. */
import { SourceError } from "../../../base/errors.ts";
import type { FilingListing } from "../../../domain/filing.ts";
import type { SourceParts, SourceSite } from "../source.ts";
import { searchReader } from "./readers.ts";
import { buildSearchForm, buildSearchUrl } from "./search.ts";
import { describeAnswer, type SenateSession } from "./session.ts";

/** Maximum reports and pages of a correct response: senators and candidates file a few hundred of these reports a year. */
const MAX_REPORTS = 10_000;
const MAX_PAGES = 200;

interface SearchParts extends Pick<SourceParts, "keeper" | "read"> {
  readonly session: SenateSession;
  readonly baseUrl: string;
}

export function createSenateSearch({
  session,
  keeper,
  read,
  baseUrl,
}: SearchParts): Pick<SourceSite, "list" | "listNewest"> {
  async function fetchSearchPage(year: number, start: number, signal: AbortSignal, order: "asc" | "desc" = "asc") {
    const url = buildSearchUrl(baseUrl);
    const form = buildSearchForm(year, start, order);
    const answer = await session.post(url, form, signal);
    if (answer.status !== 200) {
      throw new SourceError("unexpected_status", `${url} answered with ${describeAnswer(answer)}; 200 was expected.`);
    }
    const page = await read(searchReader, answer.body, { year, baseUrl });
    await keeper.save({ url: `${url}?${form}`, headers: answer.headers, body: answer.body });
    return page;
  }

  /** True if one response has the report twice: the list itself repeats it. If false, rows moved between two requests. */
  async function isListedTwice(year: number, start: number, docId: string, signal: AbortSignal): Promise<boolean> {
    const { listings } = await fetchSearchPage(year, start, signal);
    return listings.filter((each) => each.docId === docId).length > 1;
  }

  return {
    async list(year, signal) {
      const rows: FilingListing[] = [];
      const places = new Map<string, number>();
      for (let pages = 1; ; pages += 1) {
        const { total, listings } = await fetchSearchPage(year, rows.length, signal);
        if (total > MAX_REPORTS || pages > MAX_PAGES) {
          throw new SourceError(
            "search_too_long",
            `The Senate's search for ${year} found ${total} reports, and page ${pages} has been reached. At most ${MAX_REPORTS} reports on ${MAX_PAGES} pages are read.`,
          );
        }
        for (const { docId } of listings) {
          const at = places.get(docId);
          if (at !== undefined && !(await isListedTwice(year, at, docId, signal))) {
            throw new SourceError(
              "search_overlaps",
              `Two pages of the Senate's search for ${year} list ${docId}, but no page lists it twice. The rows probably moved between the requests.`,
            );
          }
        }
        for (const each of listings) {
          if (!places.has(each.docId)) places.set(each.docId, rows.length);
          rows.push(each);
        }
        if (rows.length === total) return rows;
        if (listings.length === 0 || rows.length > total) {
          throw new SourceError(
            "search_incomplete",
            `The Senate's search for ${year} found ${total} reports, but listed ${rows.length}.`,
          );
        }
      }
    },

    async listNewest(year, isKnown, signal) {
      const rows: FilingListing[] = [];
      for (let start = 0, pages = 1; pages <= MAX_PAGES; pages += 1) {
        const { total, listings } = await fetchSearchPage(year, start, signal, "desc");
        start += listings.length;
        // A report submitted meanwhile moves the others down, so the next page may begin with a row already read.
        rows.push(...listings);
        if (listings.length === 0 || start >= total || listings.some(({ id }) => isKnown(id))) break;
      }
      return rows;
    },
  };
}
