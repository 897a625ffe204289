/** The demo's reports as the House Clerk lists and publishes them. */
import { addDays, type IsoDate } from "../../../domain/dates.ts";
import { BRACKETS, formatFormDay, shortenForPaperForm } from "../fictional/assets.ts";
import type { HousePaperLine } from "../fictional/house-paper.ts";
import { createHousePtr } from "../fictional/house-ptr.ts";
import type { PtrRow } from "../fictional/ptr-form.ts";
import { createScannedPtr } from "../fictional/scan.ts";
import { toHandwrittenDate } from "../fictional/senate-paper.ts";
import type { HouseIndexRow } from "../sites/material.ts";
import type { Report } from "./reports.ts";
import type { DemoTrade } from "./trades.ts";

export interface HouseDocument {
  readonly row: HouseIndexRow;
  readonly filed: IsoDate;
  /** Null if the index names a document that the site does not have. */
  readonly bytes: (() => Uint8Array) | null;
}

/** A candidate who was not elected. */
const CANDIDATE = { first: "Percival", last: "Nearlythere" };
const MAX_PAPER_ROWS = 7;
/** Start of each range of demo document ids: higher than the Clerk's ids of that kind, so that no real document has them. */
const TEXT_IDS = 20_900_000;
const SCAN_IDS = 8_900_000;
const ON_DEMAND_IDS = 21_000_000;
/** Printed in a document in place of its own id. Simulates a site that sends a document other than the requested one. */
const WRONG_ID = "20900000";

export function createHouseDocument(report: Report): HouseDocument {
  const { turn, kind } = report;
  return createDocument(report, String((kind.startsWith("scan") ? SCAN_IDS : TEXT_IDS) + turn));
}

/** Creates the document of an unscheduled report, with a higher id than the documents of scheduled reports. */
export function createOnDemandDocument(report: Report): HouseDocument {
  const day = (Date.parse(report.filed) - Date.UTC(2000, 0, 1)) / 86_400_000;
  return createDocument(report, String(ON_DEMAND_IDS + day * 10 + report.turn));
}

function createDocument(report: Report, docId: string): HouseDocument {
  const { filed, kind, person } = report;
  const { first, last } = kind === "not_a_member" ? CANDIDATE : person;
  const stateDst = `${person.state}${String(person.district).padStart(2, "0")}`;
  const row = {
    prefix: "Hon.",
    last,
    first,
    suffix: "",
    filingType: "P",
    stateDst,
    year: filed.slice(0, 4),
    filingDate: formatDayForFilingIndex(filed),
    docId,
  };
  const createPtrBytes = () =>
    createHousePtr({
      docId: kind === "wrong_document" ? WRONG_ID : docId,
      filer: `Hon. ${first} ${last}`,
      status: "Member",
      stateDistrict: stateDst,
      signedDate: formatFormDay(filed),
      rows: toPtrRows(report),
    });
  if (kind === "missing") return { row, filed, bytes: null };
  return { row, filed, bytes: kind.startsWith("scan") ? () => createScan(report) : createPtrBytes };
}

/** A doubtful scan has its last row marked in two amount columns; a damaged scan has nothing legible. */
function createScan({ kind, trades }: Report): Uint8Array {
  const lines = trades.slice(0, MAX_PAPER_ROWS).map(toHousePaperLine);
  const last = lines.at(-1);
  if (kind === "scan_doubtful" && last !== undefined) {
    lines[lines.length - 1] = { ...last, amounts: last.amounts.flatMap((column) => [column, column + 2]) };
  }
  const bytes = createScannedPtr(1, lines);
  return kind === "scan_damaged"
    ? bytes.fill(0x2a, Math.round(bytes.length * 0.2), Math.round(bytes.length * 0.6))
    : bytes;
}

function toHousePaperLine({ owner, asset, traded, notified, type, amount }: DemoTrade): HousePaperLine {
  const name = asset.kind === "listed" ? asset.security.company : "";
  return {
    owner: OWNERS[owner] ?? "",
    asset: shortenForPaperForm(name, 30),
    date: toHandwrittenDate(formatFormDay(traded)),
    notified: toHandwrittenDate(formatFormDay(notified)),
    types: [["purchase", "sale", "partial sale", "exchange"].indexOf(type)],
    amounts: [BRACKETS.indexOf(amount)],
  };
}

