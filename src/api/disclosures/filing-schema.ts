import { z } from "zod";
import type { UnsettledAmendment } from "../../domain/amendments/settlement.ts";
import { FILING_STATES, type RejectedLine } from "../../domain/filing.ts";
import { formatReason } from "../../domain/reason.ts";
import { SOURCE_IDS, toOfficialUrl } from "../../filings/sources/all.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { FilingTrade } from "../../store/filings.ts";
import { PendingOfFilingSchema, toWirePendingAmendments } from "./amendment-schema.ts";

export const DocumentQuery = z.object({
  page: z
    .int()
    .min(1)
    .max(9999)
    .optional()
    .meta({ description: "For a Senate paper report: return the image of this page." }),
});

const createNullableTextSchema = (description: string) => z.string().nullable().meta({ description });

/** A filing for the API: its row in the ledger, its lines, and its stored document, if any. */
export interface FilingRecord {
  readonly filing: FilingRow;
  readonly trades: readonly FilingTrade[];
  readonly rejected: readonly RejectedLine[];
  /** Pending amendments: those in this filing, and those in later filings that may amend it. */
  readonly amendmentPending: readonly UnsettledAmendment[];
  readonly document: {
    readonly sha256: string;
    readonly byteLength: number;
    readonly fetchedAt: Date | null;
    /** Summary of the printed report; null when the document could not be read. */
    readonly seen: { readonly kind: string; readonly pages: number | null; readonly images: number } | null;
  } | null;
}

const FilerSchema = z
  .object({
    prefix: z.string().nullable(),
    first: z.string(),
    last: z.string(),
    suffix: z.string().nullable(),
  })
  .meta({ id: "ListedName" });

const TradeOfFilingSchema = z.object({
  id: z.string(),
  line: z.int().min(1),
  supersedes: createNullableTextSchema("Id of the trade that this one replaces."),
  superseded_by: createNullableTextSchema(
    "Id of the trade that replaces this one, or of the filing that withdraws it. Either way, this trade is no longer listed.",
  ),
});

const RejectedLineSchema = z.object({
  line: z.int().meta({ description: "Number of the line in the report." }),
  reason: z.string().meta({
    description: "Stable reason code, such as `deleted`, `uncertain` or `transaction_after_filing`.",
  }),
  text: z.string().meta({ description: "The line as printed." }),
  corrected_by: z
    .string()
    .optional()
    .meta({ description: "Id of the trade that corrects this line, from a later report; absent if none does." }),
});

const DocumentSchema = z.object({
  url: z.url().meta({ description: "URL of the original, as fetched, on this service." }),
  sha256: z.string(),
  bytes: z.int().min(0),
  fetched_at: z.iso.datetime().nullable(),
  kind: createNullableTextSchema("`text`, `scan`, `html`, `paper` or `other`; null when it could not be read."),
  pages: z.int().nullable().meta({ description: "Pages of a PDF, or page images of a paper report." }),
  page_images: z.int().min(0).meta({
    description: "Number of images available as `?page=1` and so on; 0 except for the Senate's paper reports.",
  }),
});

