import { z } from "zod";
import { FILING_STATES } from "../../domain/filing.ts";
import { createLimitSchema, createPageFields, skip } from "../../http/request/page-query.ts";
import { FORMS } from "../../http/request/parameter.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import { CoverageQuery } from "./coverage-schema.ts";
import { FilingSchema, toFilingFacts } from "./filing-schema.ts";

export const FilingsQuery = z.object({
  ...CoverageQuery.shape,
  state: z.array(z.enum(FILING_STATES)).min(1).optional().meta({ description: "Only filings in these states." }),
  politician_id: z.string().regex(FORMS.politician.pattern).optional().meta({
    description: "Only filings of this politician, by Bioguide id.",
  }),
  limit: createLimitSchema(50, 200),
  skip,
});

const ListedFilingSchema = FilingSchema.pick({
  id: true,
  source: true,
  kind: true,
  year: true,
  title: true,
  filed_date: true,
  filer: true,
  state_district: true,
  politician_id: true,
  state: true,
  reason: true,
  document_url: true,
  rows_read: true,
})
  .extend({ url: z.url().meta({ description: "URL of the filing with its lines, on this service." }) })
  .meta({ id: "ListedFiling", description: "A filing without its lines." });

export const FilingListSchema = z
  .object({
    filings: z.array(ListedFilingSchema),
    ...createPageFields(),
  })
  .meta({
    id: "FilingList",
    examples: [
      {
        filings: [
          {
            id: "h20990004",
            source: "house-clerk",
            kind: "ptr",
            year: 2021,
            title: "P",
            filed_date: "2021-02-19",
            filer: { prefix: "Hon.", first: "Jane", last: "Example", suffix: null },
            state_district: "VT00",
            politician_id: null,
            state: "unreadable",
            reason: "pdf_truncated: The document ends before its end mark.",
            document_url: "https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2021/20990004.pdf",
            rows_read: 0,
            url: "https://api.example/api/v1/filings/h20990004",
          },
        ],
        total: 1,
        limit: 50,
        skip: 0,
      },
    ],
  });

/** A filing as returned by the API and by `filings --json`. @param baseUrl base for links. */
export function toWireListedFiling(filing: FilingRow, baseUrl: string): z.output<typeof ListedFilingSchema> {
  return {
    ...toFilingFacts(filing),
    rows_read: filing.rowsRead,
    url: `${baseUrl}/filings/${filing.id}`,
  };
}
