/** Builds the plain-text mail of an alert that fired. */
import type { AnnouncedTrade } from "../../domain/announced-trade.ts";
import { lowercaseFirst } from "../../domain/trade-headline.ts";
import type { MailText } from "../../store/premium/email-rows.ts";
import type { TriggeredData } from "./event-data.ts";

export function composeAlertMail({ alert, trades, total_matches, test }: TriggeredData): MailText {
  const name = joinIntoOneLine(alert.name);
  const count = total_matches === 1 ? "1 trade" : `${total_matches} trades`;
  const more = total_matches - trades.length;
  return {
    subject: `${test ? "[test] " : ""}congress-trades: ${count} for ${name}`,
    text: [
      `Your alert "${name}" ${test ? "would match" : "matched"} ${count}${test ? "; this is a test mail" : ""}:`,
      "",
      ...trades.flatMap((trade) => [...formatTradeLines(trade), ""]),
      ...(more > 0 ? [`and ${more} more, in the alert's list of matches.`, ""] : []),
      `Alert ${alert.id}. Reports are due within 45 days of a trade; amounts are the ranges that the law requires.`,
      "",
    ].join("\n"),
  };
}

/** Builds the mail that asks the owner of an address for permission to send alerts there. */
export function composeConfirmationMail(account: string, code: string, baseUrl: string): MailText {
  const name = joinIntoOneLine(account);
  return {
    subject: "congress-trades: confirm this address for alerts",
    text: [
      `The account "${name}" wants to send its alerts to this address.`,
      "If you asked for this, give this code to the owner of the account within 3 days:",
      "",
      `  ${code}`,
      "",
      "If the account is yours, you can instead confirm the address with the account's API key, also within 3 days:",
      "",
      `  curl -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" -d '{"code":"${code}"}' ${baseUrl}/premium/emails/confirm`,
      "",
      "If you do nothing, nothing more is sent.",
      "",
    ].join("\n"),
  };
}

function formatTradeLines(trade: AnnouncedTrade): string[] {
  const symbol = trade["ticker"] === "" ? "" : ` (${trade["ticker"]})`;
  return [
    `${trade["politician"]} (${trade["party"]}, ${trade["chamber"]}): ${joinIntoOneLine(lowercaseFirst(trade.headline) + symbol)}`,
    `  ${trade["amount_range"]}, traded ${trade["transaction_date"]}, disclosed ${trade["disclosure_date"]}`,
    `  ${trade.id}`,
  ];
}

/** Replaces line breaks: names come from people and filings, and must not start a new line in a mail. */
export function joinIntoOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
