/**
 * Creates the fictional House filings: one every 12 days, each of the next kind. Within a Congress, a filing is the same whatever
 * `today` is.
 */
import { BRACKETS, formatFormDay, shortenForPaperForm } from "../../../src/app/demo/fictional/assets.ts";
import { createRandomSource, type RandomSource } from "../../../src/app/demo/fictional/chance.ts";
import type { HousePaperLine } from "../../../src/app/demo/fictional/house-paper.ts";
import { createHousePtr } from "../../../src/app/demo/fictional/house-ptr.ts";
import type { FictionalMember } from "../../../src/app/demo/fictional/members.ts";
import type { PtrForm, PtrRow } from "../../../src/app/demo/fictional/ptr-form.ts";
import { createScannedPtr } from "../../../src/app/demo/fictional/scan.ts";
import { toHandwrittenDate } from "../../../src/app/demo/fictional/senate-paper.ts";
import type { HouseIndexRow } from "../../../src/app/demo/sites/material.ts";
import { addDays, type IsoDate } from "../../../src/domain/dates.ts";
import type { FilingState } from "../../../src/domain/filing.ts";
import {
  drawBondRow,
  drawChangedRow,
  drawExchangeRow,
  drawImpossibleRow,
  drawListedRow,
  drawOddAmountRows,
  drawOptionRow,
  drawPrivateRow,
} from "./house-rows.ts";
import type { TrueFiling, TrueRow } from "./truth.ts";

export interface HouseFiling {
  readonly row: HouseIndexRow;
  readonly truth: TrueFiling;
  /** null if the site does not have the document that the index lists. */
  readonly bytes: (() => Uint8Array) | null;
  /** Rows of a scan; empty for other documents. */
  readonly paperRows: readonly PtrRow[];
}

const EVERY_DAYS = 12;
/** Number of lines on the first page of the form. */
const MAX_PAPER_ROWS = 7;
const EPOCH = Date.UTC(2000, 0, 1);
const createRowsDrawer =
  (low: number, high: number, make: (draw: RandomSource, signed: IsoDate) => PtrRow) =>
  (draw: RandomSource, signed: IsoDate) =>
    Array.from({ length: draw.drawInteger(low, high) }, () => make(draw, signed));
const drawPlainRows = createRowsDrawer(1, 6, drawListedRow);

interface Kind {
  readonly rows: (draw: RandomSource, signed: IsoDate) => PtrRow[];
  readonly document?: "scan" | "missing" | "another's";
  readonly member?: false;
  readonly state?: FilingState;
}

/** Kinds of reports, used in turn. */
const KINDS: readonly Kind[] = [
  { rows: drawPlainRows },
  { rows: drawPlainRows },
  { rows: createRowsDrawer(40, 60, drawListedRow) },
  { rows: drawPlainRows, document: "scan", state: "needs_ocr" },
  { rows: createRowsDrawer(2, 5, drawOptionRow) },
  { rows: drawPlainRows },
  { rows: createRowsDrawer(3, 8, drawBondRow) },
  { rows: (draw, signed) => [drawExchangeRow(draw, signed), drawListedRow(draw, signed)] },
  {
    rows: (draw, signed) => [
      drawChangedRow(draw, signed, "Amended"),
      drawChangedRow(draw, signed, "Amended"),
      drawListedRow(draw, signed),
    ],
  },
  { rows: createRowsDrawer(2, 4, drawPrivateRow) },
  { rows: drawOddAmountRows },
  { rows: drawPlainRows },
  {
    rows: (draw, signed) => [drawListedRow(draw, signed), drawImpossibleRow(draw, signed), drawListedRow(draw, signed)],
  },
  { rows: drawPlainRows, member: false, state: "not_a_member" },
  { rows: createRowsDrawer(8, 20, drawListedRow) },
  { rows: (draw, signed) => [drawChangedRow(draw, signed, "Deleted"), drawListedRow(draw, signed)] },
  { rows: drawPlainRows, document: "missing", state: "missing_document" },
  { rows: drawPlainRows },
  { rows: (draw, signed) => [drawImpossibleRow(draw, signed)], state: "needs_review" },
  { rows: drawPlainRows },
];
/** Occurs about once in two years. With more of them, the service would distrust the run and hold its publication. */
const UNREADABLE: Kind = { rows: drawPlainRows, document: "another's", state: "unreadable" };
const UNREADABLE_EVERY = 61;

/** Creates the filings of the two years before `today`, newest last. */
export function createHouseFilings(members: readonly FictionalMember[], today: IsoDate): HouseFiling[] {
  const filings: HouseFiling[] = [];
  const first = Math.ceil(countDays(addDays(today, -730)) / EVERY_DAYS);
  for (let turn = first; turn * EVERY_DAYS <= countDays(today); turn++) filings.push(createFiling(turn, members));
  return filings;
}

