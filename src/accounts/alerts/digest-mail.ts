/** Builds the mail of a daily digest, as text and as HTML. */
import { escapeHtml } from "../../base/escape-html.ts";
import { pluralize } from "../../domain/count-words.ts";
import type { StandoutRule } from "../../domain/premium.ts";
import type { MailText } from "../../store/premium/email-rows.ts";
import type { DigestData, DigestTrade } from "./event-data.ts";
import { joinIntoOneLine } from "./mail-text.ts";

const STANDOUTS: Readonly<Record<StandoutRule, string>> = {
  largest: "the largest of the last 30 days",
  latest: "the furthest past the deadline in the last 30 days",
  first_in_security: "the member's first known trade in this security, and a large one",
  above_own_95th: "larger than 95% of the member's own earlier trades",
  cluster: "several members traded this security in the same direction within 14 days",
};

const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** @param data the data of the `alert.triggered` event. */
export function composeDigestMail(data: DigestData): MailText {
  const { alert, trades, total_matches: total, test, digest } = data;
  const name = joinIntoOneLine(alert.name);
  const { date, members, late } = digest;
  const count = pluralize(total, "trade");
  const ofMembers =
    total === 0 ? "" : ` of ${pluralize(members, "member")}${late === 0 ? "" : `, ${late} disclosed late`}`;
  const timeSpan = `Published from ${formatLocalTime(digest.from, digest)} to ${formatLocalTime(digest.until, digest)} (${digest.time_zone}).`;
  const testNotice = test ? ["This is a test mail."] : [];
  const more = total > trades.length ? [`and ${total - trades.length} more, in the alert's list of matches.`] : [];
  const end = `Alert ${alert.id}. Reports are due within 45 days of a trade; amounts are the ranges that the law requires. Unusual does not mean improper.`;
  const head = `Your alert "${name}": ${total === 0 ? "no new trade" : count}${ofMembers}.`;
  const byMember = [...Map.groupBy(trades, ({ politician_id: id }) => id).values()];
  return {
    subject: `${test ? "[test] " : ""}congress-trades: ${count} for ${name}, ${DAY.format(new Date(date))}`,
    text: [
      ...[head, timeSpan, ...testNotice, ""],
      ...byMember.flatMap((own) => [formatMemberLine(own), ...own.flatMap(formatDigestTrade), ""]),
      ...more.flatMap((line) => [line, ""]),
      end,
      "",
    ].join("\n"),
    html: [
      ...[head, timeSpan, ...testNotice].map(renderParagraph),
      ...byMember.map(
        (own) => `<h3>${escapeHtml(formatMemberLine(own))}</h3>\n<ul>\n${own.map(renderTradeItem).join("\n")}\n</ul>`,
      ),
      ...[...more, end].map(renderParagraph),
    ].join("\n"),
  };
}

function formatMemberLine([trade]: readonly DigestTrade[]): string {
  const chamber = trade?.["chamber"] === "senate" ? "Senate" : "House";
  return joinIntoOneLine(`${trade?.["politician"]} (${trade?.["party"]}, ${chamber})`);
}

function formatDigestTrade(trade: DigestTrade): readonly string[] {
  return [
    `  ${formatTradeHeadline(trade)}`,
    `    ${formatTradeDetails(trade)}`,
    ...formatStandoutLines(trade).map((line) => `    ${line}`),
    `    ${trade.url}`,
  ];
}

function renderTradeItem(trade: DigestTrade): string {
  const lines = [formatTradeDetails(trade), ...formatStandoutLines(trade)].map((line) => `<br>${escapeHtml(line)}`);
  return `<li><a href="${escapeHtml(trade.url)}">${escapeHtml(formatTradeHeadline(trade))}</a>${lines.join("")}</li>`;
}

/** `Purchase of Apple Inc. (AAPL)` */
function formatTradeHeadline(trade: DigestTrade): string {
  const symbol = trade["ticker"] === "" ? "" : ` (${trade["ticker"]})`;
  return joinIntoOneLine(trade.headline + symbol);
}

function formatTradeDetails(trade: DigestTrade): string {
  const late = trade.late ? ", late" : "";
  return `${trade["amount_range"]}, traded ${trade["transaction_date"]}, disclosed ${trade["disclosure_date"]}${late}`;
}

function formatStandoutLines({ stands_out: rules }: DigestTrade): readonly string[] {
  return rules.length === 0 ? [] : [`Stands out: ${rules.map((rule) => STANDOUTS[rule]).join("; ")}.`];
}

function formatLocalTime(instant: string, { time_zone: timeZone }: DigestData["digest"]): string {
  const format = new Intl.DateTimeFormat("en-US", {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
    timeZone,
  });
  return format.format(new Date(instant));
}

function renderParagraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}
