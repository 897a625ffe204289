/**
 * Creates the fictional Senate filings: one every 18 days, each of the next kind. Within a Congress, a filing is the same
 * whatever `today` is.
 */
import { BRACKETS, formatFormDay, shortenForPaperForm } from "../../../src/app/demo/fictional/assets.ts";
import { createRandomSource, createUuidFor, type RandomSource } from "../../../src/app/demo/fictional/chance.ts";
import { encodeGif } from "../../../src/app/demo/fictional/gif.ts";
import type { FictionalMember } from "../../../src/app/demo/fictional/members.ts";
import {
  drawSenatePage,
  PAPER_AMOUNTS,
  type PaperLine,
  toHandwrittenDate,
} from "../../../src/app/demo/fictional/senate-paper.ts";
import {
  renderPaperViewer,
  renderSenateReport,
  type SenateRow,
} from "../../../src/app/demo/fictional/senate-report.ts";
import type { SenateSearchRow } from "../../../src/app/demo/sites/material.ts";
import { escapeHtml, renderSenatePage } from "../../../src/app/demo/sites/senate-frame.ts";
import { addDays, type IsoDate } from "../../../src/domain/dates.ts";
import type { FilingState } from "../../../src/domain/filing.ts";
import {
  type DrawRow,
  drawBondRow,
  drawCryptoRow,
  drawExchangeRow,
  drawImpossibleRow,
  drawListedRow,
  drawOptionRow,
  drawPrivateRow,
} from "./senate-rows.ts";
import type { TrueFiling, TrueRow } from "./truth.ts";

export interface SenateFiling {
  readonly row: SenateSearchRow;
  /** null for a report that is not a periodic transaction report. */
  readonly truth: TrueFiling | null;
  /** null if the site does not show the report that the search lists. */
  readonly page: string | null;
  /** The page images of a paper report, by their paths on the media host. */
  readonly images: ReadonlyMap<string, () => Uint8Array>;
  /** Rows that the page images show. */
  readonly paperRows: readonly SenateRow[];
}

const EVERY_DAYS = 18;
const EPOCH = Date.UTC(2000, 0, 1);
/** URL of the Senate's media host in viewer pages. */
const MEDIA = "https://efd-media-public.senate.gov/";

interface Kind {
  readonly drawRow: DrawRow;
  readonly rows: readonly [low: number, high: number];
  readonly document?: "paper" | "missing";
  /** The report restates the report from this many turns earlier. */
  readonly amends?: number;
  readonly state?: FilingState;
}

const KINDS: readonly Kind[] = [
  { drawRow: drawListedRow, rows: [1, 5] },
  { drawRow: drawListedRow, rows: [1, 5] },
  { drawRow: drawOptionRow, rows: [2, 4] },
  { drawRow: drawListedRow, rows: [2, 3], document: "paper", state: "needs_ocr" },
  { drawRow: drawListedRow, rows: [1, 5], amends: 4 },
  { drawRow: drawBondRow, rows: [2, 6] },
  { drawRow: drawExchangeRow, rows: [1, 2] },
  { drawRow: drawPrivateRow, rows: [1, 3] },
  { drawRow: drawListedRow, rows: [6, 14] },
  { drawRow: drawCryptoRow, rows: [1, 2] },
  { drawRow: drawImpossibleRow, rows: [1, 1], state: "needs_review" },
  { drawRow: drawListedRow, rows: [50, 70] },
  { drawRow: drawListedRow, rows: [1, 3], document: "missing", state: "missing_document" },
];

/** Creates the filings of the two years before `today`, newest last. */
export function createSenateFilings(members: readonly FictionalMember[], today: IsoDate): SenateFiling[] {
  const senators = members.filter((member) => member.chamber === "senate");
  const filings: SenateFiling[] = [];
  const first = Math.ceil(countDays(addDays(today, -730)) / EVERY_DAYS);
  for (let turn = first; turn * EVERY_DAYS <= countDays(today); turn++) {
    filings.push(createFiling(turn, senators));
    if (turn % KINDS.length === 0) filings.push(createAnnualReport(turn, senators));
  }
  return filings;
}

function countDays(day: IsoDate): number {
  return (Date.parse(day) - EPOCH) / 86_400_000;
}

const getFilingDay = (turn: number): IsoDate => addDays("2000-01-01" as IsoDate, turn * EVERY_DAYS);
const getKind = (turn: number): Kind => KINDS[turn % KINDS.length] ?? { drawRow: drawListedRow, rows: [1, 1] };

/** Creates the filer and the rows of a turn. An amendment has those of the report that it restates, with one amount changed. */
function createContent(
  turn: number,
  senators: readonly FictionalMember[],
): { senator: FictionalMember; reportDay: IsoDate; rows: SenateRow[] } {
  const kind = getKind(turn);
  if (kind.amends !== undefined) {
    const original = createContent(turn - kind.amends, senators);
    return {
      ...original,
      rows: original.rows.map((row, index) => (index === 0 ? { ...row, amount: pickNextBracket(row.amount) } : row)),
    };
  }
  const draw: RandomSource = createRandomSource(`senate filing ${turn}`);
  const day = getFilingDay(turn);
  const count = draw.drawInteger(...kind.rows);
  const rows = Array.from({ length: count }, (_, index) => ({ ...kind.drawRow(draw, day), line: count - index }));
  return { senator: draw.pick(senators), reportDay: day, rows };
}

