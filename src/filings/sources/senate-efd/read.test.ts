import assert from "node:assert/strict";
import { test } from "node:test";
import { ParseError } from "../../../base/errors.ts";
import { createBlankLine } from "../../../domain/printed-report.ts";
import { readSenateDocument } from "./read.ts";

const HEADERS = [
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
const STOCK = [
  "1",
  " 05/19/2023 ",
  "Spouse",
  "--",
  "Sample Widgets Inc.",
  "Stock",
  "Sale (Full)",
  "$1,001 - $15,000",
  "--",
];

interface Made {
  rows?: readonly (readonly string[])[];
  headers?: readonly string[];
  title?: string;
  heading?: string;
  filer?: string;
  filed?: string;
  totals?: readonly string[];
}

function make({
  rows = [STOCK],
  headers = HEADERS,
  title = "eFD: Print Periodic Transaction Report",
  heading = "Periodic\n  Transaction Report\n   for 06/20/2023",
  filer = "The Honorable\n Sample\n  Q Person\n (Person, Sample)",
  filed = "Filed  06/20/2023 @ 8:07 AM",
  totals = [`(${rows.length} transactions total)`],
}: Made = {}): string {
  const toCells = (row: readonly string[]) => row.map((cell) => `<td>\n  ${cell}\n </td>`).join("");
  return `<!DOCTYPE HTML>
<html lang="en"><head><title>${title}</title><script>var table = "<table>";</script></head><body>
<main class="container-fluid pgContent" id="content">
<h1 class="mb-2">${heading}</h1><h2 class="filedReport">${filer}</h2>
<p class="muted"><strong class="noWrap"><i class="fa fa-folder"></i> ${filed}</strong></p>
<ul>${totals.map((line) => `<li class="list-inline-item">${line}</li>`).join("")}</ul>
<table class="table table-striped"><caption class="sr-only">List</caption>
<thead><tr class="header">${headers.map((header) => `<th scope="col">${header}</th>`).join("")}</tr></thead>
<tbody>${rows.map((row) => `<tr>${toCells(row)}</tr>`).join("\n")}</tbody></table>
</main></body>
</html>`;
}

const read = (html: string) => readSenateDocument(Buffer.from(html), "0165d493-0000-0000-0000-000000000000");
const replace = (place: number, cell: string) => STOCK.map((each, index) => (index === place ? cell : each));
const readRow = (place: number, cell: string) => read(make({ rows: [replace(place, cell)] })).transactions[0];
const reject = (html: string, code: string) =>
  assert.throws(
    () => read(html),
    (error) => error instanceof ParseError && error.code === code,
    code,
  );

test("reads a report: filer, filed date, and a row with every field", () => {
  const filing = read(make());
  assert.equal(filing.kind, "html");
  assert.equal(filing.filer, "The Honorable Sample Q Person (Person, Sample)");
  assert.equal(filing.filedDate, "06/20/2023");
  assert.equal(filing.amendment, null);
  assert.equal(filing.signedDate, null);
  assert.deepEqual(filing.rejected, []);
  assert.deepEqual(filing.transactions, [
    {
      ...createBlankLine(1),
      owner: "Spouse",
      assetName: "Sample Widgets Inc.",
      assetCell: "Sample Widgets Inc.",
      assetType: "Stock",
      transactionType: "Sale (Full)",
      transactionDate: "05/19/2023",
      amount: "$1,001 - $15,000",
      tickers: [null],
      assetParts: ["Sample Widgets Inc."],
    },
  ]);
});

test("reads an amendment, and a time without minutes", () => {
  const filing = read(
    make({ heading: "Periodic Transaction Report for 06/20/2023\n (Amendment 2)", filed: "Filed 10/04/2022 @ 9 AM" }),
  );
  assert.equal(filing.amendment, "Amendment 2");
  assert.equal(filing.filedDate, "10/04/2022");
});

test("recognizes a transaction report by the heading, whatever the page title says", () => {
  for (const title of ["eFD: View Periodic Transaction Report", "eFD: Print Report"]) {
    assert.equal(read(make({ title })).transactions.length, 1, title);
  }
  assert.equal(read(make({ title: "eFD: Annual Report for 2023", heading: "Annual Report" })).kind, "other");
});

test("accepts thousands separators in line numbers and totals", () => {
  const rows = Array.from({ length: 1001 }, (_, at) => [(1001 - at).toLocaleString("en-US"), ...STOCK.slice(1)]);
  const filing = read(make({ rows, totals: ["(1,001 transactions total)", "0 Self", "1,001 Spouse"] }));
  assert.deepEqual([filing.transactions.length, filing.transactions[0]?.line], [1001, 1001]);
  reject(make({ rows, totals: ["(1,001 transactions total)", "1,000 Spouse"] }), "html_totals_differ");
});

test("skips an unrelated table, but rejects a second transaction table", () => {
  const other = "<table><tr><th>Attachment</th></tr><tr><td>statement.pdf</td></tr></table>";
  const html = make();
  assert.equal(read(html.replace("</main>", `${other}</main>`)).transactions.length, 1);
  const again = /<table class[\s\S]*<\/table>/.exec(html)?.[0] ?? "";
  reject(html.replace("</main>", `${again}</main>`), "html_no_table");
});

test("takes tickers from the link's text, decodes entities, and reads an empty asset type as null", () => {
  assert.equal(readRow(3, '<a href="https://finance.yahoo.com/q?s=OLD"\n target="_blank">BRK-B</a>')?.ticker, "BRK-B");
  assert.equal(readRow(4, "Sample &amp; Sons&nbsp;&#39;A&#39;")?.assetName, "Sample & Sons 'A'");
  assert.equal(readRow(5, "")?.assetType, null);
  assert.equal(readRow(8, "a -- b <br> c")?.comment, "a -- b c");
});

test("an exchange has two tickers and two assets, starting with the asset given up", () => {
  const exchange = STOCK.with(3, '--<br/><a href="x">ZZNEW</a>')
    .with(4, "Old Sample (Exchanged)<br/>\n New Sample (Received)")
    .with(6, "Exchange");
  const [row] = read(make({ rows: [exchange] })).transactions;
  assert.deepEqual(row?.tickers, [null, "ZZNEW"]);
  assert.equal(row?.ticker, "-- ZZNEW");
  assert.deepEqual(row?.assetParts, ["Old Sample (Exchanged)", "New Sample (Received)"]);
  assert.equal(row?.assetName, "Old Sample (Exchanged) / New Sample (Received)");
  assert.equal(row?.assetCell, "Old Sample (Exchanged) New Sample (Received)");
  const both = STOCK.with(3, '<a href="x">ZZOLD</a><br/><a href="y">ZZNEW</a>');
  assert.equal(read(make({ rows: [both] })).transactions[0]?.ticker, "ZZOLD ZZNEW");
  assert.equal(readRow(3, "--<br/>--")?.ticker, null);
});

test("reads details of a bond, an option, a private company, a coin, and text without a label", () => {
  const getDetails = (cell: string) => readRow(4, `Sample\n <div class="text-muted">${cell}</div>`)?.assetDetails;
  assert.deepEqual(getDetails("<em>Rate/Coupon:</em> 2.25%<br> <em>Matures:</em> 2036-04-15"), {
    "Rate/Coupon": "2.25%",
    Matures: "2036-04-15",
  });
  assert.deepEqual(
    getDetails("Option Type: Short Sale <br/><em>Strike price:</em> $1,210.00 <br><em>Expires:</em> 06/30/2017"),
    {
      "Option Type": "Short Sale",
      "Strike price": "$1,210.00",
      Expires: "06/30/2017",
    },
  );
  assert.deepEqual(getDetails("<em>Exchange/Platform</em>: River"), { "Exchange/Platform": "River" });
  assert.deepEqual(
    getDetails(
      '<em>Company:</em> Sample, Inc. &nbsp;(Nowhere, ND)</div><div class="text-muted"><em>Description:</em>&nbsp;Makes: things<br>well',
    ),
    { Company: "Sample, Inc. (Nowhere, ND)", Description: "Makes: things well" },
  );
  assert.deepEqual(getDetails("just words"), { Details: "just words" });
  const row = readRow(4, 'Sample <div class="text-muted"><em>Matures:</em> 2030</div>');
  assert.equal(row?.assetName, "Sample");
  assert.equal(row?.assetCell, "Sample Matures: 2030");
});

test("keeps the printed line numbers in any order, but rejects a page that repeats a number", () => {
  const rows = ["181", "147", "8"].map((number) => STOCK.with(0, number));
  assert.deepEqual(
    read(make({ rows })).transactions.map((row) => row.line),
    [181, 147, 8],
  );
  reject(make({ rows: [STOCK, STOCK] }), "html_numbers_repeat");
});

test("lists each incomplete or unreadable row as rejected, with the reason", () => {
  const rows = [
    STOCK.with(0, "9"),
    STOCK.with(0, "2").with(1, "--"),
    STOCK.with(0, "3").with(4, " "),
    STOCK.with(0, "4").with(6, ""),
    STOCK.with(0, "5").with(7, "--"),
    STOCK.with(0, "?"),
    STOCK.slice(0, 8).with(0, "6"),
    STOCK.with(0, "7").with(3, " "),
  ];
  const { transactions, rejected } = read(make({ rows }));
  assert.deepEqual(
    transactions.map((row) => row.line),
    [9],
  );
  assert.deepEqual(
    rejected.map(({ line, reason }) => [line, reason]),
    [
      [2, "missing_transaction_date"],
      [3, "missing_asset"],
      [4, "missing_transaction_type"],
      [5, "missing_amount"],
      [10, "unreadable_number"],
      [6, "unreadable_row"],
      [7, "unreadable_row"],
    ],
  );
  assert.equal(
    rejected[0]?.text,
    "2 | -- | Spouse | -- | Sample Widgets Inc. | Stock | Sale (Full) | $1,001 - $15,000 | --",
  );
});

test("finds columns by name, and rejects a page with a renamed, missing or new column", () => {
  const order = [0, 2, 1, 3, 4, 5, 6, 8, 7];
  const moved = read(make({ headers: order.map((i) => HEADERS[i] ?? ""), rows: [order.map((i) => STOCK[i] ?? "")] }));
  assert.equal(moved.transactions[0]?.transactionDate, "05/19/2023");
  assert.equal(moved.transactions[0]?.amount, "$1,001 - $15,000");
  reject(make({ headers: HEADERS.with(7, "Value") }), "html_unknown_columns");
  reject(make({ headers: HEADERS.slice(0, 8), rows: [STOCK.slice(0, 8)] }), "html_unknown_columns");
  reject(make({ headers: [...HEADERS, "Notified"], rows: [[...STOCK, "x"]] }), "html_unknown_columns");
});

test("rejects a page whose printed totals are incomplete or differ from its rows", () => {
  const totals = ["(2 transactions total)", "0 Self", "0 Joint", "1 Spouse", "1 Dependent Child"];
  const rows = [STOCK, STOCK.with(0, "2").with(2, "Child")];
  assert.equal(read(make({ rows, totals })).transactions.length, 2);
  reject(make({ rows, totals: totals.with(0, "(3 transactions total)") }), "html_totals_differ");
  reject(make({ rows, totals: totals.with(4, "2 Dependent Child") }), "html_totals_differ");
  reject(make({ rows, totals: totals.slice(1) }), "html_totals_missing");
  assert.equal(read(make({ totals: ["(1 transaction total)"] })).transactions.length, 1);
});

test("reads a report without transactions, and rejects a page with a total but no table", () => {
  const none = make({ totals: ["(0 transactions total)"] }).replace(/<table class[\s\S]*<\/table>/, "");
  assert.deepEqual(read(none).transactions, []);
  reject(none.replace("(0 ", "(4 "), "html_no_table");
});

test("rejects a page without the heading or the filing date", () => {
  reject(make({ heading: "Something else" }), "html_no_heading");
  reject(make({ filed: "not filed" }), "html_no_heading");
});

test("recognizes the site's other pages by the page title", () => {
  const classify = (title: string) => {
    try {
      return read(make({ title, heading: "Another page" })).kind;
    } catch (error) {
      return (error as ParseError).code;
    }
  };
  assert.equal(classify("eFD: Home"), "html_agreement_page");
  assert.equal(classify("eFD: Find Reports"), "html_search_form");
  assert.equal(classify("Access Denied"), "html_block_page");
  assert.equal(classify("403 Forbidden"), "html_block_page");
  assert.equal(classify("eFD: Site Maintenance"), "html_maintenance_page");
  assert.equal(classify("Welcome"), "html_not_a_report");
  assert.equal(classify("\n eFD: \n Annual Report for 2024 - Person, Sample "), "other");
});

test("counts the page images of a paper report's viewer, without the logo", () => {
  const page = make({
    title: "eFD: View Report",
    heading:
      '<img src="/logo.svg"><img class="filingImage" src="/media/1.gif"><img class="filingImage" src="/media/2.gif">',
  });
  assert.deepEqual([read(page).kind, read(page).pages, read(page).filer], ["paper", 2, null]);
});

test("a page cut anywhere is reported as truncated or incomplete, never read as a shorter report", () => {
  const whole = make({ rows: Array.from({ length: 5 }, (_, i) => STOCK.with(0, String(i + 1))) });
  for (let end = 60; end < whole.length - 7; end += 13) reject(whole.slice(0, end), "html_truncated");
  reject(whole.replace("</table>", ""), "html_truncated");
});

test("rejects empty, oversized, wrongly encoded and non-HTML input, each with a distinct error code", () => {
  reject("", "html_empty");
  reject("%PDF-1.4", "html_not_a_report");
  reject('{"data": []}', "html_not_a_report");
  reject("<?xml version='1.0'?><a/>", "html_not_a_report");
  reject(" ".repeat(9 * 1024 * 1024), "html_too_large");
  assert.throws(() => readSenateDocument(Buffer.from(make({ filer: "Per\xe9z" }), "latin1"), "x"), {
    code: "html_encoding",
  });
});
