/**
 * Renders the page of a sample: one file that needs no server and shows each statement, the picture of its line and a choice of
 * verdicts.
 */
import type { EvidenceWords } from "../../src/domain/evidence.ts";
import { FIELD_LABELS } from "../../src/filings/evidence/alternative-text.ts";
import { type Html, html, trustMarkup } from "../../src/web/html.ts";
import { formatCount } from "../../src/web/parts/words.ts";
import { STATEMENTS } from "./statements.ts";
import type { DrawnStatement, Stratum } from "./strata.ts";

export interface SampledStatement {
  readonly drawn: DrawnStatement;
  readonly politician: string;
  readonly headline: string;
  /** The sentence on lateness that the trade's page shows. */
  readonly lateness: string;
  /** The filer's name in the official list. */
  readonly listedFiler: string;
  /** The filer's name in the document; null if it is not read from the document, such as from scanned paper. */
  readonly printedFiler: string | null;
  /** URLs of the trade's page and of the official document. */
  readonly tradeUrl: string;
  readonly documentUrl: string;
  /** `page 2, line 14 of h20024542` */
  readonly place: string;
  /** Field names and values in the API. */
  readonly published: readonly (readonly [string, unknown])[];
  /** The trade page's sentence on the statement; null if it has none. */
  readonly words: string | null;
  readonly line: PicturedLine | UnpicturedLine;
}

interface PicturedLine {
  readonly png: Buffer;
  /** Display size in CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly alternative: string;
}

interface UnpicturedLine {
  /** Why there is no picture. */
  readonly reason: string;
  /** The text of the line; empty if it is not stored. */
  readonly printed: readonly EvidenceWords[];
}

interface Sample {
  readonly seed: number;
  readonly datasetVersion: string;
  readonly tradeCount: number;
  readonly strata: readonly Stratum[];
  readonly statements: readonly SampledStatement[];
}

const VERDICTS = ["right", "wrong", "unsure"] as const;

/** Renders the whole HTML document. The same data and seed give the same bytes. */
export function renderSamplePage({ seed, datasetVersion, tradeCount, strata, statements }: Sample): string {
  const title = `Sample ${seed} of version ${datasetVersion}`;
  return `<!doctype html>\n${html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trustMarkup(STYLE)}</style>
</head>
<body>
<h1>${title}</h1>
<p>${formatCount(statements.length)} published statements of ${formatCount(tradeCount)} trades, each beside its line of the document. Does the line say what is published? Rare kinds are drawn more often than they occur, so the share of wrong statements here is not that of the whole data set.</p>
<p class="counts" role="status">${VERDICTS.map((verdict) => html`<output data-count="${verdict}">0</output> ${verdict} · `)}<output data-count="open">${statements.length}</output> open <span data-named></span></p>
${renderStrataTable(strata, statements)}
${statements.map((each, at) => renderStatement(each, at + 1, strata.indexOf(each.drawn.stratum)))}
<script>${trustMarkup(SCRIPT)}</script>
</body>
</html>
`}`;
}

function renderStrataTable(strata: readonly Stratum[], statements: readonly SampledStatement[]): Html {
  const drawn = Map.groupBy(statements, (each) => each.drawn.stratum);
  return html`<details><summary>Statements by kind</summary>
<table><thead><tr><th>Statement</th><th>Kind</th><th>Published</th><th>Drawn</th>${VERDICTS.map((each) => html`<th>${each}</th>`)}</tr></thead>
<tbody>
${strata.map(
  (stratum, at) =>
    html`<tr data-stratum="${at}"><td>${STATEMENTS[stratum.statement].title}</td><td>${stratum.kind}</td><td>${formatCount(stratum.tradeIds.length)}</td><td>${drawn.get(stratum)?.length ?? 0}</td>${VERDICTS.map((each) => html`<td data-verdict="${each}"></td>`)}</tr>
`,
)}</tbody></table></details>`;
}

function renderStatement(statement: SampledStatement, number: number, stratum: number): Html {
  const {
    drawn,
    politician,
    headline,
    lateness,
    listedFiler,
    printedFiler,
    tradeUrl,
    documentUrl,
    place,
    published,
    words,
    line,
  } = statement;
  return html`<section id="s${number}" data-stratum="${stratum}">
