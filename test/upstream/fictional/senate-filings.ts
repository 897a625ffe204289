/** The made-up filings of the Senate: one every eighteen days, of every kind in turn. Within one Congress a filing does not change with the day it is asked for. */
import { BRACKETS, formatFormDay, shortenForPaper } from "../../../src/app/demo/fictional/assets.ts";
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
  bondRow,
  cryptoRow,
  exchangeRow,
  impossibleRow,
  listedRow,
  optionRow,
  privateRow,
  type RowMaker,
} from "./senate-rows.ts";
import type { TrueFiling, TrueRow } from "./truth.ts";

export interface SenateFiling {
  readonly row: SenateSearchRow;
  /** null for reports that are not periodic transaction reports. */
  readonly truth: TrueFiling | null;
  /** null: the search names a report that the site does not show. */
  readonly page: string | null;
  /** The page images of a paper report, by their paths at the media host. */
  readonly images: ReadonlyMap<string, () => Uint8Array>;
  /** Rows that they show. */
  readonly paperRows: readonly SenateRow[];
}

const EVERY_DAYS = 18;
const EPOCH = Date.UTC(2000, 0, 1);
/** The Senate's media host, as viewer pages name it. */
const MEDIA = "https://efd-media-public.senate.gov/";

interface Kind {
  readonly make: RowMaker;
  readonly rows: readonly [low: number, high: number];
  readonly document?: "paper" | "missing";
  /** Restates the report this many turns before. */
  readonly amends?: number;
  readonly state?: FilingState;
}

const KINDS: readonly Kind[] = [
  { make: listedRow, rows: [1, 5] },
  { make: listedRow, rows: [1, 5] },
  { make: optionRow, rows: [2, 4] },
  { make: listedRow, rows: [2, 3], document: "paper", state: "needs_ocr" },
  { make: listedRow, rows: [1, 5], amends: 4 },
  { make: bondRow, rows: [2, 6] },
  { make: exchangeRow, rows: [1, 2] },
  { make: privateRow, rows: [1, 3] },
  { make: listedRow, rows: [6, 14] },
  { make: cryptoRow, rows: [1, 2] },
  { make: impossibleRow, rows: [1, 1], state: "needs_review" },
  { make: listedRow, rows: [50, 70] },
  { make: listedRow, rows: [1, 3], document: "missing", state: "missing_document" },
];

/** The filings of the two years before `today`, newest last. */
export function senateFilings(members: readonly FictionalMember[], today: IsoDate): SenateFiling[] {
  const senators = members.filter((member) => member.chamber === "senate");
  const filings: SenateFiling[] = [];
  const first = Math.ceil(dayNumber(addDays(today, -730)) / EVERY_DAYS);
  for (let turn = first; turn * EVERY_DAYS <= dayNumber(today); turn++) {
    filings.push(filing(turn, senators));
    if (turn % KINDS.length === 0) filings.push(annual(turn, senators));
  }
  return filings;
}

function dayNumber(day: IsoDate): number {
  return (Date.parse(day) - EPOCH) / 86_400_000;
}

const filedOn = (turn: number): IsoDate => addDays("2000-01-01" as IsoDate, turn * EVERY_DAYS);
const kindOf = (turn: number): Kind => KINDS[turn % KINDS.length] ?? { make: listedRow, rows: [1, 1] };

/** Filer and rows of a turn; an amendment has those of the report that it restates, with one amount changed. */
function content(
  turn: number,
  senators: readonly FictionalMember[],
): { senator: FictionalMember; reportDay: IsoDate; rows: SenateRow[] } {
  const kind = kindOf(turn);
  if (kind.amends !== undefined) {
    const original = content(turn - kind.amends, senators);
    return {
      ...original,
      rows: original.rows.map((row, index) => (index === 0 ? { ...row, amount: anotherBracket(row.amount) } : row)),
    };
  }
  const draw: RandomSource = createRandomSource(`senate filing ${turn}`);
  const day = filedOn(turn);
  const count = draw.drawInteger(...kind.rows);
  const rows = Array.from({ length: count }, (_, index) => ({ ...kind.make(draw, day), line: count - index }));
  return { senator: draw.pick(senators), reportDay: day, rows };
}

const anotherBracket = (amount: string): string => BRACKETS[(BRACKETS.indexOf(amount) + 1) % BRACKETS.length] ?? amount;

function filing(turn: number, senators: readonly FictionalMember[]): SenateFiling {
  const kind = kindOf(turn);
  const { senator, reportDay, rows } = content(turn, senators);
  const paper = kind.document === "paper";
  const uuid = createUuidFor(`senate filing ${turn}`);
  const amendment = kind.amends === undefined ? null : "Amendment 1";
  const title = `Periodic Transaction Report for ${formatFormDay(reportDay)}${amendment === null ? "" : ` (${amendment})`}`;
  const filed = formatFormDay(filedOn(turn));
  const filer = `The Honorable ${senator.first} ${senator.last} (${senator.last}, ${senator.first})`;
  const read = kind.document === undefined;
  const images = paper ? paperImages(uuid, rows) : new Map<string, never>();
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
      year: Number(filedOn(turn).slice(0, 4)),
      kind: kind.document === "missing" ? null : paper ? "paper" : "html",
      memberId: senator.id,
      filer: read ? filer : null,
      stateDistrict: null,
      signedDate: null,
      filedDate: read ? filed : null,
      amendment: read ? amendment : null,
      rows: read ? rows.map(trueRow) : [],
      state: KINDS.some(
        (each, index) => each.amends !== undefined && (index - each.amends) % KINDS.length === turn % KINDS.length,
      )
        ? null
        : (kind.state ?? "parsed"),
    },
  };
}

/** A page with the rows, the last marked in two columns of amounts, and one that is not filled in. */
function paperImages(uuid: string, rows: readonly SenateRow[]): Map<string, () => Uint8Array> {
  const lines = rows.map((row, at) => paperLine(row, at === rows.length - 1));
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

function paperLine(
  { owner, assetParts, transactionDate, transactionType, amount }: SenateRow,
  twice: boolean,
): PaperLine {
  const bracket = PAPER_AMOUNTS.indexOf(amount);
  return {
    asset: `${PREFIXES[owner]}${shortenForPaper(assetParts.join(" "), 24)}`,
    date: toHandwrittenDate(transactionDate),
    types: [transactionType === "Purchase" ? 0 : 1],
    amounts: twice ? [bracket, bracket + 1] : [bracket],
  };
}

function annual(turn: number, senators: readonly FictionalMember[]): SenateFiling {
  const senator = createRandomSource(`senate annual ${turn}`).pick(senators);
  const submitted = formatFormDay(filedOn(turn));
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

function trueRow(row: SenateRow): TrueRow {
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
