import { z } from "zod";
import { FILING_STATES, type FilingState } from "../../domain/filing.ts";
import { SOURCE_IDS } from "../../filings/sources/all.ts";
import { type Coverage, SOURCE_CONDITIONS } from "../../publication/dataset/coverage.ts";
import { asOf } from "./as-of.ts";

export const CoverageQuery = z.object({
  source: z.enum(SOURCE_IDS).optional().meta({ description: "Only this source." }),
  year: z
    .int()
    .min(2012)
    .lt(10_000)
    .optional()
    .meta({ description: "Only filings listed under this year, from 2012 to 9999. Any other year is refused." }),
  as_of: asOf,
});

const count = z.int().min(0);
const instant = z.iso.datetime().nullable();

const MEANINGS: Readonly<Record<FilingState, string>> = {
  pending: "Listed; its document has not been fetched or read yet.",
  parsed: "Read; each line became a trade or was rejected.",
  no_trades: "Read; it reports no transaction.",
  needs_ocr: "A scan that has not been read yet.",
  ocr: "A scan whose lines were all read with certainty.",
  needs_review: "Part of it needs review by a person.",
  unreadable: "Its document could not be read; `reasons` says why.",
  missing_document: "The index lists it, but the site does not have it, or its stored URL does not belong to the site.",
  withdrawn: "The index used to list it and no longer does, and nothing of it could be read.",
  superseded: "Every trade of it was replaced by an amendment.",
  not_a_member: "Its filer is not a member of Congress.",
  not_a_ptr: "Another kind of filing, not a transaction report; counted but not read.",
};

const StatesSchema = z
  .object(
    Object.fromEntries(FILING_STATES.map((state) => [state, count.meta({ description: MEANINGS[state] })])) as Record<
      FilingState,
      typeof count
    >,
  )
  .meta({ id: "FilingStates", description: "Filings in each state; a filing is in exactly one." });

const counts = {
  known: count.meta({ description: "Filings listed in an index: the sum of `states`." }),
  states: StatesSchema,
  rows_read: count.meta({ description: "Lines that were read: `trades` + `superseded` + `rejected`." }),
  trades: count.meta({ description: "Lines listed as trades." }),
  possible_repeats: count.meta({
    description:
      "Of `trades`, those identical to one in an earlier filing of the member: perhaps the same trade again.",
  }),
  superseded: count.meta({ description: "Trades that an amendment replaced or withdrew." }),
  rejected: count.meta({ description: "Lines that could not be used; `reasons` says why." }),
};

const reasons = z.record(z.string(), count);

const YearSchema = z.object({
  source: z.enum(SOURCE_IDS),
  year: z.int(),
  ...counts,
  index: z
    .object({
      rows: count.meta({ description: "Rows of the source's own list: `filings` + `duplicates`." }),
      duplicates: count.meta({ description: "Rows that repeat a document." }),
      filings: count,
      not_listed: z.int().meta({
        description:
          "`known` minus `filings`: filings not in this list, because they were listed earlier or imported by hand.",
      }),
      listed_at: z.iso.datetime(),
    })
    .nullable()
    .meta({ description: "The newest complete list of this year; null until there is one." }),
  filings_url: z.url().meta({ description: "The list of these filings." }),
  reasons: z.object({
    filings: reasons.meta({ description: "Why filings wait or could not be read, and how many." }),
    lines: reasons.meta({ description: "Why lines were rejected, and how many." }),
  }),
});

const NO_FILINGS = Object.fromEntries(FILING_STATES.map((state) => [state, 0]));
const EXAMPLE_COUNTS = {
  known: 1302,
  states: { ...NO_FILINGS, parsed: 371, needs_review: 12, unreadable: 1, not_a_ptr: 918 },
  rows_read: 4120,
  trades: 4101,
  possible_repeats: 2,
  superseded: 4,
  rejected: 15,
};