function countDays(day: IsoDate): number {
  return (Date.parse(day) - EPOCH) / 86_400_000;
}

function createFiling(turn: number, members: readonly FictionalMember[]): HouseFiling {
  const draw = createRandomSource(`house filing ${turn}`);
  const signed = addDays("2000-01-01" as IsoDate, turn * EVERY_DAYS);
  const kind = (turn % UNREADABLE_EVERY === 19 ? UNREADABLE : KINDS[turn % KINDS.length]) ?? { rows: drawPlainRows };
  const sitting = members.filter((member) => member.chamber === "house" && wasInOffice(member, signed));
  const member = kind.member === false ? null : draw.pick(sitting);
  const first = member?.first ?? "Pretend";
  const last = member?.last ?? "Candidateson";
  const stateDistrict = member ? `${member.state}${String(member.district).padStart(2, "0")}` : "ZZ00";
  const scan = kind.document === "scan";
  // Higher than any id that the Clerk has assigned, so that no id is a real document's.
  const docId = scan ? String(8_900_000 + turn) : `209${String(turn).padStart(5, "0")}`;
  const form: PtrForm = {
    docId: kind.document === "another's" ? "20900000" : docId,
    filer: `Hon. ${first} ${last}`,
    status: "Member",
    stateDistrict,
    signedDate: formatFormDay(signed),
    rows: kind.rows(draw, signed),
  };
  const year = Number(signed.slice(0, 4));
  const read = kind.document === undefined;
  const paperRows = scan ? form.rows.slice(0, MAX_PAPER_ROWS) : [];
  return {
    paperRows,
    row: {
      prefix: "Hon.",
      last,
      first,
      suffix: "",
      filingType: "P",
      stateDst: stateDistrict,
      year: String(year),
      filingDate: formatIndexDay(signed),
      docId,
    },
    bytes:
      kind.document === "missing"
        ? null
        : scan
          ? () => createScannedPtr(2, createPaperLines(paperRows))
          : () => createHousePtr(form),
    truth: {
      source: "house-clerk",
      docId,
      year,
      kind: kind.document === "missing" ? null : scan ? "scan" : "text",
      memberId: member?.id ?? null,
      filer: read ? form.filer : null,
      stateDistrict: read ? stateDistrict : null,
      signedDate: read ? form.signedDate : null,
      filedDate: null,
      amendment: null,
      rows: read ? form.rows.map(createTrueRow) : [],
      state: kind.state ?? "parsed",
    },
  };
}

/** Creates the lines of a scan. If there are several, the last one is marked in two amount columns. */
function createPaperLines(rows: readonly PtrRow[]): HousePaperLine[] {
  return rows.map(({ owner, assetName, transactionType, transactionDate, notificationDate, amount }, at) => {
    const bracket = BRACKETS.indexOf(amount);
    return {
      owner: owner ?? "",
      asset: shortenForPaperForm(assetName, 30),
      date: toHandwrittenDate(transactionDate),
      notified: toHandwrittenDate(notificationDate),
      types: [["P", "S", "S (partial)", "E"].indexOf(transactionType)],
      amounts: at > 0 && at === rows.length - 1 ? [bracket, bracket + 2] : [bracket],
    };
  });
}

/** Returns whether the member was in office on the day of signature and 45 days earlier, so that all trades fall into a term. */
function wasInOffice(member: FictionalMember, signed: IsoDate): boolean {
  const isInTerm = (day: IsoDate): boolean => member.terms.some(({ start, end }) => start <= day && day < end);
  return isInTerm(signed) && isInTerm(addDays(signed, -45));
}

/** Formats a day as in the index: without leading zeros. */
function formatIndexDay(day: IsoDate): string {
  return formatFormDay(day).replace(/^0/, "").replace("/0", "/");
}

function createTrueRow(row: PtrRow, index: number): TrueRow {
  return {
    ...row,
    line: index + 1,
    assetType: null,
    tickers: [row.ticker],
    assetParts: [row.assetName],
    assetDetails: {},
  };
}

/** Creates the rows of other kinds that every year's index has. */
export function createOtherRows(year: number): HouseIndexRow[] {
  return ["X", "C", "O", "W"].map((filingType, index) => ({
    prefix: "",
    last: "Candidateson",
    first: "Pretend",
    suffix: "",
    filingType,
    stateDst: "ZZ00",
    year: String(year),
    filingDate: index === 0 ? `1/2/${year}` : `${index + 2}/1${index}/${year}`,
    docId: `39${year}0${index}`,
    ...(year === 2012 && { filingYear: "2011", disclosureType: "FD" }),
  }));
}
