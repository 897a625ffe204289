/**
 * The making of the data in plain sentences. The page `/methodology` and, by `node test/docs/methodology-page.ts`, docs/methodology.md
 * are made from this text. Words between backticks are code.
 */
export interface MethodSection {
  /** Fragment of its address. */
  readonly id: string;
  readonly title: string;
  /** A text is a paragraph, a list is a list. */
  readonly blocks: readonly (string | readonly string[])[];
  /** The page of `docs/` that says more, and its name. */
  readonly details?: { readonly name: string; readonly file: string };
}

export const METHOD_LEAD =
  "Reports are copied as printed and never repaired. Everything else is derived by rules that are the same for every report. " +
  "Where a rule does not lead to a single answer, the field is null and a reason is given. Nothing that is served is guessed by a model.";

export const METHOD: readonly MethodSection[] = [
  {
    id: "sources",
    title: "Where the reports come from",
    blocks: [
      "Members of Congress must report each trade (periodic transaction reports, under the STOCK Act of 2012). Two offices publish the reports, and nothing else is a source here:",
      [
        "House: the yearly indexes of the Clerk, since 2012, and the PDF documents that they name. Some have text, others are scanned paper.",
        "Senate: the search of the Senate's electronic filing site, and its web pages and images of paper. The operator of this service must accept the site's terms first; until then the Senate is off, and the coverage says so.",
      ],
      "Each document is stored as it was fetched, under its SHA-256. Every filing that a list names is counted in exactly one state; other kinds of filings are counted and left alone.",
      "An instance may have been started from a public backup of another one: documents, readings of scanned pages, people's decisions and trades as they were there. `/coverage` and this page then say when that backup was made, and by which SHA-256 it is known. It is a data dump, and is worth as much as the one who made it: nothing in it is proof of itself. What it says can be verified at any time, as much of it as one likes, by comparing documents with the official sites and reading scanned pages again. What is filed later is fetched from the official sites.",
    ],
  },
  {
    id: "reading",
    title: "How a report is read",
    blocks: [
      "A trade's `confidence` says how its line was read:",
      [
        "`printed`: from the text of the document, by the position of each word in its table. A document whose layout is not known is refused as a whole.",
        "`ocr`: from a scanned image, cell by cell, several times in different ways. A line is published only if every field was read for sure; the owner and the day of notification may be missing, and `owner_unread` and `notification_unread` say so. Letters of the asset's name may be wrong where the security is certain all the same, or where nearly all ways of reading agree; `asset_name_unsure` then says so.",
        "`reviewed`: a person looked at the document and decided. Each decision is stored with its reason and its author.",
      ],
      "A line that is no trade, or that cannot be used, is stored with its reason and shown on the page of its filing.",
    ],
    details: { name: "scans", file: "sources/scans.md" },
  },
  {
    id: "people",
    title: "Who filed",
    blocks: [
      "A filer is matched to one member of the record of legislators, by name, seat and time, or to none. The party is that of the day of the trade; a party other than the three is shown as the one that the member caucuses with, or else as Independent.",
      "Filers who are no members, such as candidates and officers, are counted, and nothing of them is served.",
    ],
    details: { name: "members", file: "sources/legislators.md" },
  },
  {
    id: "securities",
    title: "Which security a trade is of",
    blocks: [
      [
        "The industry of a company is the code that the SEC gives it, with the SEC's words, and not known where there is none or the SEC has not been asked yet; funds, bonds and coins have none.",
        "`ticker` is the symbol that the filer wrote: in the form's own cell, at the end of the asset's name, or before it. A word in brackets that names a state, a legal form or a kind of paper is a symbol only where it is that issuer's own (`Apple Inc. (DE)` has none, `Deere & Company (DE)` has). Bonds, property and holdings in private companies have none. If the filer wrote no symbol, the name of a stock identifies a symbol only where it is that of exactly one listed issuer and other filings show that it was listed by that day, and nothing in the line speaks of another paper, such as a bond or an option.",
        "Symbols are given up and used again. `current_ticker` follows the company and not the letters: it changes with the known renames. Where it is null, `no_current_ticker` gives one of three reasons: another security has the symbol today (`another_issuer`), the security ended, with the day in `ended_on` where it is known (`ended`), or no list that is read here has the symbol, which is so for most foreign shares that trade over the counter (`not_listed`). A name that may be another company's, and another class of share than the symbol's, are treated as another's. A leveraged or inverse fund never has the symbol of the security that it is named after.",
        "No sum mixes two companies. A company's sums include the trades under its former symbols. A security that ended, or that no list has, has its sums under the symbol that was filed. A bond counts as no trade in the share, whatever symbol stands beside it. A former symbol finds later trades only while nobody else had it on the day of the trade: `GOOG`, class C's since 2014, finds no `GOOGL`.",
        "`company` is the issuer's name in today's lists where the symbol is that issuer's, else the name as filed without words for the class of its shares (`- Class A Common Stock`, `Sponsored ADR`). `asset_name_raw` has every word.",
        "A coin is no security. It is known by its name or its symbol (`Bitcoin`, `CRYPTO:BTC`). It has no ticker, its name is given as `company`, and the fund with the same letters is never shown for it.",
      ],
    ],
    details: { name: "tickers", file: "sources/tickers.md" },
  },
  {
    id: "direction",
    title: "What a trade does",
    blocks: [
      [
        "A purchase counts as bought and a sale as sold only if it is of the security itself. Options and short sales are counted separately, and headlines name them: `Sale of put options on Example Corp.`.",
        "A trade is bullish if it gains when the price rises, or ends a position that gains when it falls: a purchase, a call bought, a put sold, a short sale covered. Bearish is the opposite.",
        "A trade has no direction, and `direction_not_judged` says why, if it is an exchange; if the option may be a call or a put, as one that the Senate's form calls a short sale; if it is in an inverse fund, or an option on one, known by the fund's name as printed or listed (`ProShares Short S&P500`, `Direxion Daily Small Cap Bear 3X Shares`); or if the filer's words say the opposite of the printed type (`Buy to close` in a sale, an option that expired). Funds that follow volatility, and leveraged funds that follow a rise, count like any other.",
        "Terms of an option come from the Senate's own fields, and otherwise from the filer's words, in every class of asset but bonds, mutual and private funds, and insurance: type, strike and expiry, each only where it is named once and clearly. What the form says in a field of its own comes before words: where it names an option, no comment makes it a short sale. The letters C and P name a kind only next to a symbol or a word of options, a number in the name of an index (`S&P 500`) is no strike, nor is a premium. Where the words put, call, option, warrant, right or contract are not understood, the trade has no direction and is no purchase or sale of the share. Shares bought or sold by exercise or assignment are shares.",
        "The amount is a bracket, and no midpoint is ever computed. `amount_exact` marks a sum that the filing states exactly.",
      ],
    ],
  },
  {
    id: "lateness",
    title: "When a trade was disclosed, and what is late",
    blocks: [
      "The law gives 30 days from the day the member was notified of the trade, and at most 45 from the trade itself. A trade is `late` if its first disclosure came after that; without a printed notification date, 45 days count. Where the date is printed and could not be read from the image (`notification_unread`), lateness is not judged.",
      'The law sets no fee for the first 30 days after the deadline (5 U.S.C. 13106(d)), and the House Ethics Committee calls them a grace period: "PTR is late but is filed within the 30-day grace period" (Instruction Guide 2025, page 17). `days_late` counts the days of a late trade, and the pages keep those up to 30 apart. A weekend moves no deadline: "PTR deadlines are not extended to the following business day" (page 19; a report sent by the electronic system counts on a Saturday too, page 16).',
      "Not everything needs a periodic report. Section 14 of the STOCK Act (Pub. L. 112-105) leaves out widely held investment funds, and the Committee's guide lists the rest on page 15. Such a trade has `late` null and is in no share and no list of late trades; `late_not_judged` says why:",
      [
        '`widely_held_fund`, "a mutual fund or Exchange-Traded fund (ETF)": its class; a symbol that the exchanges list today as such a fund, also where the form says stock; a symbol of five letters that ends in X (page 42), also in the name; a name or comment that says so; and a comment by which the asset is held in a widely held fund.',
        "`excepted_investment_fund`: the House's codes `HE` and `RF`, whose names say so, and a comment that says so (pages 27 and 28). `HN` and `RN` say the opposite, and are judged.",
        "`may_be_fund`: without such a mark, the name is that of a fund family with words for what the fund holds, or has the class of a fund's shares, or says fund and what it holds; a listed closed-end fund, a unit investment trust, a business development company that is called so, and a REIT that is sold like a fund. Whether it is excepted is not known, so nothing is said. Partnerships and companies with fund in their names are judged.",
        "`real_property`, `federal_retirement_plan`, `cash_account` (deposits, cash accounts), `certificate_of_deposit`, `blind_trust` (page 18): by class, and by name where the form has no class.",
        "`stablecoin`: coins pegged to a currency or a metal, by a list. Page 15 asks that they be backed by it too, page 34 for the peg alone, so `DAI` is among them.",
        '`bond_called_or_matured`, "The call, redemption, or maturation of a bond": the filer\'s words, or a sale on the printed maturity date or up to three days after it, since one on a weekend is paid on the next business day. A sale before it is judged, and so is a share that an option called away.',
        "`stock_split`, `inheritance`, `option_grant`: a purchase or an exchange whose comment says that it was one. Selling what was inherited or granted is a sale, and so is what an inherited account trades. Exercised options and restricted stock units are judged: the guide does not name them.",
        "`transfer_within_family`: between the filer, the spouse and dependent children, by the comment. A child counts as dependent unless the words say otherwise. Gifts from and to others are judged.",
      ],
      "Of an exchange, only the asset given up counts: a share that was exchanged for a fund is judged. An option on a fund, a short sale of one, and an exchange-traded note are judged.",
      'Filers call managed accounts widely held, or write that they had no control. That excepts nothing: "A managed account is not a Fund" (page 29), and "Transactions exceeding $1,000 involving assets ... held within managed accounts, brokerage accounts, and retirement accounts are required to be disclosed" (page 15). Such trades are judged, and the page of the trade shows the filer\'s words beside the verdict.',
      "Judged like all others, without being verified: private and hedge funds that the filer does not call excepted, annuities, and plans for education. Treasury bills, notes and bonds are judged too: the rules that exempt them (5 CFR 2634.303) bind the executive branch alone. The Senate's instructions could not be read in full; its Ethics Committee says that publicly traded mutual funds typically are excepted and that separately managed accounts usually are not. What the House's guide alone names (the bonds, certificates of deposit and stablecoins above) is not verified for the Senate and not judged there either.",
      "`disclosure_date` is the day of the first disclosure, along the chain of corrections: a report that repeats an earlier one discloses nothing new. Where the corrected report is not known, neither is lateness, and it is null.",
    ],
  },
  {
    id: "dates",
    title: "Dates that cannot be right",
    blocks: [
      "Dates are served as printed. Two kinds are marked `date_suspect`, with the reason, because a slip is more likely than the date:",
      [
        "`transaction_year_alone`: one row of a report is a year or more older than the filing, and no other row has its year; or such rows are under 5% of the report, other rows have their day and month in a later year, and they were notified within 45 days of the filing. A row that amends one whose number dates its original to that year is not marked.",
        "`notification_before_transaction`, `notification_after_filing`: the notification date lies outside the time between the trade and the report.",
      ],
      "A suspect trade has no lateness (`late_not_judged` is `date_suspect`): `late` and `reporting_gap_days` are null.",
    ],
  },
  {
    id: "corrections",
    title: "Corrections, and the same trade twice",
    blocks: [
      "A later filing may correct an earlier one, and does not say which line of which report. A trade is replaced only where nothing else fits: it leaves all lists and sums, and its page links to the one in its place. Where it is not certain, both stay, and each says so (`amendment_pending`).",
      "Two filings of a member may name the same asset, day, amount, transaction and account: the same trade again, or another lot. Both are listed and name each other (`possible_duplicate_of`), unless they print different owners; sums are also given without them.",
    ],
    details: { name: "amendments", file: "sources/amendments.md" },
  },
  {
    id: "checked",
    title: "What was checked by eye",
    blocks: [
      "On 2026-11-28 200 published statements were compared with the pictures of their lines (`npm run sample -- --seed 7`, 13,132 trades of recorded filings, 4,765 of them from scans). 192 were right, 4 wrong, and 4 are not settled by the picture. Every kind of statement was drawn, rare ones more often than their share.",
      [
        "Wrong: two listed securities under a loosely written name were said to be another's (`West American Bank (WABC)`), one fund had the name of its opposite (`Bull` beside the symbol of the `Bear` fund; 8 trades), and one strike on a scan was read as letters. The name of the fund and the sentence about such symbols were corrected since; loosely written names still have no `current_ticker`.",
        "Not settled: a bond whose name has the day of its sale, a symbol that is the whole name, a company that ended and is in no list, and lateness on paper: three scanned reports of 2022 bear a second stamp without a label. If that is a postmark, which counts by pages 16 and 19 of the guide, 68 trades that are called late by days were in time.",
      ],
    ],
  },
  {
    id: "unusual",
    title: "What is called unusual",
    blocks: [
      "A trade is compared with the trades that the same member made before it: whether its bracket is above the one that 95 of 100 of them do not exceed, whether it is the first in its security, and how many days passed since the last. Fewer than 20 earlier trades say nothing of size. There is no score, and unusual does not mean improper.",
    ],
  },
  {
    id: "prices",
    title: "Prices",
    blocks: [
      "Prices come from market data providers and are adjusted for splits, not for dividends. Where no provider answers, the last known price is shown with its own time, or none. No price is invented.",
    ],
    details: { name: "prices", file: "sources/prices.md" },
  },
  {
    id: "first-page",
    title: "What the first page points out",
    blocks: [
      "The page compares published trades alone, by the day of their first disclosure, without repeats and without trades whose days are doubtful or whose first disclosure is not known. Amounts are compared by the lower bounds of their ranges. Each rule is printed beside what it found, and none says that a trade is improper:",
      [
        "the greatest lower bound, and the most days past the deadline, of the 30 days up to the newest disclosure;",
        "the first trade of a member in a security, of $100,001 or more: the first in the data held here, since earlier ones may stand in reports that are not read, or were made before 2012 or before office. Assets without a symbol and exchanges, which come with mergers, are left out;",
        "a trade above the member's own 95th percentile: the bracket that 95 of 100 earlier trades do not exceed, of at least 20;",
        "a security with a symbol that at least three members bought, or that at least three sold, within 14 days, where the days of trading lie in the 60 days up to the newest disclosure and one of the trades was disclosed in the last 30. Chance is measured in 400 trials, in which the days of each member's trades of a year are moved along the circle of the year by a random number of days, the same for all trades of the member and for every computation. That keeps each member's own pace and securities, and breaks what members have in common in time. A security stands out by its members less their mean over the trials, divided by the root of that mean and one. Only the one that stands out most is pointed out, and only where in fewer than 20 of the 400 trials any security stood out as much, since among thousands some always does. In 60 made-up years without coordination (40 members, 150 securities) 3 were pointed out. Trades that are not disclosed yet are in the trials' days but not in those looked at, which makes a cluster harder to reach. A security that was new in the year, or in the news, is more likely to be pointed out: members who follow the same news are not coordinated.",
      ],
    ],
  },
  {
    id: "waiting",
    title: "What waits",
    blocks: [
      "A line that cannot be read for sure is not published. Its report is `needs_review`, with the reason, until a person has decided; `GET /coverage` counts these, and the coverage page names them by year.",
    ],
  },
  {
    id: "returns",
    title: "What the returns mean",
    blocks: [
      "All rows of one member, security, side and day are one decision, across owners, accounts and lots. Its return is that of the security less that of SPY, a fund of the S&P 500, over the same sessions, which are those of the exchange's calendar: where no price of SPY is stored of the session at which a return begins or ends, there is none (`no_benchmark`), never a longer one. It begins at the close of the day of the trade (`skill`), or at the first close after the day of the disclosure (`copy`), which is the first that anybody who followed it could have had: a report filed at 23:00 never has that day's close.",
      [
        "The mean counts each decision once, since amounts are ranges. Its interval holds the true mean in 90% of all cases. What was disclosed together moves together, so the error is taken over filings (of several members: over members and months), and over securities that several of them have on the same days (Bell and McCaffrey 2002; Cameron, Gelbach and Miller 2011; Hansen and Hodrick 1980), with Student's t. What many members did in one month met the same market: of a group the error is taken over the calendar months in which returns begin, too, as if whole months were drawn again, and the wider interval is kept. With fewer than ten filings (members and months), or with all of a group in one month, there is no interval.",
        "Bought less sold, the mean of the purchases less that of the sales, is the test of information, and stands first. An interval that holds zero shows no difference. Where what was bought and what was sold both did better than SPY, that alone is no sign of information.",
        "The sign of a sale is that of the security: a plus says that what was sold then did better than SPY, and that selling did not avoid a loss against SPY. Pages and the assistant say so in words.",
        "The returns on one security are all of this share's own course, from one day or another. They say how it went after members traded it, and nothing of skill.",
        "The dollar-weighted band holds every mean that amounts within the reported ranges allow. It does not narrow with more trades, and it is no margin of error: without an interval it stands only beside the mean, with that sentence.",
        "The portfolio of a group holds each decision for the horizon, all with the same weight, and is regressed on the benchmark day by day, as it is, without a riskless rate; its error is by Newey and West. So the alpha of one side is too high by the rate times one less its beta: at 4% a year and a beta of 0.9 by 0.4 points a year, at a beta of 1.1 too low by as much. That of bought less sold is too low by the rate times its own beta, which is near zero: at 4% and a beta of 0.05 by 0.2 points. The alpha of what was bought less what was sold is shown for a year, 252 times that of a day, with a 90% interval, and only where the difference has an interval.",
        "The path around the trade is the mean of what a dollar in the security was, less a dollar in SPY, both being a dollar at the close of the trade's day, from 60 sessions before it to 252 after it: at every tenth session before the trade, every seventh of the quarter after it and every 21st of the year, joined by straight lines. After the trade it is the mean return of that horizon, with the same interval and the same rules for too few filings or prices; the band is that of each session by itself. Only decisions whose session has come and has a price count there, so that the far ends are of fewer of them; the table says how many.",
        "The first page and the forest of all members are computed in the background, once for a version, and may lack prices that were stored in the last half hour.",
        "Of many members some are ahead by luck: of intervals that hold the truth in 90% of all cases one in twenty lies wholly above zero where nobody has skill. A member is called distinguishable where the difference remains after the rule of Benjamini and Hochberg, at one false finding in ten. The shrunken mean is a member's own, drawn to that of all members by the share that its error has in the two variances: its error's and that between members (DerSimonian and Laird 1986). Members are ordered by name, never by a mean.",
        "With dividends on both sides returns are total returns; where either side has none, both are returns of the price. Each answer says how many are which.",
        "Options, short sales, exchanges, bonds, unlisted funds, private holdings and coins are counted and are in no mean. Below nine tenths priced there is no figure. Of a security that stopped trading the last close counts, and beside it stands the mean if each had lost everything. Sources drop securities that are gone, so that what is missing is not missing at random.",
      ],
      "How often the intervals held the truth was measured on the real days, filings and securities of 5,592 decisions, with made prices and no skill, where 90% were meant: in 89.8 to 92.1% of the cases for a member, in 88.3 to 90.9% for all members together. A false finding among the members came in 6.6 to 9.6%, and the bounds held the dollar-weighted mean in every case. That was before the error over months was taken, which makes an interval wider and never narrower. Where securities of one industry move together for longer than a month, an interval over all members may still be too narrow. The command and every figure: docs/adr/0025-returns.md.",
      "What the figures do not say: what a member earned. They know no tax, no cost, no holding from before office, no sale that follows a purchase, and no amounts. A return is of the past, and says nothing of the next one.",
    ],
    details: { name: "returns", file: "adr/0025-returns.md" },
  },
];
