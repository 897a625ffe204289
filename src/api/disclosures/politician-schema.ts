import { z } from "zod";
import { CHAMBERS, COMMITTEE_CHAMBERS, PARTIES } from "../../domain/politician.ts";
import { createLimitSchema, createPageFields, skip, version } from "../../http/request/page-query.ts";
import { createNonBlankTextSchema, FORMS } from "../../http/request/parameter.ts";
import { tradeFilterShape } from "./trade-query.ts";

export const PoliticiansQuery = z.object({
  chamber: z.enum(CHAMBERS).optional().meta({ description: "Only this chamber (case-insensitive)." }),
  party: z.enum(PARTIES).optional().meta({ description: "Only this party (case-insensitive)." }),
  state: tradeFilterShape.state,
  district: z.int().min(0).lt(100).optional().meta({
    description: "District of the current or last seat in the House; 0 for seats at large and delegates.",
  }),
  in_office: z.boolean().optional().meta({ description: "Only current members of Congress, or only former ones." }),
  committee: z.string().regex(FORMS.committee.pattern).optional().meta({
    description:
      "Only members who sit on this committee or subcommittee today: an `id` in a politician's `committees`.",
  }),
  q: createNonBlankTextSchema(200).optional().meta({
    description:
      "Words to search for, ignoring case and accents. Each must begin a word in any form of the name, or be a short form of a given name.",
  }),
  limit: createLimitSchema(50, 200),
  skip,
  version,
});

const EXAMPLE = {
  id: "X000001",
  name: "Jane Example",
  chamber: "house",
  party: "Independent",
  state: "VT",
  district: 0,
  total_trades: 12,
  total_volume_estimate: "$96,012+",
  last_trade_date: "2026-02-03",
  top_tickers: ["AAPL", "MSFT"],
} as const;

const fields = {
  id: z
    .string()
    .regex(/^[A-Z]\d{6}$/)
    .meta({ description: "Bioguide id." }),
  name: z.string().min(1),
  chamber: z
    .enum(CHAMBERS)
    .meta({ description: "`chamber`, `party`, `state` and `district` are those of the current or last seat." }),
  party: z.enum(PARTIES),
  state: z.string().regex(/^[A-Z]{2}$/),
  district: z.int().min(0).nullable().meta({ description: "Null for senators, 0 for at-large seats and delegates." }),
  total_trades: z.int().min(0),
  total_volume_estimate: z
    .string()
    .regex(/^\$[\d,]+\+$/)
    .meta({ description: "Sum of the lower bounds of all trades." }),
  last_trade_date: z.iso.date().nullable().meta({ description: "Null without a trade." }),
  top_tickers: z
    .array(z.string())
    .max(5)
    .meta({ description: "Symbols of the most traded securities: today's symbol, or else as filed." }),
};

const PoliticianSchema = z
  .object(fields)
  .meta({ id: "Politician", description: "A member of Congress with a summary of the trades.", examples: [EXAMPLE] });

export const PoliticianListSchema = z
  .object({
    politicians: z.array(PoliticianSchema),
    ...createPageFields("Number of politicians that match, regardless of `limit` and `skip`."),
  })
  .meta({
    id: "PoliticianList",
    description: "Politicians by name.",
    examples: [{ politicians: [EXAMPLE], total: 538, limit: 1, skip: 0 }],
  });

const TermSchema = z
  .object({
    chamber: z.enum(CHAMBERS),
    state: z.string(),
    district: z.int().min(0).nullable(),
    start: z.iso.date(),
    end: z.iso.date(),
    parties: z.array(
      z.object({
        party: z.string().meta({ description: "Name of the party in the list of members." }),
        caucus: z.string().nullable(),
        start: z.iso.date(),
        end: z.iso.date(),
      }),
    ),
  })
  .meta({ id: "Term", description: "One term of office, with the party in each part of it." });

const TERM_EXAMPLE = { chamber: "house", state: "VT", district: 0, start: "2025-01-03", end: "2027-01-03" };
const SPAN_EXAMPLE = { party: "Independent", caucus: "Democrat", start: "2025-01-03", end: "2027-01-03" };

const CommitteeSeatSchema = z
  .object({
    id: z
      .string()
      .regex(/^[A-Z]{4}([A-Z\d]{2})?$/)
      .meta({ description: "Four letters; for a subcommittee, followed by two digits." }),
    name: z.string().min(1),
    chamber: z.enum(COMMITTEE_CHAMBERS),
    parent: z.string().nullable().meta({ description: "Name of the subcommittee's committee; null for a committee." }),
    title: z
      .string()
      .nullable()
      .meta({ description: "Title in the list of members: `Chairman`, `Ranking Member`, ...; null for most." }),
  })
  .meta({ id: "CommitteeSeat", description: "A seat in a committee or subcommittee." });

const SEAT_EXAMPLE = { id: "HSZZ", name: "Committee on Examples", chamber: "house", parent: null, title: "Chairman" };
const SUBSEAT_EXAMPLE = { id: "HSZZ01", name: "Samples", chamber: "house", parent: SEAT_EXAMPLE.name, title: null };

export const PoliticianDetailSchema = z
  .object({
    ...fields,
    in_office: z.boolean().meta({
      description:
        "Whether one of `terms` includes the day of the dataset version (first and last days count), or the list of members lists the politician as sitting after the scheduled end of the last term.",
    }),
    unread_reports: z.int().min(0).meta({
      description:
        "Reports from which nothing is served because they have not been read, cannot be read or contain nothing certain. `total_trades` does not include their trades.",
    }),
    without_possible_repeats: z
      .object({ total_trades: fields.total_trades, total_volume_estimate: fields.total_volume_estimate })
      .meta({
        description: "The totals excluding trades that an earlier filing also reports (`possible_duplicate_of`).",
      }),
    terms: z.array(TermSchema).meta({ description: "Oldest first." }),
    committees: z
      .array(CommitteeSeatSchema)
      .meta({ description: "Sorted by id, subcommittees after their committee; empty for a former member." }),
    filings: z.record(z.string(), z.int().min(0)).meta({ description: "Number of filings by processing state." }),
    other_names: z.array(z.string()).meta({ description: "Other forms of the name." }),
  })
  .meta({
    id: "PoliticianDetail",
    description: "A politician with terms, committees, filings and names.",
    examples: [
      {
        ...EXAMPLE,
        in_office: true,
        unread_reports: 1,
        without_possible_repeats: { total_trades: 11, total_volume_estimate: "$95,011+" },
        terms: [{ ...TERM_EXAMPLE, parties: [SPAN_EXAMPLE] }],
        committees: [SEAT_EXAMPLE, SUBSEAT_EXAMPLE],
        filings: { needs_ocr: 1, parsed: 3 },
        other_names: ["Janet Example"],
      },
    ],
  });
