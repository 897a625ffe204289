/**
 * How the data is made. The page `/methodology` and docs/methodology.md (`node test/docs/methodology-page.ts`) are generated from
 * this text. Words between backticks are code.
 */
export interface MethodSection {
  /** URL fragment of the section. */
  readonly id: string;
  readonly title: string;
  /** A string is a paragraph, an array is a bulleted list. */
  readonly blocks: readonly (string | readonly string[])[];
  /** The page of `docs/` with more details, and the text of its link. */
  readonly details?: { readonly name: string; readonly file: string };
}

export const METHOD_LEAD =
  "Reports are copied as printed and never repaired. Everything else is derived by rules, the same for every report. " +
  "If a rule does not give a single answer, the field is null, with a reason. No model guesses any served value.";

export const METHOD: readonly MethodSection[] = [
  {
    id: "sources",
    title: "Where the reports come from",
    blocks: [
      "Members of Congress must report each trade in a periodic transaction report (STOCK Act of 2012). Only two offices publish the reports:",
      [
        "House: the Clerk's yearly indexes since 2012 and the PDF documents they list. Some contain text, others are scanned paper.",
        "Senate: the search of the Senate's electronic filing site, with its web pages and images of paper reports. The operator of this service must accept the site's terms first; until then Senate reports are off, and the coverage page says so.",
      ],
      "Each document is stored exactly as downloaded, under its SHA-256. Every listed filing has exactly one status and is counted once; filings of other types are counted but not read.",
      "An instance can be started from another instance's public backup, which contains documents, readings of scanned pages, reviewers' decisions, and trades. `/coverage` and this page then give the backup's date and SHA-256. A backup is as trustworthy as its maker, and nothing in it proves its accuracy. You can verify any part at any time, by comparing documents with the official sites and reading scanned pages again. Later filings are downloaded from the official sites.",
    ],
  },
  {
    id: "reading",
    title: "How a report is read",
    blocks: [
      "A trade's `confidence` says how its line was read:",
      [
        "`printed`: from the text of the document, by the position of each word in its table. A document with an unknown layout is rejected as a whole.",
        "`ocr`: from a scanned image, cell by cell, several times in different ways. A line is published only if every field was read with certainty. Two fields may be missing: the owner (`owner_unread`) and the notification date (`notification_unread`). A date that is not certain is published if the filing date, the trading days and the dates in the report's other rows make one reading at least 97% probable. Letters in the asset name may be wrong, but only if the security is certain anyway or nearly all readings agree; `asset_name_unsure` marks this.",
        "`reviewed`: a person looked at the document and decided. Each decision is stored with its reason and author.",
      ],
      "A line that is not a trade, or cannot be used, is stored with its reason and shown on its filing's page.",
    ],
    details: { name: "scans", file: "sources/scans.md" },
  },
  {
    id: "people",
    title: "Who filed",
    blocks: [
      "A filer is matched to exactly one member in the list of legislators, by name, seat and date, or to none. The party is the member's on the day of the trade. For a party other than Democrat, Republican or Independent, the party the member caucuses with is shown, or else Independent.",
      "Filers who are not members, such as candidates and officers, are counted, but their trades are not served.",
    ],
    details: { name: "members", file: "sources/legislators.md" },
  },
  {
    id: "securities",
    title: "Which security was traded",
    blocks: [
      [
        "A company's industry is the code assigned by the SEC, with the SEC's name for it. If the SEC gives none, or has not been asked yet, the industry is unknown. Funds, bonds and coins have no industry.",
        "`ticker` is the symbol the filer wrote: in the form's ticker cell, at the end of the asset's name, or before it. A word in parentheses that names a state, a legal form or a type of security is a symbol only if it is that issuer's own: `DE` is not one in `Apple Inc. (DE)`, but it is in `Deere & Company (DE)`. Bonds, property and holdings in private companies have none. If the filer wrote no symbol, a stock's name gives one only if exactly one listed issuer has that name, other filings show that it was listed by that day, and nothing in the line points to another type of security, such as a bond or an option.",
        "Symbols are abandoned and reused. `current_ticker` follows the company, not the letters: it changes with known renames. If it is null, `no_current_ticker` gives one of three reasons: another security has the symbol today (`another_issuer`); the security ended, with the date in `ended_on` if known (`ended`); or none of our ticker lists has the symbol, as with most foreign shares traded over the counter (`not_listed`). If the printed name may belong to another company, or names a share class other than the symbol's, the trade counts as one in another security. A leveraged or inverse fund never gets the symbol of the security it is named after.",
        "A total never mixes two companies. A company's totals include trades under its former symbols. The totals of a security that has ended, or is in none of our ticker lists, are under the symbol in the filing. A bond never counts as a trade in the share, whatever symbol is printed beside it. A former symbol matches the security's later trades only if nobody else had that symbol on the day of the trade: `GOOG`, which has been class C since 2014, does not match `GOOGL`.",
        "`company` is the issuer's name in today's lists if the symbol is that issuer's; otherwise it is the filed name without the words for the share class (`- Class A Common Stock`, `Sponsored ADR`). `asset_name_raw` has every word.",
        "A coin is not a security. It is identified by its name or symbol (`Bitcoin`, `CRYPTO:BTC`). It has no ticker, its name is in `company`, and a fund with the same letters is never shown for it.",
      ],
    ],
    details: { name: "tickers", file: "sources/tickers.md" },
  },
  {
    id: "direction",
    title: "What a trade does",
    blocks: [
      [
        "A purchase counts as bought and a sale as sold only if the security itself was traded. Options and short sales are counted separately, and headlines name them: `Sale of put options on Example Corp.`.",
        "A trade is bullish if it gains when the price rises, or closes a position that gains when it falls: a purchase, a call bought, a put sold, a short sale covered. Bearish is the opposite.",
        "A trade has no direction, and `direction_not_judged` says why, in four cases: it is an exchange; it is in an option that could be a call or a put (for example, one that the Senate's form calls a short sale); it is in an inverse fund or an option on one, recognized by the printed or listed name (`ProShares Short S&P500`, `Direxion Daily Small Cap Bear 3X Shares`); or the filer's words contradict the printed type (`Buy to close` in a sale, an option that expired). Volatility funds, and leveraged funds that gain when prices rise, count like any other.",
        "An option's terms (type, strike, expiry) come from the Senate form's own fields, otherwise from the filer's words, in every asset class except bonds, mutual and private funds, and insurance. Each term is served only if it is stated once and clearly. A form field takes precedence over words: if the form names an option, the filer's comment cannot make the trade a short sale. The letters `C` and `P` mean call and put only next to a symbol or an option word. A number in an index name (`S&P 500`) is not a strike, and neither is a premium. If the word `put`, `call`, `option`, `warrant`, `right` or `contract` cannot be interpreted, the trade has no direction and is not a purchase or sale of the share. Shares bought or sold by exercise or assignment count as shares.",
        "The amount is a range; no midpoint is ever computed. `amount_exact` marks an amount that the filing states exactly.",
      ],
    ],
  },
  {
    id: "lateness",
    title: "When a trade was disclosed, and what is late",
    blocks: [
      "The law allows 30 days from the day the member was notified of the trade, and at most 45 from the trade itself. A trade is `late` if it was first disclosed after the earlier of these deadlines. Without a printed notification date, the 45 days apply. If the date is printed but could not be read from the image (`notification_unread`), lateness is not judged.",
      'The law sets no fee for the first 30 days after the deadline (5 U.S.C. 13106(d)), and the House Ethics Committee calls them a grace period: "PTR is late but is filed within the 30-day grace period" (Instruction Guide 2025, page 17). `days_late` gives the days past the deadline, and the web pages show trades up to 30 days late separately. Weekends do not move the deadline: "PTR deadlines are not extended to the following business day" (page 19; a report submitted electronically counts on a Saturday too, page 16).',
      "Not every trade needs a periodic report. Section 14 of the STOCK Act (Pub. L. 112-105) exempts widely held investment funds, and page 15 of the Committee's guide lists the rest. Such a trade has `late` null and is left out of every late percentage and list; `late_not_judged` says why:",
      [
        '`widely_held_fund`, "a mutual fund or Exchange-Traded fund (ETF)": recognized by its class; by a symbol that the exchanges list today as such a fund, even if the form says stock; by a five-letter symbol ending in X (page 42), including one printed in the name; by a name or comment that says so; or by a comment that the asset is held in a widely held fund.',
        "`excepted_investment_fund`: the House's codes `HE` and `RF`, whose names say that the fund is excepted, or a comment that says so (pages 27 and 28). `HN` and `RN` say the opposite and are judged.",
        "`may_be_fund`: none of the above applies, but the name has a fund's brand or share class, or combines two of these: a fund family, a word for what a fund holds, and the word `fund`. Listed closed-end funds, unit investment trusts, business development companies named as such, and unlisted REITs sold to the public like funds count too. Whether such funds are exempt is unknown. Partnerships and companies with `fund` in their names are judged.",
        "`real_property` is recognized by class, or by name if the form has no class or an unspecific one (`Other`); `cash_account` (deposits, cash accounts) and `blind_trust` (page 18) by class; `certificate_of_deposit` by name or comment; and `federal_retirement_plan` by name or account.",
        "`stablecoin`: coins pegged to a currency or a metal, from a list. Page 15 also requires that they be backed by it, but page 34 requires only the peg, so `DAI` is included.",
        '`bond_called_or_matured`, "The call, redemption, or maturation of a bond": the filer\'s words, or a sale on the printed maturity date or up to three days later, because a bond that matures on a weekend is paid on the next business day. An earlier sale is judged, and so is a share called away by an option.',
        "`stock_split`, `inheritance`, `option_grant`: a purchase or exchange whose comment says so. Sales of inherited or granted shares are judged, and so are trades by an inherited account. Exercised options and restricted stock units are judged too: the guide does not mention them.",
        "`transfer_within_family`: between the filer, the spouse and dependent children, according to the comment. A child counts as dependent unless the words say otherwise. Gifts from or to anyone else are judged for lateness.",
      ],
      "If assets were exchanged, only the one given up counts, so a share exchanged for a fund is judged for lateness. So are options on funds, short sales of funds, and exchange-traded notes.",
      'Some filers call a managed account a widely held fund, or write that they had no control. Neither exempts a trade: "A managed account is not a Fund" (page 29), and "Transactions exceeding $1,000 involving assets ... held within managed accounts, brokerage accounts, and retirement accounts are required to be disclosed" (page 15). Such trades are judged for lateness, and their pages show the filer\'s words beside the verdict.',
      "Private and hedge funds that the filer does not call excepted, annuities and education savings plans are judged too, although we have not verified that the law requires it. Treasury bills, notes and bonds are judged too: the rules that exempt them (5 CFR 2634.303) bind only the executive branch. We could not read the Senate's instructions in full; its Ethics Committee says that publicly traded mutual funds are typically excepted and that separately managed accounts usually are not. Exemptions found only in the House's guide (the bonds, certificates of deposit and stablecoins above) are not verified for the Senate; such trades are not judged there either.",
      "`disclosure_date` is the date of the first disclosure along the chain of corrections: a report that repeats an earlier one discloses nothing new. If it is unknown which report is corrected, lateness is unknown too: `first_disclosed_date` is null, and `disclosure_date` is the date of the trade's own filing.",
    ],
  },
  {
    id: "dates",
    title: "Dates that cannot be right",
    blocks: [
      "Dates are served as printed. Two kinds are marked `date_suspect`, with the reason, because they are more likely typos than correct:",
      [
        "`transaction_year_alone`: the row is the report's only old row (its transaction date is a year or more before the filing), and no other row has the same transaction year. Otherwise, an old row is marked if old rows are under 5% of the report, another row has the same day and month in a later year, and the old row's notification date is at most 45 days before the filing. A report's single row is never marked, and neither is an amended row whose row id shows that the original was filed within a year of the trade.",
        "`notification_before_transaction`, `notification_after_filing`: the notification date is before the trade or after the filing.",
      ],
      "Lateness of a suspect trade is not judged (`late_not_judged` is `date_suspect`): `late` and `reporting_gap_days` are null.",
    ],
  },
  {
    id: "corrections",
    title: "Corrections, and the same trade twice",
    blocks: [
      "A later filing may correct an earlier one without saying which line of which report. A trade is replaced only if the correction can refer to no other trade. The replaced trade leaves all lists and totals, and its page links to its replacement. If the match is not certain, both stay, and each says so (`amendment_pending`).",
      "Two filings of a member may name the same asset, day, amount, transaction and account. The second filing may repeat the trade or report another lot. Both trades are listed. Each names the other in `possible_duplicate_of`, unless the filings state different owners. Totals are also given without possible repeats.",
    ],
    details: { name: "amendments", file: "sources/amendments.md" },
  },
  {
    id: "checked",
    title: "What was checked by eye",
    blocks: [
      "On 2026-11-28, 200 published statements were compared with the pictures of their lines (`npm run sample -- --seed 7`, 13,132 trades of recorded filings, 4,765 of them from scans). 192 were right, 4 were wrong, and 4 could not be settled from the picture. The sample included every kind of statement, and rare kinds more often than their share.",
      [
        "Wrong: two listed securities with loosely written names were attributed to another issuer (`West American Bank (WABC)`), one fund had the name of its opposite (`Bull` beside the symbol of the `Bear` fund; 8 trades), and an option's strike price on a scan was read as letters. The fund's name and this page's sentence about such symbols have since been corrected; loosely written names still have no `current_ticker`.",
        "Not settled: a bond whose name contains the date of its sale, an asset whose whole printed name is a symbol, a company whose security has ended and is on no list, and whether trades reported on paper were late. Three scanned reports of 2022 have a second, unlabeled stamp. If this stamp is a postmark, which counts under pages 16 and 19 of the guide, 68 trades shown as a few days late were on time.",
      ],
    ],
  },
  {
    id: "unusual",
    title: "What is called unusual",
    blocks: [
      "A trade is compared with the same member's earlier trades. Is its bracket higher than the brackets of at least 95% of these trades? Is it the first in its security? How many days have passed since the previous trade? With fewer than 20 earlier trades, size is not compared. There is no score, and unusual does not mean improper.",
    ],
  },
  {
    id: "prices",
    title: "Prices",
    blocks: [
      "Prices come from market data providers and are adjusted for splits, not for dividends. If no provider answers, the last known price is shown with its own time, or none at all. No price is invented.",
    ],
    details: { name: "prices", file: "sources/prices.md" },
  },
  {
    id: "first-page",
    title: "What the home page points out",
    blocks: [
      "The page compares only published trades, by the date of their first disclosure. It leaves out repeats, and trades whose dates are doubtful or whose first disclosure is unknown. Amounts are compared by the lower bounds of their ranges. Each rule is printed beside its result, and none says that a trade is improper:",
      [
        "the largest trade, and the trade that missed its deadline by the most days, among those disclosed in the 30 days up to the newest disclosure;",
        "a member's first trade in a security, if $100,001 or more. That is the first in our data: earlier ones may be in unread reports, or predate 2012 or the member's time in office. Assets without a symbol and exchanges, which come with mergers, are left out;",
        "a trade above the member's own 95th percentile, the bracket that 95% of the member's earlier trades do not exceed (nearest rank, ordered by lower bounds, then upper bounds), if there are at least 20 earlier trades;",
        "a security with a symbol that at least three members bought, or at least three sold, within 14 days, if the trading days are within the 60 days up to the newest disclosure and one of the trades was disclosed in the last 30. Chance is measured in 400 trials. In each, a member's trading days of a year are shifted around the year by a random number of days, the same for all of the member's trades. In trial `t` the shift is the `t`-th number, modulo 365, of the generator mulberry32, seeded with the 32-bit FNV-1a hash of the member's Bioguide id. Anyone can compute these numbers, and they do not depend on which other members are in the data. The shift keeps each member's own pace and securities but breaks up shared timing between members. How much a security stands out is its number of members minus their mean over the trials, divided by the square root of that mean plus one. Only the one that stands out most is shown, and only if fewer than 20 of the 400 trials had a security that stood out as much: among thousands of securities, one always stands out. In 300 simulated years without coordination (40 members, 150 securities), a security was shown in 2. In the trials, shifted trades fill the latest days too; in reality, some trades of those days are not disclosed yet, which makes a cluster harder to reach. A security that was new on the market in the year, or was in the news, is more likely to be shown, but members who follow the same news are not coordinated.",
      ],
      "From the trades disclosed in the 30 days up to the newest disclosure, the page also lists the securities that the most members bought, and those that the most sold, with each security's mean price change since disclosure (from the first close after the disclosure to the last stored close), minus SPY's change between the same two days. The mean counts each decision once. All trades of a member in the security on one day are one decision, from their first disclosure. Dividends are left out on both sides. A decision without both closes of the share and of SPY is left out, and the page says how many remain. The windows differ in length, so this mean describes what happened and is no test of skill.",
    ],
  },
  {
    id: "waiting",
    title: "What needs review",
    blocks: [
      "A line that cannot be read with certainty is not published. Its report is `needs_review`, with the reason, until a person has decided. `GET /coverage` counts these reports, and the coverage page lists them by year.",
    ],
  },
  {
    id: "returns",
    title: "What the returns mean",
    blocks: [
      "All rows with the same member, security, side and day are one decision, across owners, accounts and lots. Its return is the security's minus that of SPY, an S&P 500 fund, over the same sessions of the exchange's calendar. If no SPY price is stored for the session where a return starts or ends, there is no return (`no_benchmark`), never a longer window. The return starts at the close on the day of the trade (`skill`), or at the first close after the day of the disclosure (`copy`), the earliest close a follower could have had: a report filed at 23:00 never gets that day's close.",
      [
        "The mean counts each decision once, because amounts are ranges. Its interval contains the true mean in 90% of cases. Trades disclosed together move together, so the error is clustered by filing (for several members: by member and month), and by security where several of these clusters have returns of the same security on the same days (Bell and McCaffrey 2002; Cameron, Gelbach and Miller 2011; Hansen and Hodrick 1980), with Student's t. Trades by many members in one month are exposed to the same market. For several members, the error is therefore also computed over the calendar months in which returns start, as if whole months were resampled, and the wider interval is kept. For one member, there is no interval with fewer than ten filings. For several members, there is none with fewer than ten pairs of member and month, or if all returns of one side start in one month.",
        "Purchases minus sales (the mean of purchases minus the mean of sales) is the test for information and comes first. An interval that contains zero does not show a difference. If both purchases and sales did better than SPY, that alone is not a sign of information.",
        "A sale's return has the sign of the security's return minus SPY's: a plus means that the sold security then did better than SPY, so selling did not avoid a loss against SPY. Pages and the assistant say so in words.",
        "On one security's page, all returns are of the same security, often over overlapping periods. They say what the security did after members traded it, and nothing about skill.",
        "The dollar-weighted band contains every dollar-weighted mean that amounts within the reported ranges allow. It does not narrow with more trades. If there is no interval, the band is shown only beside the mean, with a note that the band is not a margin of error.",
        "The portfolio of a group of members holds each decision, equally weighted, for the horizon (the chosen number of sessions). Its daily returns are regressed on the benchmark's, without a risk-free rate; the error is Newey and West's. The alpha (the return that the benchmark does not explain) of one side is therefore too high by the rate times (1 − beta): 0.4 points a year at a rate of 4% and a beta of 0.9, and too low by as much at a beta of 1.1. The alpha of purchases minus sales is too low by the rate times its own beta, which is near zero: 0.2 points at 4% and a beta of 0.05. This alpha is shown per year (252 times the daily value) with a 90% interval, and only if the difference has an interval.",
        "The path around the trade is the mean value of a dollar in the security minus a dollar in SPY, both worth a dollar at the close of the trade's day, from 60 sessions before it to 252 after it: at every tenth session before the trade, every seventh in the quarter after it and every 21st in the rest of the year, joined by straight lines. After the trade, each point is the mean return for a horizon of that many sessions, with the same interval and the same rules for too few filings or prices; the band is computed for each session separately. A decision counts only at sessions that have passed and have a price, so the far ends include fewer decisions; the table says how many.",
        "The home page and the chart of all members are computed in the background, once per version of the data, and may lack prices stored in the last half hour.",
        "Among many members, some are ahead by luck: even without skill, about 1 in 20 members has a 90% interval entirely above zero. A member's mean is called distinguishable if it still differs from zero under the Benjamini-Hochberg rule over all members, with a false discovery rate of one in ten. The cautious estimate (shrunken mean) is a member's own mean, pulled toward the mean of all members by a fraction: the variance of its own error, divided by the sum of that variance and the variance between members (DerSimonian and Laird 1986). Members are ordered by name, never by a mean.",
        "If dividends are stored for both the security and SPY, returns are total returns; if either has none, both are price returns. Each answer says how many decisions are of each kind.",
        "Options, short sales, exchanges, bonds, unlisted funds, private holdings and coins are counted but left out of every mean. If fewer than 90% of the decisions whose horizon has passed have prices, no figure is shown. For a security that stopped trading, the last close is used, and a second mean is shown, as if every such security had become worthless. Price sources drop securities that no longer trade, so missing prices are not missing at random.",
      ],
      "With simulated prices in which nobody has skill, on the real days, filings and securities of 5,609 decisions, the 90% intervals contained the truth in 90.6 to 91.9% of cases for a member, and in 91.0 to 93.2% for all members together (the wider of two intervals). A false finding among the members occurred in 6.7 to 8.0% of cases, and the bounds contained the dollar-weighted mean in every case. If securities of one industry move together for longer than a month, an interval over all members may still be too narrow. The command and every figure are in docs/adr/0025-returns.md.",
      "The figures do not say what a member earned. They ignore taxes, costs, holdings from before office, the sale that follows a purchase, and amounts. Past returns say nothing about future ones.",
    ],
    details: { name: "returns", file: "adr/0025-returns.md" },
  },
];
