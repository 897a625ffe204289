/** The section that says whether a trade was disclosed by the statutory deadlines. It shows the dates used for the answer. */
import { countDaysBetween } from "../../../domain/dates.ts";
import { computeReportingGapDays, countDaysLate, explainUnjudgedLateness } from "../../../domain/lateness.ts";
import {
  computeReportingDeadline,
  GRACE_DAYS,
  NOTIFICATION_DAYS,
  TRANSACTION_DAYS,
} from "../../../domain/reporting-deadline.ts";
import type { FirstDisclosure, LateExemption, Trade } from "../../../domain/trade.ts";
import { type Html, html } from "../../html.ts";
import { pluralize, renderDay } from "../../parts/words.ts";

interface Lateness {
  readonly verdict: "late" | "in_time" | "unknown";
  /** `Disclosed 17 days after the trade, 14 days before the deadline.` */
  readonly sentence: string;
}

/** Exemptions from periodic reports: House Ethics Committee's instruction guide (2025), page 15; blind trusts, page 18. */
const EXEMPTIONS: Readonly<Record<LateExemption, string>> = {
  real_property: "real property",
  excepted_investment_fund: "an excepted investment fund",
  widely_held_fund: "widely held investment funds, such as mutual and exchange-traded funds",
  may_be_fund: "mutual and exchange-traded funds, and by its name the asset may be such a fund",
  transfer_within_family: "a transfer between the filer, the spouse and dependent children",
  federal_retirement_plan: "holdings of a federal retirement plan",
  stock_split: "a stock split",
  stablecoin: "a stablecoin",
  inheritance: "an inheritance",
  cash_account: "deposits and withdrawals of a cash account",
  certificate_of_deposit: "certificates of deposit",
  bond_called_or_matured: "the call, redemption or maturity of a bond",
  option_grant: "a company's grant of options",
  blind_trust: "holdings of a blind trust",
};

export function judgeLateness(trade: Trade): Lateness {
  const gap = computeReportingGapDays(trade);
  const createUnknownLateness = (sentence: string): Lateness => ({ verdict: "unknown", sentence });
  if (trade.lateExemption !== null) {
    const disclosed = gap === null ? "" : ` It was disclosed ${pluralize(gap, "day")} after the trade.`;
    const what = EXEMPTIONS[trade.lateExemption];
    return createUnknownLateness(
      `Not judged, because no periodic transaction report is required for ${what}.${disclosed}`,
    );
  }
  if (trade.dateSuspect !== null) {
    return createUnknownLateness("One of its dates is probably a typo, so whether it was late is not judged.");
  }
  if (gap === null || trade.firstDisclosed.date === null) {
    return createUnknownLateness(
      "The date of its first disclosure is unknown: the filing corrects an earlier one that was not found.",
    );
  }
  const after = `Disclosed ${pluralize(gap, "day")} after the trade`;
  if (trade.notificationUnread !== null) {
    return createUnknownLateness(
      `${after}. The date the member was notified could not be read, so whether that is on time is not judged.`,
    );
  }
  const late = countDaysLate(trade);
  if (late !== null) {
    const fee = `a late fee is due only if a report is more than ${GRACE_DAYS} days late${late > GRACE_DAYS ? ", as this one is" : ""}`;
    return { verdict: "late", sentence: `${after}, ${pluralize(late, "day")} past the deadline (${fee}).` };
  }
  const spare = countDaysBetween(trade.firstDisclosed.date, computeReportingDeadline(trade).day);
  const left = spare === 0 ? "on the day of the deadline" : `${pluralize(spare, "day")} before the deadline`;
  return { verdict: "in_time", sentence: `${after}, ${left}.` };
}

const VERDICTS: Readonly<Record<Lateness["verdict"], Html>> = {
  late: html`<strong class="late">Late.</strong> `,
  in_time: html`<strong>On time.</strong> `,
  unknown: html``,
};

const FIRST_SOURCES: Readonly<Record<FirstDisclosure["source"], string>> = {
  filing: "by this filing",
  original: "by the report that this filing corrects",
  title: "by an earlier report, whose date is in this filing's title",
  unknown: "not known",
};

export function renderLatenessSection(trade: Trade): Html {
  const { verdict, sentence } = judgeLateness(trade);
  const deadline = computeReportingDeadline(trade);
  const { date, source } = trade.firstDisclosed;
  const counts =
    deadline.countedFrom === "notification"
      ? `${NOTIFICATION_DAYS} days after the member was notified`
      : `${TRANSACTION_DAYS} days after the trade`;
  return html`<section class="dates"><h2>Was it disclosed on time?</h2>
<p>${VERDICTS[verdict]}${sentence}</p>
${verdict !== "in_time" && trade.comment !== null && html`<p>The filer writes: <q><bdi>${trade.comment}</bdi></q></p>`}
<dl class="steps">
<div><dt>Traded</dt><dd>${renderDay(trade.transactionDate)}</dd></div>
<div><dt>Member notified</dt><dd>${trade.notificationDate === null ? (trade.notificationUnread === null ? "date not printed" : "date could not be read") : renderDay(trade.notificationDate)}</dd></div>
${explainUnjudgedLateness(trade) === null && html`<div><dt>Deadline</dt><dd>${renderDay(deadline.day)} <small>${counts}</small></dd></div>`}
<div><dt>First disclosed</dt><dd>${date === null ? "not known" : html`${renderDay(date)} <small>${FIRST_SOURCES[source]}</small>`}</dd></div>
${trade.filedDate !== date && html`<div><dt>This filing</dt><dd>${renderDay(trade.filedDate)}</dd></div>`}
</dl>
<p class="small">The law allows ${NOTIFICATION_DAYS} days from the day the member was notified of the trade, but never more than ${TRANSACTION_DAYS} from the trade itself; weekends and holidays do not move the deadline. A report filed up to ${GRACE_DAYS} days after the deadline is late, but incurs no late fee (5 U.S.C. 13106(d)).</p>
</section>`;
}
