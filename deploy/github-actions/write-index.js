/**
 * Writes FOLDER/index.html: `node write-index.js FOLDER < latest.json`, where latest.json is the output of `congress-trades trades --format json`.
 * The page lists the latest trades, and links to the data files in FOLDER/data (see `archive bundle`).
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder] = process.argv.slice(2);
const { trades, total, dataset_version: version, missing, data_notice: notice } = JSON.parse(readFileSync(0, "utf8"));

const text = (value) => String(value ?? "").replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const row = (cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;

const COLUMNS = ["Disclosed", "Traded", "Member", "Trade", "Asset", "Class", "Amount"];
const rows = trades.map((trade) =>
  row([
    text(trade.disclosure_date) + (trade.late ? " <b>late</b>" : ""),
    text(trade.transaction_date),
    `${text(trade.politician)} (${text(trade.party.slice(0, 1))}, ${text(trade.chamber)})`,
    text(trade.transaction_type.replace(/_(\w+)/, " ($1)")),
    text(trade.ticker === "" ? trade.company : `${trade.company} (${trade.ticker})`),
    text(trade.asset_type),
    text(trade.amount_range),
  ]),
);
const files = readdirSync(join(folder, "data"))
  .sort()
  .map((name) => {
    const size = Math.ceil(statSync(join(folder, "data", name)).size / 1000).toLocaleString("en-US");
    return `<li><a href="data/${encodeURIComponent(name)}">${text(name)}</a> ${size} kB</li>`;
  });

writeFileSync(
  join(folder, "index.html"),
  `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stock trades disclosed by members of Congress</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
div { overflow-x: auto }
table { border-collapse: collapse; font-size: 0.875rem }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #8886 }
td:first-child, td:nth-child(2), td:last-child { white-space: nowrap }
</style>
<h1>Stock trades disclosed by members of Congress</h1>
${notice ? `<p><strong>${text(notice)}</strong></p>\n` : ""}<p>The latest ${trades.length} of ${total.toLocaleString("en-US")} trades, version ${text(version)} of the data. ${text(missing)}</p>
<div><table>
<thead><tr>${COLUMNS.map((name) => `<th scope="col">${name}</th>`).join("")}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table></div>
<h2>Download all data</h2>
<ul>
${files.join("\n")}
</ul>
<p>Amounts are the ranges printed in the filings. Federal law limits the use of disclosure reports (5 U.S.C. 13107(c)): not for any unlawful purpose; not for a commercial purpose, other than by news and communications media for dissemination to the general public; not to establish anybody's credit rating; not to solicit money for a political, charitable or other purpose. This is a summary, not legal advice.</p>
</html>
`,
);
