/** The made-up filings of the House: one every twelve days, of every kind in turn. Within one Congress a filing does not change with the day it is asked for. */
import { BRACKETS, formatFormDay, shortenForPaper } from "../../../src/app/demo/fictional/assets.ts";
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
  bondRow,
  changedRow,
  exchangeRow,
  impossibleRow,
  listedRow,
  oddAmountRows,
  optionRow,
  privateRow,
} from "./house-rows.ts";
import type { TrueFiling, TrueRow } from "./truth.ts";

export interface HouseFiling {
  readonly row: HouseIndexRow;
  readonly truth: TrueFiling;
  /** null: the index names a document that the site does not have. */
  readonly bytes: (() => Uint8Array) | null;
  /** Rows of a scan. */
  readonly paperRows: readonly PtrRow[];
}

const EVERY_DAYS = 12;
/** The form has no more lines on its first page. */
const MAX_PAPER_ROWS = 7;
const EPOCH = Date.UTC(2000, 0, 1);
const several =
  (low: number, high: number, make: (draw: RandomSource, signed: IsoDate) => PtrRow) =>
  (draw: RandomSource, signed: IsoDate) =>
    Array.from({ length: draw.drawInteger(low, high) }, () => make(draw, signed));
const plain = several(1, 6, listedRow);

interface Kind {
  readonly rows: (draw: RandomSource, signed: IsoDate) => PtrRow[];
  readonly document?: "scan" | "missing" | "another's";
  readonly member?: false;
  readonly state?: FilingState;
}

/** Kinds of reports, used in turn. */
const KINDS: readonly Kind[] = [
  { rows: plain },
  { rows: plain },
  { rows: several(40, 60, listedRow) },
  { rows: plain, document: "scan", state: "needs_ocr" },
  { rows: several(2, 5, optionRow) },
  { rows: plain },
  { rows: several(3, 8, bondRow) },
  { rows: (draw, signed) => [exchangeRow(draw, signed), listedRow(draw, signed)] },
  {
    rows: (draw, signed) => [
      changedRow(draw, signed, "Amended"),
      changedRow(draw, signed, "Amended"),
      listedRow(draw, signed),
    ],
  },
  { rows: several(2, 4, privateRow) },
  { rows: oddAmountRows },
  { rows: plain },
  { rows: (draw, signed) => [listedRow(draw, signed), impossibleRow(draw, signed), listedRow(draw, signed)] },
  { rows: plain, member: false, state: "not_a_member" },
  { rows: several(8, 20, listedRow) },
  { rows: (draw, signed) => [changedRow(draw, signed, "Deleted"), listedRow(draw, signed)] },
  { rows: plain, document: "missing", state: "missing_document" },
  { rows: plain },
  { rows: (draw, signed) => [impossibleRow(draw, signed)], state: "needs_review" },
  { rows: plain },
];
/** One in two years: with more, a run would be held as one that cannot be trusted. */
const UNREADABLE: Kind = { rows: plain, document: "another's", state: "unreadable" };
const UNREADABLE_EVERY = 61;

/** The filings of the two years before `today`, newest last. */
export function houseFilings(members: readonly FictionalMember[], today: IsoDate): HouseFiling[] {
  const filings: HouseFiling[] = [];
  const first = Math.ceil(dayNumber(addDays(today, -730)) / EVERY_DAYS);
  for (let turn = first; turn * EVERY_DAYS <= dayNumber(today); turn++) filings.push(filing(turn, members));
  return filings;
}

function dayNumber(day: IsoDate): number {
  return (Date.parse(day) - EPOCH) / 86_400_000;
}

function filing(turn: number, members: readonly FictionalMember[]): HouseFiling {
  const draw = createRandomSource(`house filing ${turn}`);
  const signed = addDays("2000-01-01" as IsoDate, turn * EVERY_DAYS);
  const kind = (turn % UNREADABLE_EVERY === 19 ? UNREADABLE : KINDS[turn % KINDS.length]) ?? { rows: plain };
  const sitting = members.filter((member) => member.chamber === "house" && sat(member, signed));
  const member = kind.member === false ? null : draw.pick(sitting);
  const first = member?.first ?? "Pretend";
  const last = member?.last ?? "Candidateson";
  const stateDistrict = member ? `${member.state}${String(member.district).padStart(2, "0")}` : "ZZ00";
  const scan = kind.document === "scan";
  // Higher than any number that the Clerk has given out, so that none is a real document's.
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
      filingDate: indexDay(signed),
      docId,
    },
    bytes:
      kind.document === "missing"
        ? null
        : scan
          ? () => createScannedPtr(2, paperLines(paperRows))
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
      rows: read ? form.rows.map(trueRow) : [],
      state: kind.state ?? "parsed",
    },
  };
}

/** The last is marked in two columns of amounts, where there are others. */
function paperLines(rows: readonly PtrRow[]): HousePaperLine[] {
  return rows.map(({ owner, assetName, transactionType, transactionDate, notificationDate, amount }, at) => {
    const bracket = BRACKETS.indexOf(amount);
    return {
      owner: owner ?? "",
      asset: shortenForPaper(assetName, 30),
      date: toHandwrittenDate(transactionDate),
      notified: toHandwrittenDate(notificationDate),
      types: [["P", "S", "S (partial)", "E"].indexOf(transactionType)],
      amounts: at > 0 && at === rows.length - 1 ? [bracket, bracket + 2] : [bracket],
    };
  });
}

/** Returns whether the member was in office on the day, and when the rows of a report signed then happened. */
function sat(member: FictionalMember, signed: IsoDate): boolean {
  const inOffice = (day: IsoDate): boolean => member.terms.some(({ start, end }) => start <= day && day < end);
  return inOffice(signed) && inOffice(addDays(signed, -45));
}

/** The index prints days without leading zeros. */
function indexDay(day: IsoDate): string {
  return formatFormDay(day).replace(/^0/, "").replace("/0", "/");
}

function trueRow(row: PtrRow, index: number): TrueRow {
  return {
    ...row,
    line: index + 1,
    assetType: null,
    tickers: [row.ticker],
    assetParts: [row.assetName],
    assetDetails: {},
  };
}

/** Filings of other kinds, which every year's index has. */
export function otherRows(year: number): HouseIndexRow[] {
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
