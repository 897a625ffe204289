/** The content of the preview images, one image per page. */
import type { z } from "zod";
import type { TickerDetailSchema } from "../../api/disclosures/ticker-schema.ts";
import { formatAmountRange } from "../../domain/amount-range.ts";
import { computeReportingGapDays } from "../../domain/lateness.ts";
import { toCanonicalSymbol } from "../../domain/symbol.ts";
import { formatHeadline } from "../../domain/trade-headline.ts";
import type { Dataset } from "../../publication/dataset/dataset.ts";
import type { View, WebFile } from "../page.ts";
import { getChamberName } from "../parts/person.ts";
import { formatPlace } from "../parts/seat.ts";
import { formatCount, pluralize } from "../parts/words.ts";
import { readPoliticianFields } from "../politician-list.ts";
import type { Records } from "../records.ts";
import { type Card, renderCardSvg } from "./card.ts";
import { drawPng } from "./png.ts";

interface CardParts {
  readonly records: Pick<Records, "findTrade">;
  readonly dataNotice: string | null;
}

type Content = Omit<Card, "notice">;
type Find = (view: View, name: string) => Content | null | Promise<Content | null>;

/** Creates `/og/site.png`, `/og/politicians/{id}.png` and so on. Each image is rendered when it is first requested. */
export function createPictures({ records, dataNotice }: CardParts): readonly WebFile[] {
  const createPictureFile = (path: string, find: Find): WebFile => ({
    name: "picture",
    path,
    contentType: "image/png",
    render: async (view) => {
      const [, name] = /^(.+)\.png$/s.exec(view.parameters["file"] ?? "site.png") ?? [];
      const content = name === undefined ? null : await find(view, name);
      return content && drawPng(renderCardSvg({ ...content, notice: dataNotice }));
    },
  });
  return [
    createPictureFile("/og/site.png", ({ dataset }) => buildSiteCard(dataset)),
    createPictureFile("/og/politicians/:file", ({ dataset }, id) => buildPoliticianCard(dataset, id)),
    createPictureFile("/og/tickers/:file", ({ dataset }, symbol) => buildTickerCard(dataset, symbol)),
    createPictureFile("/og/trades/:file", ({ dataset }, id) => buildTradeCard(dataset, records, id)),
  ];
}

function buildSiteCard(dataset: Dataset): Content {
  return {
    title: "Stock trades of Congress",
    subtitle: "Every disclosed trade, with its line in the filing",
    facts: [
      { label: "trades", value: formatCount(dataset.tradeCount) },
      { label: "politicians", value: formatCount(dataset.politicianCount) },
      { label: "as of", value: dataset.publishedAt?.toISOString().slice(0, 10) ?? "no data yet" },
    ],
  };
}

function buildPoliticianCard(dataset: Dataset, id: string): Content | null {
  const politician = readPoliticianFields(dataset, id);
  if (politician === undefined) return null;
  const { name, party, total_trades: trades, last_trade_date: last, top_tickers: tickers } = politician;
  const unread = dataset.getMember(id)?.unreadReports ?? 0;
  const isUnknown = trades === 0 && unread > 0;
  return {
    title: name,
    party,
    subtitle: `${getChamberName(politician.chamber)} · ${formatPlace(politician)}${dataset.getMember(id)?.hasLeft ? " · former" : ""}`,
    facts: [
      ...(isUnknown
        ? []
        : [{ label: trades === 1 ? "trade disclosed" : "trades disclosed", value: formatCount(trades) }]),
      ...(unread > 0
        ? [{ label: unread === 1 ? "report not read" : "reports not read", value: formatCount(unread) }]
        : []),
      ...(isUnknown ? [] : [{ label: "last traded", value: last ?? "never" }]),
      ...(trades === 0
        ? []
        : [{ label: "most traded", value: tickers.slice(0, 3).join(" ") || "nothing with a ticker" }]),
    ],
  };
}

function buildTickerCard(dataset: Dataset, text: string): Content | null {
  const symbol = toCanonicalSymbol(text);
  const body = symbol === null ? undefined : dataset.getTicker(symbol);
  if (body === undefined) return null;
  const ticker = JSON.parse(body.toString("utf8")) as z.infer<typeof TickerDetailSchema>;
  return {
    title: ticker.company,
    subtitle: `${ticker.ticker} · traded by members of Congress`,
    facts: [
      { label: ticker.buyers === 1 ? "member bought" : "members bought", value: formatCount(ticker.buyers) },
      { label: ticker.sellers === 1 ? "member sold" : "members sold", value: formatCount(ticker.sellers) },
      { label: ticker.trades === 1 ? "trade" : "trades", value: formatCount(ticker.trades) },
      { label: "last traded", value: ticker.last_trade_date },
    ],
  };
}

async function buildTradeCard(dataset: Dataset, records: CardParts["records"], id: string): Promise<Content | null> {
  const trade = (await records.findTrade(id))?.trade;
  const politician = trade && readPoliticianFields(dataset, trade.politicianId);
  if (!trade || !politician) return null;
  const { ticker, party, chamber, transactionDate, disclosureDate } = trade;
  const gapDays = computeReportingGapDays(trade);
  return {
    title: `${formatHeadline(trade)}${ticker === "" ? "" : ` (${ticker})`}`,
    subtitle: `${politician.name} · ${getChamberName(chamber)}`,
    party,
    range: trade.amount,
    facts: [
      { label: "amount", value: formatAmountRange(trade.amount) },
      { label: "traded", value: transactionDate },
      { label: "disclosed", value: disclosureDate },
      ...(gapDays === null ? [] : [{ label: "after the trade", value: pluralize(gapDays, "day") }]),
    ],
  };
}
