/** Tests downloading the filings of a manifest, with made-up filings from the stand-in sites. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { readConfig } from "../../src/base/config.ts";
import { createLogger } from "../../src/base/log.ts";
import { serviceEnvironment, temporaryFolder } from "../e2e/workplace.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { fetchFilings } from "./fetch.ts";
import { listDocuments, type RealFiling } from "./manifest.ts";

const HOUSE = "https://disclosures-clerk.house.gov/public_disc/ptr-pdfs";
const SENATE = "https://efdsearch.senate.gov/search/view";
const MEDIA = "https://efd-media-public.senate.gov";
const NEVER = "0".repeat(64);

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
const computeSha256 = (bytes: Uint8Array | null) =>
  createHash("sha256")
    .update(bytes ?? assert.fail())
    .digest("hex");

/** Makes the manifest's entries for a House report, and for a page and a paper report of the Senate. */
async function makeFilings(): Promise<RealFiling[]> {
  const row = {
    owner: null,
    asset: "Sample",
    ticker: null,
    type: "P",
    transactionDate: "1/2/26",
    notificationDate: null,
    amount: "$1,001 - $15,000",
  };
  const record = { filer: "Sample Member", rows: [row] };
  const house = (await material.house.readIndex(2026))?.find(({ filingType }) => filingType === "P") ?? assert.fail();
  const rows = await material.senate.listRows();
  const page = rows.find(({ link }) => link === "ptr") ?? assert.fail();
  const paper = rows.find(({ link }) => link === "paper") ?? assert.fail();
  const viewer = (await material.senate.readPage(paper)) ?? assert.fail();
  const images = [
    ...Buffer.from(viewer)
      .toString()
      .matchAll(/src="[^"]*\/(media\/[^"]+)"/g),
  ].map(([, at]) => at ?? "");
  return [
    {
      id: `h${house.docId}`,
      layout: "text",
      url: `${HOUSE}/2026/${house.docId}.pdf`,
      sha256: computeSha256(await material.house.readDocument("ptr-pdfs", 2026, house.docId)),
      ...record,
    },
    { id: `s${page.uuid}`, layout: "page", url: `${SENATE}/ptr/${page.uuid}/`, sha256: NEVER, ...record },
    {
      id: `s${paper.uuid}`,
      layout: "paper",
      url: `${SENATE}/paper/${paper.uuid}/`,
      sha256: computeSha256(viewer),
      images: await Promise.all(
        images.map(async (at) => ({
          url: `${MEDIA}/${at}`,
          sha256: computeSha256(await material.senate.readMedia(at)),
        })),
      ),
      ...record,
    },
  ];
}

describe("downloads the filings listed in a manifest", () => {
  let upstream: Upstream;
  let folder: string;
  let filings: readonly RealFiling[];

  before(async () => {
    upstream = await startUpstream({ material, port: 0 });
    folder = await temporaryFolder();
    filings = await makeFilings();
  });
  after(async () => {
    await upstream?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Downloads the filings. @returns the outcome and the reason for each. */
  async function fetchOutcomes(some = filings, environment: Record<string, string> = {}) {
    upstream.clearLog();
    const config = readConfig(serviceEnvironment(upstream.url, folder, environment));
    const parts = {
      config,
      folder,
      log: createLogger("silent"),
      signal: new AbortController().signal,
    };
    const outcomes = await Array.fromAsync(fetchFilings(some, parts));
    return { outcomes: outcomes.map(({ outcome }) => outcome), reasons: outcomes.map(({ reason }) => reason) };
  }

  test("leaves out Senate filings unless the agreement is accepted", async () => {
    const { outcomes } = await fetchOutcomes(filings, { SENATE_EFD_ACCEPT_TERMS: "false" });
    assert.deepEqual(outcomes, ["fetched", "not_accepted", "not_accepted"]);
    assert.deepEqual(
      upstream.listRequests().map(({ site }) => site),
      ["house"],
    );
  });

  test("puts each file in its place, and keeps and reports a page whose bytes differ from the manifest", async () => {
    assert.deepEqual((await fetchOutcomes()).outcomes, ["here", "changed", "fetched"]);
    for (const { file, sha256: recorded, sameBytes } of filings.flatMap(listDocuments)) {
      const bytes = await readFile(path.join(folder, file));
      if (sameBytes) assert.equal(computeSha256(bytes), recorded, file);
    }
    const names = (await readdir(folder, { recursive: true })).filter((name) => /\.\w+$/.test(name));
    assert.equal(names.length, filings.flatMap(listDocuments).length, "no other file is left in the folder");
  });

  test("does not request files that are present, and requests damaged ones again", async () => {
    assert.deepEqual((await fetchOutcomes()).outcomes, ["here", "here", "here"]);
    assert.deepEqual(upstream.listRequests(), []);
    const image = listDocuments(filings[2] ?? assert.fail())[1] ?? assert.fail();
    await writeFile(path.join(folder, image.file), "half of");
    assert.deepEqual((await fetchOutcomes()).outcomes, ["here", "here", "fetched"]);
    const images = upstream.listRequests().filter(({ path: asked }) => asked.includes("/media/"));
    assert.deepEqual(
      images.map(({ path: asked }) => path.posix.basename(asked)),
      [path.posix.basename(image.url)],
    );
  });

  test("does not keep bytes that differ from the recorded digest, and reports a filing that is gone", async () => {
    const [report] = filings;
    assert.ok(report?.layout === "text");
    const other = { ...report, sha256: NEVER };
    const gone = { ...report, id: "h20000000", url: `${HOUSE}/2026/20000000.pdf` };
    const { outcomes, reasons } = await fetchOutcomes([other, gone]);
    assert.deepEqual(outcomes, ["missing", "missing"]);
    assert.match(reasons[0] ?? "", /not the recorded 0{64}/);
    assert.match(reasons[1] ?? "", /20000000\.pdf does not exist/);
    const kept = listDocuments(report)[0] ?? assert.fail();
    assert.equal(computeSha256(await readFile(path.join(folder, kept.file))), report.sha256, "the good file stays");
  });
});