const pickNextBracket = (amount: string): string =>
  BRACKETS[(BRACKETS.indexOf(amount) + 1) % BRACKETS.length] ?? amount;

function createFiling(turn: number, senators: readonly FictionalMember[]): SenateFiling {
  const kind = getKind(turn);
  const { senator, reportDay, rows } = createContent(turn, senators);
  const paper = kind.document === "paper";
  const uuid = createUuidFor(`senate filing ${turn}`);
  const amendment = kind.amends === undefined ? null : "Amendment 1";
  const title = `Periodic Transaction Report for ${formatFormDay(reportDay)}${amendment === null ? "" : ` (${amendment})`}`;
  const filed = formatFormDay(getFilingDay(turn));
  const filer = `The Honorable ${senator.first} ${senator.last} (${senator.last}, ${senator.first})`;
  const read = kind.document === undefined;
  const images = paper ? createPaperImages(uuid, rows) : new Map<string, never>();
  return {
    images,
    paperRows: paper ? rows : [],
    row: {
      uuid,
      link: paper ? "paper" : "ptr",
      first: paper ? `${senator.first.toUpperCase()} ` : senator.first,
      last: paper ? senator.last.toUpperCase() : senator.last,
      office: paper ? "Senator" : `${senator.last}, ${senator.first} (Senator)`,
      title,
      submitted: filed,
    },
    page:
      kind.document === "missing"
        ? null
        : paper
          ? renderPaperViewer([...images.keys()].map((path) => MEDIA + path))
          : renderSenateReport({ title, filer, filed: `${filed} @ ${turn % 5 === 0 ? "9 AM" : "4:38 PM"}`, rows }),
    truth: {
      source: "senate-efd",
      docId: uuid,
      year: Number(getFilingDay(turn).slice(0, 4)),
      kind: kind.document === "missing" ? null : paper ? "paper" : "html",
      memberId: senator.id,
      filer: read ? filer : null,
      stateDistrict: null,
      signedDate: null,
      filedDate: read ? filed : null,
      amendment: read ? amendment : null,
      rows: read ? rows.map(createTrueRow) : [],
      state: KINDS.some(
        (each, index) => each.amends !== undefined && (index - each.amends) % KINDS.length === turn % KINDS.length,
      )
        ? null
        : (kind.state ?? "parsed"),
    },
  };
}

/** Draws a page with the rows, the last one marked in two amount columns, and an empty page. */
function createPaperImages(uuid: string, rows: readonly SenateRow[]): Map<string, () => Uint8Array> {
  const lines = rows.map((row, at) => createPaperLine(row, at === rows.length - 1));
  return new Map(
    [lines, []].map((page, at) => [
      `media/fictional/${uuid}/${at + 1}.gif`,
      () => encodeGif(drawSenatePage(page, { number: `${uuid.slice(0, 8)}-${at + 1}` })),
    ]),
  );
}

const PREFIXES: Readonly<Record<SenateRow["owner"], string>> = {
  Self: "",
  Joint: "(J) ",
  Spouse: "(S) ",
  Child: "(DC) ",
};

function createPaperLine(
  { owner, assetParts, transactionDate, transactionType, amount }: SenateRow,
  twice: boolean,
): PaperLine {
  const bracket = PAPER_AMOUNTS.indexOf(amount);
  return {
    asset: `${PREFIXES[owner]}${shortenForPaperForm(assetParts.join(" "), 24)}`,
    date: toHandwrittenDate(transactionDate),
    types: [transactionType === "Purchase" ? 0 : 1],
    amounts: twice ? [bracket, bracket + 1] : [bracket],
  };
}

function createAnnualReport(turn: number, senators: readonly FictionalMember[]): SenateFiling {
  const senator = createRandomSource(`senate annual ${turn}`).pick(senators);
  const submitted = formatFormDay(getFilingDay(turn));
  return {
    row: {
      uuid: createUuidFor(`senate annual ${turn}`),
      link: "annual",
      first: senator.first,
      last: senator.last,
      office: `${senator.last}, ${senator.first} (Senator)`,
      title: `Annual Report for CY ${Number(submitted.slice(-4)) - 1}`,
      submitted,
    },
    page: renderAnnualReport(`The Honorable ${senator.first} ${senator.last}`),
    images: new Map(),
    paperRows: [],
    truth: null,
  };
}

function renderAnnualReport(filer: string): string {
  return renderSenatePage(
    "eFD: Annual Report for Sample Year",
    `<h1 class="mb-2">Annual Report for Sample Year</h1><h2 class="filedReport">${escapeHtml(filer)}</h2><p>This report is fictional.</p>`,
  );
}

function createTrueRow(row: SenateRow): TrueRow {
  const { tickers, assetParts } = row;
  return {
    ...row,
    id: null,
    assetName: assetParts.join(" / "),
    ticker: tickers.length === 1 ? (tickers[0] ?? null) : tickers.map((each) => each ?? "--").join(" "),
    assetTypeCode: null,
    notificationDate: null,
    capGainsOver200: null,
    filingStatus: null,
    subholding: null,
    location: null,
    description: null,
  };
}