export const FilingSchema = z
  .object({
    id: z.string().meta({ description: "`h` and the House's DocID, or `s` and the Senate's UUID." }),
    source: z.enum(SOURCE_IDS),
    kind: z.enum(["ptr", "paper", "other"]).meta({
      description: "As listed: a transaction report, a Senate report on paper, or another kind of filing.",
    }),
    year: z.int().meta({ description: "Year under which the source lists the filing." }),
    title: z.string().meta({ description: "The Senate's title, or the House's filing-type letter." }),
    filed_date: z.iso
      .date()
      .nullable()
      .meta({ description: "As listed; null if the listed date is empty or impossible." }),
    filer: FilerSchema.meta({ description: "As the index prints it." }),
    state_district: createNullableTextSchema("`CA11`; null in the Senate."),
    also_listed: z
      .array(z.object({ filer: FilerSchema, state_district: createNullableTextSchema("As beside `filer`.") }))
      .meta({
        description:
          "Other rows of the index that list the document, under another name or seat. `politician_id` is the member whose name the document prints.",
      }),
    politician_id: createNullableTextSchema("Null if the filer is not a member, or before the filing has been read."),
    state: z.enum(FILING_STATES).meta({ description: "Its state; see `GET /coverage`." }),
    reason: createNullableTextSchema("Why it is in this state, if given: a code and a sentence."),
    document_url: z.url().meta({ description: "URL of the document on the official site." }),
    document: DocumentSchema.nullable().meta({ description: "The stored original; null if there is none." }),
    rows_read: z.int().min(0),
    trades: z.array(TradeOfFilingSchema),
    rejected: z.array(RejectedLineSchema),
    amendment_pending: PendingOfFilingSchema,
    first_listed_at: z.iso.datetime(),
    last_listed_at: z.iso.datetime(),
  })
  .meta({
    id: "Filing",
    description: "A filing in the ledger, which has an entry for every filing listed in an index.",
    examples: [
      {
        id: "h20990001",
        source: "house-clerk",
        kind: "ptr",
        year: 2021,
        title: "P",
        filed_date: "2021-02-19",
        filer: { prefix: "Hon.", first: "Jane", last: "Example", suffix: null },
        state_district: "VT00",
        also_listed: [],
        politician_id: "X000001",
        state: "parsed",
        reason: null,
        document_url: "https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2021/20990001.pdf",
        document: {
          url: "https://api.example/api/v1/filings/h20990001/document",
          sha256: "b7bacfd4417c95a763f761002da9a797ee5fa5130d093de2b6ca7299b3657e78",
          bytes: 71234,
          fetched_at: "2021-02-20T07:00:00.000Z",
          kind: "text",
          pages: 1,
          page_images: 0,
        },
        rows_read: 2,
        trades: [{ id: "txn_h20990001_01", line: 1, supersedes: null, superseded_by: null }],
        rejected: [
          {
            line: 2,
            reason: "deleted",
            text: "SP Example Corp. (EXMP) [ST] P 01/04/2021 01/05/2021 $1,001 - $15,000",
          },
        ],
        amendment_pending: [],
        first_listed_at: "2021-02-20T07:00:00.000Z",
        last_listed_at: "2026-11-20T06:30:05.300Z",
      },
    ],
  });

/** Builds the fields that are common to a filing in a list and a filing on its own. */
export function toFilingFacts(filing: FilingRow) {
  const { prefix, first, last, suffix } = filing.filer;
  return {
    id: filing.id,
    source: filing.source,
    kind: filing.kind,
    year: filing.year,
    title: filing.title,
    filed_date: filing.filedDate,
    filer: { prefix, first, last, suffix },
    state_district: filing.stateDistrict,
    politician_id: filing.politicianId,
    state: filing.state,
    reason: formatReason(filing.reason),
    document_url: toOfficialUrl(filing),
  };
}

/** A filing as returned by the API. @param baseUrl base for links. */
export function toWireFiling(
  { filing, trades, rejected, amendmentPending, document }: FilingRecord,
  baseUrl: string,
): object {
  return {
    ...toFilingFacts(filing),
    also_listed: (filing.alsoListed ?? []).map(({ filer: { prefix, first, last, suffix }, stateDistrict }) => ({
      filer: { prefix, first, last, suffix },
      state_district: stateDistrict,
    })),
    document: document && {
      url: `${baseUrl}/filings/${filing.id}/document`,
      sha256: document.sha256,
      bytes: document.byteLength,
      fetched_at: document.fetchedAt?.toISOString() ?? null,
      kind: document.seen?.kind ?? null,
      pages: document.seen?.pages ?? null,
      page_images: document.seen?.images ?? 0,
    },
    rows_read: filing.rowsRead,
    trades: trades.map(({ trade, supersedes, supersededBy }) => ({
      id: trade.id,
      line: trade.line,
      supersedes,
      superseded_by: supersededBy,
    })),
    rejected: rejected.map(({ line, reason, text, correctedBy }) => ({
      line,
      reason,
      text,
      ...(correctedBy !== undefined && { corrected_by: correctedBy }),
    })),
    amendment_pending: toWirePendingAmendments(amendmentPending),
    first_listed_at: filing.firstListedAt.toISOString(),
    last_listed_at: filing.lastListedAt.toISOString(),
  };
}
