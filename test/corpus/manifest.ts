/**
 * The public filings of `manifest.json`: where each is published, where its documents are in a folder, and what is printed on it.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { corpusDir } from "../corpus.ts";

/** Text of a cell. Null is a blank cell; `?` is a cell that nobody could read with certainty and that tests do not compare. */
const cell = z.string().min(1).nullable();

const COLUMNS = ["owner", "asset", "ticker", "type", "transactionDate", "notificationDate", "amount"] as const;

/** A record's row, in the order of the columns. The Senate prints no notification date. */
const row = z
  .tuple([cell, z.string().min(1), cell, z.string().min(1), z.string().min(1), cell, z.string().min(1)])
  .transform(([owner, asset, ticker, type, transactionDate, notificationDate, amount]) => ({
    owner,
    asset,
    ticker,
    type,
    transactionDate,
    notificationDate,
    amount,
  }));
export type RecordRow = z.infer<typeof row>;

const published = { url: z.url({ protocol: /^https$/ }), sha256: z.string().regex(/^[0-9a-f]{64}$/) };
const filing = { ...published, filer: z.string().min(1), rows: z.array(row).min(1) };
const houseId = z.string().regex(/^h\d+$/);
const senateId = z.string().regex(/^s[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const manifest = z.strictObject({
  about: z.string(),
  columns: z.array(z.string()).refine((names) => names.join() === COLUMNS.join(), `must be ${COLUMNS.join(", ")}`),
  filings: z.array(
    z.discriminatedUnion("layout", [
      z.strictObject({ id: houseId, layout: z.literal("text"), ...filing }),
      z.strictObject({
        id: houseId,
        layout: z.literal("scan"),
        ...filing,
        pages: z.int().min(1),
        handwritten: z.boolean(),
      }),
      z.strictObject({ id: senateId, layout: z.literal("page"), ...filing }),
      z.strictObject({
        id: senateId,
        layout: z.literal("paper"),
        ...filing,
        images: z.array(z.strictObject(published)).min(1),
      }),
    ]),
  ),
});

export type RealFiling = z.infer<typeof manifest>["filings"][number];
export type FilingOf<L extends RealFiling["layout"]> = Extract<RealFiling, { layout: L }>;

/** One file of a filing: its only document, or the viewer page and page images of a paper report. */
export interface RealDocument {
  readonly url: string;
  readonly sha256: string;
  /** Path in a folder of documents: `house/ptr-pdfs/2016/20005757.pdf`. */
  readonly file: string;
  /**
   * False for Senate pages: the site changes the page around an old report, so the record tells whether the report is the same.
   */
  readonly sameBytes: boolean;
}

export const realFilings: readonly RealFiling[] = manifest.parse(
  JSON.parse(readFileSync(path.join(import.meta.dirname, "manifest.json"), "utf8")),
).filings;

/** Folder in which `npm run corpus` puts the documents. */
export const fetchedFolder = path.join(import.meta.dirname, "documents");
/** Folder with the filings for tests: the recorded corpus if there is one, or else the downloaded filings. */
const folder = corpusDir ?? fetchedFolder;

export const getDocId = ({ id }: Pick<RealFiling, "id">): string => id.slice(1);

/** Returns the documents of a filing; the one to read comes first. */
export function listDocuments(filing: RealFiling): readonly RealDocument[] {
  const { url, sha256, layout } = filing;
  if (layout === "text" || layout === "scan") {
    const [year = "", name = ""] = url.split("/").slice(-2);
    return [{ url, sha256, file: `house/ptr-pdfs/${year}/${name}`, sameBytes: true }];
  }
  if (layout === "page") return [{ url, sha256, file: `senate/ptr/${getDocId(filing)}.html`, sameBytes: false }];
  const place = `senate/paper/${getDocId(filing)}`;
  return [
    { url, sha256, file: `${place}/index.html`, sameBytes: false },
    ...filing.images.map((image) => ({
      ...image,
      file: `${place}/${path.posix.basename(image.url)}`,
      sameBytes: true,
    })),
  ];
}

export const getDocumentPath = ({ file }: RealDocument): string => path.join(folder, file);

/** Returns the filings of a layout whose documents are all in the folder. */
export function listPresentFilings<L extends RealFiling["layout"]>(layout: L): readonly FilingOf<L>[] {
  return realFilings
    .filter((each): each is FilingOf<L> => each.layout === layout)
    .filter((each) => listDocuments(each).every((document) => existsSync(getDocumentPath(document))));
}

/** Returns the bytes of each file of a filing that is in the folder. */
export function readDocuments(filing: RealFiling): readonly Uint8Array[] {
  return listDocuments(filing).map((document) => new Uint8Array(readFileSync(getDocumentPath(document))));
}

/** The `skip` of `test(name, { skip }, ...)`: false, or the reason why the layout is not tested. */
export function skipUnlessHere(layout: RealFiling["layout"]): string | false {
  return (
    listPresentFilings(layout).length === 0 &&
    `no real filing of the layout "${layout}" (npm run corpus downloads them)`
  );
}