<h2>${number}. ${STATEMENTS[drawn.stratum.statement].title}: ${drawn.stratum.kind}</h2>
<p><a href="${tradeUrl}">${drawn.tradeId}</a> · <bdi>${politician}</bdi> · <bdi>${headline}</bdi> · ${lateness}</p>
<dl>${words !== null && html`<div><dt>In words</dt><dd><bdi>${words}</bdi></dd></div>`}${published.map(([name, value]) => html`<div><dt><code>${name}</code></dt><dd><bdi>${formatValue(value)}</bdi></dd></div>`)}</dl>
${renderLine(line)}
<p class="place"><a href="${documentUrl}">Official document</a>, ${place}. Filer as listed: <bdi>${listedFiler}</bdi>${printedFiler !== null && html`; in the document: <bdi>${printedFiler}</bdi>`}.</p>
<fieldset><legend>Verdict on ${number}</legend>${VERDICTS.map((verdict) => html`<label><input type="radio" name="s${number}" value="${verdict}"> ${verdict}</label> `)}</fieldset>
</section>
`;
}

function formatValue(value: unknown): string {
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}

function renderLine(line: PicturedLine | UnpicturedLine): Html {
  if ("png" in line) {
    const { png, width, height, alternative } = line;
    return html`<img src="data:image/png;base64,${png.toString("base64")}" width="${width}" height="${height}" alt="${alternative}">`;
  }
  return html`<div class="missing"><p>No picture: ${line.reason} ${line.printed.length > 0 ? "The text of the line:" : "The text of the line is not stored either."}</p>
<dl>${line.printed.map(({ field, text }) => html`<div><dt>${FIELD_LABELS[field]}</dt><dd><bdi>${text}</bdi></dd></div>`)}</dl></div>`;
}

const STYLE = `
body { font: 16px/1.45 system-ui, sans-serif; max-width: 72rem; margin: 0 auto; padding: 1rem; }
.counts { position: sticky; top: 0; margin: 0; padding: .5rem 0; background: Canvas; border-bottom: 1px solid GrayText; }
table { border-collapse: collapse; }
td, th { padding: .1rem .6rem; text-align: left; border-bottom: 1px solid GrayText; }
section { margin: 2rem 0; padding-top: .5rem; border-top: 2px solid GrayText; scroll-margin-top: 3rem; }
h2 { font-size: 1.1rem; margin: 0; }
dl { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: .5rem 0; }
dl div { display: flex; gap: .5rem; }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
img { max-width: 100%; height: auto; background: white; }
.place { font-size: .875rem; }
fieldset { border: 0; padding: 0; }
legend { float: left; margin-right: 1rem; }
label { margin-right: 1rem; }
`;

/** Counts the verdicts, and saves them in the browser if it allows local files to store data. */
const SCRIPT = `
const key = document.title;
const put = (where, number) => { where.textContent = number; };
function count() {
  const checked = [...document.querySelectorAll("input:checked")];
  const of = (inputs, verdict) => inputs.filter(({ value }) => value === verdict);
  for (const output of document.querySelectorAll("[data-count]")) {
    const open = document.querySelectorAll("section").length - checked.length;
    put(output, output.dataset.count === "open" ? open : of(checked, output.dataset.count).length);
  }
  for (const row of document.querySelectorAll("tr[data-stratum]")) {
    const inside = checked.filter((input) => input.closest("section").dataset.stratum === row.dataset.stratum);
    for (const cell of row.querySelectorAll("[data-verdict]")) put(cell, of(inside, cell.dataset.verdict).length || "");
  }
  const named = ["wrong", "unsure"].flatMap((verdict) => {
    const numbers = of(checked, verdict).map(({ name }) => name.slice(1));
    return numbers.length > 0 ? [verdict + ": " + numbers.join(", ")] : [];
  });
  put(document.querySelector("[data-named]"), named.length > 0 ? "(" + named.join("; ") + ")" : "");
  return Object.fromEntries(checked.map(({ name, value }) => [name, value]));
}
document.addEventListener("change", () => {
  const verdicts = count();
  try { localStorage.setItem(key, JSON.stringify(verdicts)); } catch {}
});
try {
  for (const [name, value] of Object.entries(JSON.parse(localStorage.getItem(key) ?? "{}"))) {
    const input = document.querySelector('input[name="' + name + '"][value="' + value + '"]');
    if (input !== null) input.checked = true;
  }
} catch {}
count();
`;
