import { z } from "zod";
import { DIVISION_LETTERS, SIC_DIVISIONS } from "../../domain/industry.ts";
import { createLimitSchema, createPageFields, skip, version } from "../../http/request/page-query.ts";

const division = z.enum(DIVISION_LETTERS);

export const IndustriesQuery = z.object({
  division: division.optional().meta({
    description: `Only one division of the SIC manual: ${SIC_DIVISIONS.map(({ letter, title }) => `\`${letter}\` ${title}`).join("; ")}.`,
  }),
  limit: createLimitSchema(100, 500),
  skip,
  version,
});

export const IndustrySchema = z.object({
  sic: z
    .string()
    .regex(/^\d{4}$/)
    .meta({ description: "Code of the Standard Industrial Classification." }),
  description: z.string().meta({ description: "The SEC's words for the code." }),
  division: division.nullable().meta({ description: "The SIC manual's division; null if the code is in none." }),
});

const count = z.int().min(0);

export const IndustryListSchema = z
  .object({
    industries: z.array(
      z.object({
        ...IndustrySchema.shape,
        trades: count.meta({ description: "Trades of all types, including exchanges and options." }),
        buys: count.meta({ description: "Purchases of shares, excluding options and short covering." }),
        sells: count.meta({ description: "Full and partial sales of shares." }),
        securities: count.meta({ description: "Number of securities traded." }),
        members: count.meta({ description: "Number of politicians who traded." }),
        last_trade_date: z.iso.date().meta({ description: "Latest transaction." }),
      }),
    ),
    ...createPageFields("Number of industries that match, regardless of `limit` and `skip`."),
  })
  .meta({
    id: "IndustryList",
    description: "Industries by number of trades, then by code.",
    examples: [
      {
        industries: [
          {
            sic: "3571",
            description: "Electronic Computers",
            division: "D",
            trades: 312,
            buys: 130,
            sells: 160,
            securities: 6,
            members: 71,
            last_trade_date: "2026-02-03",
          },
        ],
        total: 214,
        limit: 1,
        skip: 0,
      },
    ],
  });
