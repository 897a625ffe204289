/** Reads search responses that were stored, or saved by a person. Each response is a page of a year's list. */
import { SourceError } from "../../../base/errors.ts";
import type { SourceParts, SourceSite } from "../source.ts";
import { searchReader } from "./readers.ts";
import { buildSearchUrl } from "./search.ts";

/** Placeholder for the year that the search was for, which a saved response does not contain. */
const NO_YEAR = 0;

export function createSavedSearchReader(
  { keeper, read }: Pick<SourceParts, "keeper" | "read">,
  baseUrl: string,
): NonNullable<SourceSite["listPages"]> {
  const url = buildSearchUrl(baseUrl);
  return {
    findYear(stored) {
      if (!stored.startsWith(url)) return null;
      return Number(/submitted_start_date=\d\d%2F\d\d%2F(\d{4})/.exec(stored)?.[1] ?? "");
    },
    read: async (body, year) => (await read(searchReader, body, { year, baseUrl })).listings,
    async saveSearchAnswer(body) {
      const { listings } = await read(searchReader, body, { year: NO_YEAR, baseUrl });
      const undated = listings.find(({ year }) => year === NO_YEAR);
      if (undated) {
        throw new SourceError(
          "search_unknown_year",
          `The search's answer gives no submission date for ${undated.docId}, and does not say which year was searched.`,
        );
      }
      await keeper.save({ url, headers: { "content-type": "application/json" }, body });
      return listings;
    },
  };
}
