/** The images and their content. */
import type { z } from "zod";
import type { TickerDetailSchema } from "../../api/disclosures/ticker-schema.ts";
import { formatAmountRange } from "../../domain/amount-range.ts";
import { reportingGapDays } from "../../domain/lateness.ts";
import { canonicalSymbol } from "../../domain/symbol.ts";
import { headline } from "../../domain/trade-headline.ts";
import type { Dataset } from "../../publication/dataset/dataset.ts";
import type { PoliticianFields } from "../../publication/dataset/politician-json.ts";
import type { View, WebFile } from "../page.ts";
import { chamberName } from "../parts/person.ts";
import { placeName } from "../parts/seat.ts";
import { count, counted } from "../parts/words.ts";
import type { Records } from "../records.ts";
import { type Card, cardSvg } from "./card.ts";
import { drawPng } from "./png.ts";

interface CardParts {
  readonly records: Pick<Records, "trade">;
  readonly dataNotice: string | null;
}

type Content = Omit<Card, "notice">;
type Find = (view: View, name: string) => Content | null | Promise<Content | null>;

/** `/og/site.png`, `/og/politicians/{id}.png` and so on, each rendered on first request. */
export function pictures({ records, dataNotice }: CardParts): readonly WebFile[] {
  const picture = (path: string, find: Find): WebFile => ({
    name: "picture",
    path,
    contentType: "image/png",
    render: async (view) => {
      const [, name] = /^(.+)\.png$/s.exec(view.parameters["file"] ?? "site.png") ?? [];
      const content = name === undefined ? null : await find(view, name);
      return content && drawPng(cardSvg({ ...content, notice: dataNotice }));
    },
  });
  return [
    picture("/og/site.png", ({ dataset }) => siteCard(dataset)),
    picture("/og/politicians/:file", ({ dataset }, id) => politicianCard(dataset, id)),
    picture("/og/tickers/:file", ({ dataset }, symbol) => tickerCard(dataset, symbol)),
    picture("/og/trades/:file", ({ dataset }, id) => tradeCard(dataset, records, id)),
  ];
}

function siteCard(dataset: Dataset): Content {
  return {
    title: "Stock trades of Congress",
    subtitle: "Every disclosed trade, with the line of the original document",
    facts: [
      { label: "trades", value: count(dataset.tradeCount) },
      { label: "politicians", value: count(dataset.politicianCount) },
      { label: "as of", value: dataset.publishedAt?.toISOString().slice(0, 10) ?? "not yet" },
    ],
  };
}

function politicianCard(dataset: Dataset, id: string): Content | null {
  const politician = fieldsOf(dataset, id);
  if (politician === null) return null;
  const { name, party, total_trades: trades, last_trade_date: last, top_tickers: tickers } = politician;
  const unread = dataset.member(id)?.unreadReports ?? 0;
  const isUnknown = trades === 0 && unread > 0;
  return {
    title: name,
    party,
    subtitle: `${chamberName(politician.chamber)} · ${placeName(politician)}${dataset.member(id)?.hasLeft ? " · former" : ""}`,
    facts: [
      ...(isUnknown ? [] : [{ label: trades === 1 ? "trade disclosed" : "trades disclosed", value: count(trades) }]),
      ...(unread > 0 ? [{ label: unread === 1 ? "report not read" : "reports not read", value: count(unread) }] : []),
      ...(isUnknown ? [] : [{ label: "last traded", value: last ?? "never" }]),
      ...(trades === 0
        ? []
        : [{ label: "most traded", value: tickers.slice(0, 3).join(" ") || "nothing with a ticker" }]),
    ],
  };
}

function tickerCard(dataset: Dataset, given: string): Content | null {
  const symbol = canonicalSymbol(given);
  const body = symbol === null ? undefined : dataset.ticker(symbol);
  if (body === undefined) return null;
  const ticker = JSON.parse(body.toString("utf8")) as z.infer<typeof TickerDetailSchema>;
  return {
    title: ticker.company,
    subtitle: `${ticker.ticker} · traded by members of Congress`,
    facts: [
      { label: ticker.buyers === 1 ? "member bought" : "members bought", value: count(ticker.buyers) },
      { label: ticker.sellers === 1 ? "member sold" : "members sold", value: count(ticker.sellers) },
      { label: ticker.trades === 1 ? "trade" : "trades", value: count(ticker.trades) },
      { label: "last traded", value: ticker.last_trade_date },
    ],
  };
}

async function tradeCard(dataset: Dataset, records: CardParts["records"], id: string): Promise<Content | null> {
  const trade = (await records.trade(id))?.trade;
  const politician = trade && fieldsOf(dataset, trade.politicianId);
  if (!trade || !politician) return null;
  const { ticker, party, chamber, transactionDate, disclosureDate } = trade;
  const gapDays = reportingGapDays(trade);
  return {
    title: `${headline(trade)}${ticker === "" ? "" : ` (${ticker})`}`,
    subtitle: `${politician.name} · ${chamberName(chamber)}`,
    party,
    range: trade.amount,
    facts: [
      { label: "amount", value: formatAmountRange(trade.amount) },
      { label: "traded", value: transactionDate },
      { label: "disclosed", value: disclosureDate },
      ...(gapDays === null ? [] : [{ label: "after the trade", value: counted(gapDays, "day") }]),
    ],
  };
}

function fieldsOf(dataset: Dataset, id: string): PoliticianFields | null {
  const body = dataset.politician(id);
  return body === undefined ? null : (JSON.parse(body.toString("utf8")) as PoliticianFields);
}
