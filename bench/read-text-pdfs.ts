/** Time of reading the corpus's text PDFs, beside the same library's plain text of the same files: `node bench/read-text-pdfs.ts [rounds]`. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { getDocument, VerbosityLevel } from "unpdf/pdfjs";
import { readHouseDocument } from "../src/filings/sources/house-clerk/read.ts";
import { corpusDir, skipWithoutCorpus } from "../test/corpus.ts";

if (corpusDir === null) {
  console.log(`nothing measured: ${skipWithoutCorpus}`);
  process.exit(0);
}
const house = path.join(corpusDir, "house");
const documents = readFileSync(path.join(house, "documents.csv"), "utf8")
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => line.split(","))
  .filter(([, , kind]) => kind === "text")
  .map(([year = "", docId = "", , pages]) => ({
    docId,
    pages: Number(pages),
    bytes: readFileSync(path.join(house, "ptr-pdfs", year, `${docId}.pdf`)),
  }));
type Document = (typeof documents)[number];
const rounds = Number(process.argv[2] ?? 2);

async function plainText({ bytes }: Document): Promise<void> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: VerbosityLevel.ERRORS });
  const pdf = await task.promise;
  for (let number = 1; number <= pdf.numPages; number++) await (await pdf.getPage(number)).getTextContent();
  await task.destroy();
}
const ours = ({ bytes, docId }: Document) => readHouseDocument(bytes, docId);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const times = { ours: [] as number[], plain: [] as number[] };
const longest = documents.toSorted((one, other) => other.pages - one.pages).slice(0, 5);
const perPage = { ours: [] as number[], plain: [] as number[] };
// Both take turns on each file, so that a busy machine slows both; the first round warms up.
for (let round = 0; round <= rounds; round++) {
  for (const document of documents) {
    const one = await timed(() => ours(document));
    const other = await timed(() => plainText(document));
    if (round === 0) continue;
    times.ours.push(one);
    times.plain.push(other);
    if (!longest.includes(document)) continue;
    perPage.ours.push(one / document.pages);
    perPage.plain.push(other / document.pages);
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const p95 = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
const ms = (value: number) => `${value.toFixed(1)} ms`;
const pages = longest.map((each) => each.pages).join(", ");
console.log(`${documents.length} text PDFs, ${rounds} rounds, Node ${process.version}, load of both readers by turns`);
for (const [name, measure, of] of [
  ["mean a PDF", mean, times],
  ["p95 a PDF", p95, times],
  [`mean a page of the five longest (${pages})`, mean, perPage],
] as const) {
  const [one, other] = [measure(of.ours), measure(of.plain)];
  console.log(`${name.padEnd(52)} ${ms(one)}   plain text ${ms(other)}   ratio ${(one / other).toFixed(2)}`);
}
console.log(`peak resident memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
