/** The demo's reports as the Senate lists and shows them. */
import type { IsoDate } from "../../../domain/dates.ts";
import { formatFormDay, shortenForPaperForm } from "../fictional/assets.ts";
import { createUuidFor } from "../fictional/chance.ts";
import { encodeGif } from "../fictional/gif.ts";
import { toYahooSymbolText } from "../fictional/securities.ts";
import { drawSenatePage, PAPER_AMOUNTS, type PaperLine, toHandwrittenDate } from "../fictional/senate-paper.ts";
import { renderPaperViewer, renderSenateReport, type SenateRow } from "../fictional/senate-report.ts";
import type { SenateSearchRow } from "../sites/material.ts";
import { COMPANIES } from "./companies.ts";
import type { Report } from "./reports.ts";
import type { DemoTrade } from "./trades.ts";

interface SenateDocument {
  readonly row: SenateSearchRow;
  /** Null if the search lists a report that the site does not have. */
  readonly page: string | null;
  /** The images of a paper report by path on the media host. */
  readonly images: ReadonlyMap<string, () => Uint8Array>;
}

/** The Senate's media host, as in viewer pages. */
const MEDIA = "https://efd-media-public.senate.gov/";
const MAX_PAPER_ROWS = 12;

export function createSenateDocument(report: Report): SenateDocument {
  const { turn, kind, person, filed, earlier, trades } = report;
  const uuid = createUuidFor(`demonstration senate ${turn}`);
  const isPaper = kind.startsWith("scan");
  const title = `Periodic Transaction Report for ${formatFormDay(earlier?.filed ?? filed)}${formatAmendmentNumber(report)}`;
  const submitted = formatFormDay(filed);
  const images = isPaper ? createPaperImages(uuid, report) : new Map<string, never>();
  const filer = `The Honorable ${person.first} ${person.last} (${person.last}, ${person.first})`;
  const rows = trades.map((trade, at) => toSenateRow(trade, trades.length - at));
  return {
    row: {
      uuid,
      link: isPaper ? "paper" : "ptr",
      first: isPaper ? `${person.first.toUpperCase()} ` : person.first,
      last: isPaper ? person.last.toUpperCase() : person.last,
      office: isPaper ? "Senator" : `${person.last}, ${person.first} (Senator)`,
      title,
      submitted,
    },
    page:
      kind === "missing"
        ? null
        : isPaper
          ? renderPaperViewer([...images.keys()].map((path) => MEDIA + path))
          : renderSenateReport({ title, filer, filed: `${submitted} @ ${turn % 5 === 0 ? "9 AM" : "4:38 PM"}`, rows }),
    images,
  };
}

/** An `amends_unknown` report is called Amendment 2, although the demo generates neither an original nor an Amendment 1. */
function formatAmendmentNumber({ kind }: Report): string {
  if (kind === "amends") return " (Amendment 1)";
  return kind === "amends_unknown" ? " (Amendment 2)" : "";
}

/** A doubtful page has its last row marked in two amount columns; the image of a damaged page is truncated. */
function createPaperImages(uuid: string, { kind, trades, turn }: Report): Map<string, () => Uint8Array> {
  const lines = trades.slice(0, MAX_PAPER_ROWS).map(toSenatePaperLine);
  const last = lines.at(-1);
  if (kind === "scan_doubtful" && last !== undefined) {
    lines[lines.length - 1] = { ...last, amounts: (last.amounts ?? []).flatMap((column) => [column, column + 1]) };
  }
  const createWholeImage = () => encodeGif(drawSenatePage(lines, { number: `${turn}-1` }));
  const page = kind === "scan_damaged" ? () => createWholeImage().subarray(0, 600) : createWholeImage;
  return new Map([[`media/demonstration/${uuid}/1.gif`, page]]);
}

const PREFIXES = { self: "", joint: "(J) ", spouse: "(S) ", child: "(DC) " } as const;

function toSenatePaperLine({ owner, asset, traded, type, amount }: DemoTrade): PaperLine {
  const name = asset.kind === "listed" ? asset.security.company : "";
  return {
    asset: `${PREFIXES[owner]}${shortenForPaperForm(name, 24)}`,
    date: toHandwrittenDate(formatFormDay(traded)),
    types: [type === "purchase" ? 0 : 1],
    amounts: [PAPER_AMOUNTS.indexOf(amount)],
  };
}

const OWNERS = { self: "Self", joint: "Joint", spouse: "Spouse", child: "Child" } as const;
const TYPES = {
  purchase: "Purchase",
  sale: "Sale (Full)",
  "partial sale": "Sale (Partial)",
  exchange: "Exchange",
} as const;

function toSenateRow(trade: DemoTrade, line: number): SenateRow {
  return {
    line,
    transactionDate: formatFormDay(trade.traded),
    owner: OWNERS[trade.owner],
    transactionType: TYPES[trade.type],
    amount: trade.amount,
    comment: trade.comment,
    ...toSenateAsset(trade),
  };
}

type PrintedAsset = Pick<SenateRow, "tickers" | "assetParts" | "assetDetails" | "assetType">;

function toSenateAsset({ asset, type, traded }: DemoTrade): PrintedAsset {
  switch (asset.kind) {
    case "listed": {
      const { symbol, company, kind } = asset.security;
      const name = `${company} - ${kind}`;
      if (type === "exchange") return createExchangedAsset(symbol, name, traded);
      return { tickers: [toYahooSymbolText(symbol)], assetParts: [name], assetDetails: {}, assetType: "Stock" };
    }
    case "option": {
      const { symbol, company, kind } = asset.security;
      return {
        tickers: [toYahooSymbolText(symbol)],
        assetParts: [`${company} - ${kind}`],
        assetDetails: {
          "Option Type": asset.right,
          "Strike price": `$${asset.strike}.00`,
          Expires: formatFormDay(asset.expires),
        },
        assetType: "Stock Option",
      };
    }
    case "bond": {
      const { name, rate, matures, type: assetType } = asset.bond;
      return createUnlistedAsset(name, assetType, { "Rate/Coupon": rate, Matures: matures });
    }
    case "private": {
      const { name, place, about } = asset.company;
      return createUnlistedAsset(`${name} - Class A & B Units`, "Non-Public Stock", {
        Company: `${name} (${place})`,
        Description: about,
      });
    }
    case "coin":
      return createUnlistedAsset(asset.coin.name, "Cryptocurrency", { "Exchange/Platform": asset.coin.platform });
  }
}

function createUnlistedAsset(
  name: string,
  assetType: string,
  assetDetails: Readonly<Record<string, string>>,
): PrintedAsset {
  return { tickers: [null], assetParts: [name], assetDetails, assetType };
}

/** A row of an exchange has two assets: the one given up and the one received. */
function createExchangedAsset(symbol: string, name: string, traded: IsoDate): PrintedAsset {
  const candidates = COMPANIES.filter((each) => !each.etf && each.symbol !== symbol && each.listedOn === undefined);
  const received = candidates[Number(traded.slice(8)) % candidates.length];
  return {
    tickers: [toYahooSymbolText(symbol), received === undefined ? null : toYahooSymbolText(received.symbol)],
    assetParts: [`${name} (Exchanged)`, `${received?.company} - ${received?.kind} (Received)`],
    assetDetails: {},
    assetType: "Stock",
  };
}
