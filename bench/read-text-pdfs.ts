/**
 * Compares reading the corpus's text PDFs with extracting their plain text by the same library:
 * `node bench/read-text-pdfs.ts [rounds]`.
 */
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

async function extractPlainText({ bytes }: Document): Promise<void> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: VerbosityLevel.ERRORS });
  const pdf = await task.promise;
  for (let number = 1; number <= pdf.numPages; number++) await (await pdf.getPage(number)).getTextContent();
  await task.destroy();
}
const readDocument = ({ bytes, docId }: Document) => readHouseDocument(bytes, docId);

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const times = { ours: [] as number[], plain: [] as number[] };
const longest = documents.toSorted((one, other) => other.pages - one.pages).slice(0, 5);
const perPage = { ours: [] as number[], plain: [] as number[] };
// Both read each file in turn, so that a busy machine slows down both. The first round warms up.
for (let round = 0; round <= rounds; round++) {
  for (const document of documents) {
    const one = await measureMs(() => readDocument(document));
    const other = await measureMs(() => extractPlainText(document));
    if (round === 0) continue;
    times.ours.push(one);
    times.plain.push(other);
    if (!longest.includes(document)) continue;
    perPage.ours.push(one / document.pages);
    perPage.plain.push(other / document.pages);
  }
}

const computeMean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const computeP95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
const formatMs = (value: number) => `${value.toFixed(1)} ms`;
const pages = longest.map((each) => each.pages).join(", ");
console.log(`${documents.length} text PDFs, ${rounds} rounds, Node ${process.version}, both readers in turn`);
for (const [name, measure, of] of [
  ["mean per PDF", computeMean, times],
  ["p95 per PDF", computeP95, times],
  [`mean per page of the five longest (${pages})`, computeMean, perPage],
] as const) {
  const [one, other] = [measure(of.ours), measure(of.plain)];
  console.log(
    `${name.padEnd(52)} ${formatMs(one)}   plain text ${formatMs(other)}   ratio ${(one / other).toFixed(2)}`,
  );
}
console.log(`peak resident memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
