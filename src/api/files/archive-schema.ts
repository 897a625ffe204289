import { z } from "zod";
import { createPageFields } from "../../http/request/page-query.ts";

const ArchivedFileSchema = z.object({
  name: z.string().meta({
    description:
      "All trades: `trades.csv.gz` (guarded against formulas), `trades-raw.csv.gz` and `trades.ndjson.gz`. Trades disclosed in one year: `trades-2024.csv.gz` and so on, `trades-2024.parquet`. Counts: `coverage.json.gz`.",
  }),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  url: z.url(),
});

const ArchiveSchema = z
  .object({
    dataset_version: z.string(),
    date: z.iso.date().meta({ description: "The UTC day of publication." }),
    rows: z.int().min(0),
    files: z.array(ArchivedFileSchema),
  })
  .meta({ id: "Archive", description: "A dataset version that is stored forever." });

export const ArchiveListSchema = z
  .object({
    archives: z.array(ArchiveSchema).meta({ description: "Newest first." }),
    ...createPageFields(),
  })
  .meta({
    id: "ArchiveList",
    description: "The stored dataset versions: each was current after a download of new filings.",
    examples: [
      {
        archives: [
          {
            dataset_version: "2026-11-20.1",
            date: "2026-11-20",
            rows: 14832,
            files: [
              {
                name: "trades.csv.gz",
                bytes: 912345,
                sha256: "b7bacfd4417c95a763f761002da9a797ee5fa5130d093de2b6ca7299b3657e78",
                url: "https://api.example/api/v1/premium/archive/2026-11-20.1/trades.csv.gz",
              },
            ],
          },
        ],
        total: 1,
        limit: 50,
        skip: 0,
      },
    ],
  });
