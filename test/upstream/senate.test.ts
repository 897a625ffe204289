import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import type { SearchAnswer } from "../../src/app/demo/sites/senate-search.ts";
import { fictionalMaterial } from "./fictional/material.ts";
import { startUpstream } from "./server.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
const upstream = await startUpstream({ material, port: 0 });
const site = `${upstream.url}/senate`;
const cookies = new Map<string, string>();
after(upstream.stop);
beforeEach(() => cookies.clear());

test("redirects to the agreement until it is accepted", async () => {
  const [row] = await material.senate.listRows();
  for (const path of ["/search/", `/search/view/ptr/${row?.uuid}/`]) {
    const answer = await get(path);
    assert.equal(answer.status, 302);
    assert.equal(answer.headers.get("location"), "/senate/search/home/");
  }
});

test("the agreement requires the token, the cookie, the Referer and the checked box", async () => {
  const { token } = await openHomePage();
  const agreed = `prohibition_agreement=1&csrfmiddlewaretoken=${token}`;
  assert.equal((await post("/search/home/", agreed, {})).status, 403, "without Referer");
  assert.equal(
    (await post("/search/home/", "prohibition_agreement=1&csrfmiddlewaretoken=x", createReferer())).status,
    403,
  );
  const unchecked = await post("/search/home/", `csrfmiddlewaretoken=${token}`, createReferer());
  assert.equal(unchecked.status, 200);
  assert.match(await unchecked.text(), /errorMessage/);
  const accepted = await post("/search/home/", agreed, createReferer());
  assert.equal(accepted.status, 302);
  assert.equal(accepted.headers.get("location"), "/senate/search/");
  assert.match(await (await get("/search/")).text(), /<title>eFD: Find Reports<\/title>/);
});

test("a search requires the token in a header, filters by type and date, and has pages", async () => {
  await acceptAgreement();
  const all = await material.senate.listRows();
  const reports = all.filter((row) => row.link !== "annual");
  assert.ok(reports.length > 30 && reports.length < all.length);
  const refused = await post("/search/report/data/", "length=100", { ...createReferer(), "x-csrftoken": "another" });
  assert.equal(refused.status, 403);
  const seen: string[] = [];
  for (let start = 0; start < reports.length; start += 25) {
    const page = await requestSearch({ report_types: "[11]", start: String(start), length: "25" });
    assert.equal(page.recordsTotal, reports.length);
    seen.push(...page.data.map(([, , , anchor]) => /\/search\/view\/\w+\/([^/]+)\//.exec(anchor)?.[1] ?? ""));
  }
  assert.deepEqual(seen.toSorted(), reports.map((row) => row.uuid).toSorted());
  const ofYear = await requestSearch({
    report_types: "[11]",
    submitted_start_date: "01/01/2025 00:00:00",
    submitted_end_date: "12/31/2025 23:59:59",
  });
  assert.equal(ofYear.recordsTotal, reports.filter((row) => row.submitted.endsWith("2025")).length);
  assert.equal((await requestSearch({ report_types: "[7]" })).recordsTotal, all.length - reports.length);
});

test("a report has no ETag, its id may be in upper case, and a missing report returns 404", async () => {
  await acceptAgreement();
  const rows = await material.senate.listRows();
  const shown = await get(`/search/view/ptr/${rows.find((row) => row.link === "ptr")?.uuid.toUpperCase()}/`);
  assert.equal(shown.headers.get("etag"), null);
  const missing = material.truth.find((each) => each.source === "senate-efd" && each.kind === null);
  assert.equal((await get(`/search/view/ptr/${missing?.docId}/`)).status, 404);
});

test("the images of a paper report are on the media host, which needs no session", async () => {
  await acceptAgreement();
  const row = (await material.senate.listRows()).find((each) => each.link === "paper");
  const viewer = await (await get(`/search/view/paper/${row?.uuid}/`)).text();
  const source = /class="filingImage"\s+src="https:\/\/efd-media-public\.senate\.gov(\/[^"]+)"/.exec(viewer)?.[1];
  const image = await fetch(`${site}/media-host${source}`);
  assert.equal(image.status, 200);
  assert.equal(
    Buffer.from(await image.arrayBuffer())
      .subarray(0, 6)
      .toString(),
    "GIF89a",
  );
});

test("an expired session redirects to the agreement", async () => {
  await acceptAgreement();
  assert.equal((await get("/search/")).status, 200);
  upstream.expireSessions();
  assert.equal((await get("/search/")).headers.get("location"), "/senate/search/home/");
});

async function acceptAgreement(): Promise<void> {
  const { token } = await openHomePage();
  await post("/search/home/", `prohibition_agreement=1&csrfmiddlewaretoken=${token}`, createReferer());
}

async function openHomePage(): Promise<{ token: string }> {
  const page = await (await get("/search/home/")).text();
  assert.match(page, /<title>eFD: Home<\/title>/);
  return { token: /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page)?.[1] ?? "" };
}

async function requestSearch(form: Record<string, string>): Promise<SearchAnswer> {
  const body = new URLSearchParams({ draw: "1", start: "0", length: "100", ...form }).toString();
  const answer = await post("/search/report/data/", body, {
    ...createReferer(),
    "x-csrftoken": cookies.get("csrftoken") ?? "",
  });
  assert.equal(answer.status, 200);
  return (await answer.json()) as SearchAnswer;
}

const createReferer = () => ({ referer: `${site}/search/home/` });
const get = (path: string) => request(path, {});
const post = (path: string, body: string, headers: Record<string, string>) =>
  request(path, { method: "POST", body, headers: { "content-type": "application/x-www-form-urlencoded", ...headers } });

async function request(path: string, init: { method?: string; body?: string; headers?: Record<string, string> }) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(site + path, { ...init, headers: { cookie, ...init.headers }, redirect: "manual" });
  for (const each of answer.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
    if (name !== undefined && value !== undefined) cookies.set(name, value);
  }
  return answer;
}
