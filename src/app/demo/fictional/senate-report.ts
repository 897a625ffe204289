/** Writes an electronic report and a paper report's viewer page as the Senate's site shows them. */
import { escapeHtml, renderSenatePage } from "../sites/senate-frame.ts";

export type SenateOwner = "Self" | "Joint" | "Spouse" | "Child";

export interface SenateRow {
  /** The number in the column `#`. */
  readonly line: number;
  /** `MM/DD/YYYY`. */
  readonly transactionDate: string;
  readonly owner: SenateOwner;
  /**
   * One ticker. For a transaction of the type Exchange, the tickers of the assets given up and received. The made-up report
   * prints null as `--`.
   */
  readonly tickers: readonly (string | null)[];
  readonly assetParts: readonly string[];
  /**
   * Values by label: `Rate/Coupon` and `Matures`; `Option Type`, `Strike price` and `Expires`; `Company` and `Description`; or
   * `Exchange/Platform`.
   */
  readonly assetDetails: Readonly<Record<string, string>>;
  readonly assetType: string;
  readonly transactionType: "Purchase" | "Sale (Full)" | "Sale (Partial)" | "Exchange";
  readonly amount: string;
  readonly comment: string | null;
}

interface SenateReport {
  /** `Periodic Transaction Report for 12/21/2022 (Amendment 1)`. */
  readonly title: string;
  /** `The Honorable Fictional Sampleton (Sampleton, Fictional)`. */
  readonly filer: string;
  /** `07/26/2023 @ 10:50 AM`. */
  readonly filed: string;
  readonly rows: readonly SenateRow[];
}

const COLUMNS = [
  "&#35;",
  "Transaction Date",
  "Owner",
  "Ticker",
  "Asset Name",
  "Asset Type",
  "Type",
  "Amount",
  "Comment",
];
const SUMMARY = { Self: "Self", Joint: "Joint", Spouse: "Spouse", Child: "Dependent Child" } as const;

export function renderSenateReport(report: SenateReport): string {
  const { rows } = report;
  const total = `(${rows.length} transaction${rows.length === 1 ? "" : "s"} total)`;
  const owners = Object.entries(SUMMARY).map(
    ([owner, label]) => `${rows.filter((row) => row.owner === owner).length} ${label}`,
  );
  const [kind, date] = report.title.split(/ (?=for )/);
  return renderSenatePage(
    "eFD: Print Periodic Transaction Report",
    `    <div class="justify-content-between">
        <div>
            <h1 class="mb-2">
                ${kind}

                    ${date}

            </h1>

            <h2 class="filedReport">
                ${escapeHtml(report.filer)}
            </h2>

            <p class="muted">
                <strong class="noWrap"><i class="fa fa-folder" aria-hidden="true" title="folder icon"></i> Filed  ${report.filed}</strong>
            </p>
        </div>
    </div>
    <p>This report is fictional: it was made up as sample data.</p>
	<section class="card">
        <div class="card-body">
            <h3 class="d-inline-block">
                 <i class="fa fa-list mr-1" aria-hidden="true" title="List icon"></i>Transactions
            </h3>
            <ul class="unstyled list-inline d-inline-block ml-2">
${[total, ...owners].map((text) => `                <li class="list-inline-item">${text}</li>`).join("\n")}
            </ul>
            <div class="table-responsive">
                <table class="table table-striped">
                    <caption class="sr-only">List of transactions added to this report</caption>
                    <thead>
                        <tr class="header">
${COLUMNS.map((name) => `                            <th scope="col">${name}</th>`).join("\n")}
                        </tr>
                    </thead>
                    <tbody>
${rows.map(renderReportRow).join("\n")}
                    </tbody>
                </table>
            </div>
        </div>
	</section>`,
  );
}

function renderReportRow(row: SenateRow): string {
  const cells = [
    String(row.line),
    row.transactionDate,
    row.owner,
    row.tickers.map(renderTickerLink).join("\n<br/>\n"),
    `${row.assetParts.map(escapeHtml).join("\n<br/>\n")}\n${renderDetails(row.assetDetails)}`,
    row.assetType,
    row.transactionType,
    row.amount,
    row.comment === null ? "--" : escapeHtml(row.comment),
  ];
  return `                                <tr>\n${cells.map((cell) => `                                    <td>\n${cell}\n</td>`).join("\n")}\n                                </tr>`;
}

function renderTickerLink(ticker: string | null): string {
  return ticker === null
    ? "--"
    : `<a href="https://finance.yahoo.com/quote/${ticker}"\n   target="_blank">${ticker}</a>`;
}

/** Each kind of detail has its own markup on the site. */
function renderDetails(details: Readonly<Record<string, string>>): string {
  const getEscaped = (name: string): string => escapeHtml(details[name] ?? "");
  if ("Option Type" in details) {
    return `<div class="text-muted">Option Type: ${getEscaped("Option Type")} <br/><em>Strike price:</em> ${getEscaped("Strike price")}\n<br>\n<em>Expires:</em> ${getEscaped("Expires")}\n</div>`;
  }
  if ("Rate/Coupon" in details) {
    return `<div class="text-muted"><em>Rate/Coupon:</em> ${getEscaped("Rate/Coupon")}<br> <em>Matures:</em> ${getEscaped("Matures")}</div>`;
  }
  if ("Company" in details) {
    const [company, place] = getEscaped("Company").split(/ (?=\([^()]*\)$)/);
    return `<div class="text-muted">\n<em>Company:</em> ${company}\n\n&nbsp;${place}\n\n</div>\n<div class="text-muted"><em>Description:</em>&nbsp;${getEscaped("Description")}</div>`;
  }
  if ("Exchange/Platform" in details) {
    return `<div class="text-muted"><em>Exchange/Platform</em>: ${getEscaped("Exchange/Platform")}</div>`;
  }
  return "";
}

/** The viewer page of a paper report. It contains only the page images, and neither the filer's name nor a date. */
export function renderPaperViewer(images: readonly string[]): string {
  const items = images.map(
    (image, index) => `                            <div class="carousel-item${index === 0 ? " active" : ""}">
								<div class="img-wrap">
									<img style="margin-top: 110px;" class="filingImage"
										 src="${image}" alt="filing document" />
								</div>
                                  <div class="carousel-caption">
                                    <strong>Page ${index + 1} of ${images.length}</strong>
                                </div>
                            </div>`,
  );
  return renderSenatePage(
    "eFD: View Report",
    `    <h1 class="sr-only d-print-none">Filing Document - Print View</h1>
        <div class="row">
            <div class="col-sm-12 carousel-tools">
                <div id="myCarousel" class="carousel slide" data-pause="true" data-interval="false">
                    <div class="carousel-inner" role="listbox">
${items.join("\n")}
                    </div>
                </div>
            </div>
        </div>`,
  );
}