const OWNERS = { self: null, spouse: "SP", joint: "JT", child: "DC" } as const;
const TYPES = { purchase: "P", sale: "S", "partial sale": "S (partial)", exchange: "E" } as const;

function toPtrRows({ kind, trades, earlier, turn }: Report): PtrRow[] {
  const rows = trades.map(toPtrRow);
  if (kind === "amends_unknown")
    return rows.slice(0, 1).map((row) => ({ ...row, ...createEarlierRowFields("Amended", turn, null) }));
  if (earlier === null || kind === "repeats") return rows;
  const status = kind === "deletes" ? "Deleted" : "Amended";
  return rows.slice(0, 1).map((row) => ({ ...row, ...createEarlierRowFields(status, turn, earlier.filed) }));
}

// Creates the id and status fields of a row that amends or deletes an earlier report's row. Both rows have the same id. The
// Clerk's row ids increase by about 55 a day. So the id is computed from a known id and the day of that id.
function createEarlierRowFields(filingStatus: "Amended" | "Deleted", turn: number, filed: IsoDate | null) {
  const base = { id: 2_000_116_760, filed: Date.parse("2024-03-27") };
  const days = filed === null ? turn / 55 : Math.max(0, (Date.parse(addDays(filed, -1)) - base.filed) / 86_400_000);
  return { id: String(base.id + Math.round(days * 55)), filingStatus };
}

function toPtrRow(trade: DemoTrade): PtrRow {
  const sold = trade.type === "sale" || trade.type === "partial sale";
  return {
    id: null,
    owner: OWNERS[trade.owner],
    transactionType: TYPES[trade.type],
    transactionDate: formatFormDay(trade.traded),
    notificationDate: formatFormDay(trade.notified),
    amount: trade.amount,
    capGainsOver200: sold && trade.amount !== "$1,001 - $15,000",
    filingStatus: "New",
    subholding: trade.account,
    comment: trade.comment,
    ...toHouseAsset(trade),
  };
}

type PrintedAsset = Pick<PtrRow, "assetName" | "ticker" | "assetTypeCode" | "location" | "description">;

function toHouseAsset({ asset, type }: DemoTrade): PrintedAsset {
  const plain = { location: null, description: null };
  switch (asset.kind) {
    case "listed": {
      const { symbol, company, kind, etf } = asset.security;
      const description = type === "exchange" ? "Shares were exchanged for shares in an imaginary merger." : null;
      const code = etf ? "EF" : "ST";
      return { assetName: `${company} - ${kind}`, ticker: symbol, assetTypeCode: code, location: null, description };
    }
    case "option": {
      const { symbol, company, kind } = asset.security;
      const { contracts, right, strike, expires } = asset;
      const description = `Purchased ${contracts} ${right.toLowerCase()} options with a strike price of $${strike} and an expiration date of ${formatFormDay(expires)}.`;
      return { ...plain, assetName: `${company} - ${kind}`, ticker: symbol, assetTypeCode: "OP", description };
    }
    case "bond": {
      const { name, rate, matures, code } = asset.bond;
      const location = code === "GS" ? "Nowhere, US" : null;
      return { ...plain, assetName: `${name}, ${rate}, Due ${matures}`, ticker: null, assetTypeCode: code, location };
    }
    case "private": {
      const { name, place, about } = asset.company;
      return { assetName: name, ticker: null, assetTypeCode: "OI", location: `${place}, US`, description: about };
    }
    case "coin":
      return { ...plain, assetName: asset.coin.name, ticker: null, assetTypeCode: "CT" };
  }
}

/** The index prints days without leading zeros. */
function formatDayForFilingIndex(day: IsoDate): string {
  return formatFormDay(day).replace(/^0/, "").replace("/0", "/");
}

/** Filings that are not transaction reports. The index of every year contains these filings. */
export function listOtherFilings(year: number, today: IsoDate): HouseIndexRow[] {
  return ["X", "C", "O", "W"]
    .map((filingType, index) => ({
      prefix: "",
      ...CANDIDATE,
      suffix: "",
      filingType,
      stateDst: "CA12",
      year: String(year),
      filingDate: `${index + 1}/1${index}/${year}`,
      docId: `39${year}0${index}`,
    }))
    .filter((_, index) => `${year}-0${index + 1}-1${index}` <= today);
}