export const CoverageSchema = z
  .object({
    dataset_version: z.string().meta({ description: "Version these counts describe; `0` before the first version." }),
    sources: z.array(
      z.object({
        source: z.string().meta({ description: "A source of filings, or the list `legislators` or `tickers`." }),
        status: z.enum(SOURCE_CONDITIONS).meta({
          description:
            "`ok`; `stale`: the source's last answer is not trusted, or there was no success for 26 hours; `blocked`: the source refuses us, which does not mean that it has no filings; `failing`: the last attempt failed in another way; `never`: no answer yet; `off`: not turned on by the operator.",
        }),
        last_attempt_at: instant,
        last_success_at: instant,
        listing_completed_at: instant.meta({ description: "When the source's list was first read completely." }),
        last_error: z
          .string()
          .nullable()
          .meta({ description: "Error code and message; null when the last attempt succeeded." }),
        last_error_at: instant,
        listed_to_served: z
          .object({ filings: count, median_s: count, p95_s: count })
          .nullable()
          .meta({ description: "Seconds from listing to publication, of the latest filings." }),
      }),
    ),
    years: z.array(YearSchema).meta({ description: "One for each source and year, newest year first." }),
    totals: z.object(counts),
    open_amendments: z.int().min(0).optional().meta({
      description:
        "Amending reports, of all sources and years, whose target is not certain. Their trades and those they might correct stay published. Absent from counts made by earlier releases.",
    }),
    companies: z
      .object({
        asked: count.meta({ description: "Traded companies that were looked up at the SEC." }),
        with_industry: count,
        without_industry: count.meta({ description: "Companies to which the SEC gives no code." }),
        failed: count.meta({
          description: "Companies whose last lookup failed; they keep the industry found earlier.",
        }),
        last_answer_at: instant,
        last_error: z.string().nullable().meta({ description: "Error code and message of the latest failure." }),
        last_error_at: instant,
      })
      .optional()
      .meta({
        description:
          "The industries of issuers, requested from the SEC company by company. Absent from counts made by earlier releases.",
      }),
    started_from: z
      .object({
        made_at: z.iso.datetime(),
        sha256: z.string().meta({ description: "SHA-256 of its `backup.json`, which names the digest of every file." }),
      })
      .nullable()
      .optional()
      .meta({
        description:
          "The public backup from which this instance was started; null if it downloaded everything itself. Absent from counts made by earlier releases.",
      }),
    held_publications: z.array(z.object({ id: z.int(), held_at: z.iso.datetime(), reason: z.string() })).meta({
      description:
        "Publications awaiting the operator's approval; until then their filings keep their previous counts.",
    }),
  })
  .meta({
    id: "Coverage",
    description: "All known filings, each in exactly one processing state, and how fresh each source is.",
    examples: [
      {
        dataset_version: "2026-11-20.1",
        sources: [
          {
            source: "house-clerk",
            status: "ok",
            last_attempt_at: "2026-11-20T06:30:04.112Z",
            last_success_at: "2026-11-20T06:31:40.020Z",
            listing_completed_at: "2026-11-01T06:31:02.500Z",
            last_error: null,
            last_error_at: null,
            listed_to_served: { filings: 61, median_s: 240, p95_s: 900 },
          },
        ],
        years: [
          {
            source: "house-clerk",
            year: 2026,
            ...EXAMPLE_COUNTS,
            index: { rows: 1303, duplicates: 1, filings: 1302, not_listed: 0, listed_at: "2026-11-20T06:30:05.300Z" },
            filings_url: "https://api.example/api/v1/filings?source=house-clerk&year=2026",
            reasons: { filings: { pdf_truncated: 1 }, lines: { deleted: 3, uncertain: 12 } },
          },
        ],
        totals: EXAMPLE_COUNTS,
        open_amendments: 2,
        companies: {
          asked: 2410,
          with_industry: 2376,
          without_industry: 31,
          failed: 3,
          last_answer_at: "2026-11-20T06:41:40.020Z",
          last_error: "missing_document: https://data.sec.gov/submissions/CIK0009999999.json does not exist (404).",
          last_error_at: "2026-11-18T06:40:02.510Z",
        },
        started_from: null,
        held_publications: [],
      },
    ],
  });

/** Coverage as returned by the API and by `coverage --json`. @param baseUrl base for links. */
export function toWireCoverage({ years, ...rest }: Coverage, baseUrl: string): object {
  return {
    ...rest,
    years: years.map((each) => ({
      ...each,
      filings_url: `${baseUrl}/filings?source=${each.source}&year=${each.year}`,
    })),
  };
}
