/** Who may review, and which forms are accepted. */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { createApiKey } from "../../../src/accounts/keys/api-key.ts";
import { getOriginalPath } from "../../../src/filings/ingest/documents-folder.ts";
import { buildLineId, FILING, HOSTILE, openReviewPlace, type ReviewKey, type ReviewPlace } from "./review-place.ts";
import { readHiddenFields, Visitor, type VisitorAnswer } from "./visitor.ts";

let here: ReviewPlace;
let own: ReviewKey;

before(async () => {
  here = await openReviewPlace();
  own = await here.key("newsroom", ["review"]);
});
after(() => here?.close());

async function logIn(key = own.key): Promise<Visitor> {
  const visitor = new Visitor(here.origin);
  assert.equal((await visitor.logIn(key)).status, 303);
  return visitor;
}

function assertPrivate({ headers }: VisitorAnswer): void {
  assert.equal(headers.get("cache-control"), "no-store");
  assert.equal(headers.get("x-robots-tag"), "noindex");
  assert.match(headers.get("content-security-policy") ?? "", /^default-src 'none';(?!.*unsafe)/);
}

test("without a session every page asks for a key, and shows nothing else", async () => {
  const visitor = new Visitor(here.origin);
  const first = await visitor.get("/review");
  assert.equal(first.status, 200);
  assertPrivate(first);
  for (const address of [
    `/review/items/${buildLineId(1)}`,
    `/review/items/${FILING}/p2`,
    `/review/pictures/${buildLineId(1)}`,
    "/review/identities",
  ]) {
    const answer = await visitor.get(address);
    assert.equal(answer.status, 403, address);
    assertPrivate(answer);
    assert.match(answer.text, /<input id="key" name="key" type="password"/);
    assert.doesNotMatch(answer.text, /Sample/);
  }
  visitor.cookie = "__Host-review=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  assert.equal((await visitor.get(`/review/items/${buildLineId(1)}`)).status, 403);
  assert.equal((await visitor.get("/review/login")).headers.get("location"), "/review");
  assert.match((await visitor.get("/review?login=done")).text, /did not keep the session&#39;s cookie/);
});

test("a key with the scope opens a session whose cookie scripts cannot read and other sites cannot send", async () => {
  const visitor = new Visitor(here.origin);
  const answer = await visitor.logIn(own.key);
  assert.deepEqual([answer.status, answer.headers.get("location")], [303, "/review?login=done"]);
  assert.match(
    answer.headers.get("set-cookie") ?? "",
    /^__Host-review=[\w-]{43}; Max-Age=43200; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
  );
  assertPrivate(answer);
  const list = await visitor.get("/review");
  assertPrivate(list);
  assert.ok(list.text.includes(own.author) && list.text.includes(buildLineId(1)) && !list.text.includes(own.key));
  const back = await visitor.post("/review/login", { key: own.key, to: `/review/items/${buildLineId(1)}?kind=line` });
  assert.equal(back.headers.get("location"), `/review/items/${buildLineId(1)}?kind=line`);
  for (const to of ["https://example.org/", "//example.org", "/review/items/../../x"]) {
    const elsewhere = await visitor.post("/review/login", { key: own.key, to });
    assert.equal(elsewhere.headers.get("location"), "/review?login=done", to);
  }
});

test("an unknown, unscoped, expired or revoked key opens no session, and a key in the URL is ignored", async () => {
  const past = new Date(Date.now() - 1000);
  const revoked = await here.key("revoked", ["review"]);
  await here.place.store.keys.revoke(revoked.accountId, revoked.id, new Date());
  const disabled = await here.key("disabled", ["review"]);
  await here.place.store.accounts.setDisabled(disabled.accountId, true, new Date());
  const bad = [
    "nonsense",
    createApiKey(),
    (await here.key("reader", ["read", "webhooks", "keys"])).key,
    (await here.key("expired", ["review"], past)).key,
    revoked.key,
    disabled.key,
  ];
  for (const key of bad) {
    const answer = await new Visitor(here.origin).logIn(key);
    assert.deepEqual([answer.status, answer.headers.get("set-cookie")], [403, null]);
    assert.ok(!answer.text.includes(key));
  }
  assert.match((await new Visitor(here.origin).get(`/review?key=${own.key}`)).text, /type="password"/);
});

test("a session ends as soon as the reviewer's key is revoked", async () => {
  const other = await here.key("guest", ["review"]);
  const visitor = await logIn(other.key);
  const page = await visitor.get(`/review/items/${buildLineId(1)}`);
  await here.place.store.keys.revoke(other.accountId, other.id, new Date());
  assert.equal((await visitor.get(`/review/items/${buildLineId(1)}`)).status, 403);
  const form = { ...readHiddenFields(page), decide: "reject", reason: "r" };
  const answer = await visitor.post(`/review/items/${buildLineId(1)}`, form);
  assert.equal(answer.status, 403);
  assert.match(answer.text, /Your session has ended/);
  assert.equal(await here.decisions(here.place.dataDir), "");
});

test("a form from another site or for another session decides nothing, and the input is shown again", async () => {
  const visitor = await logIn();
  const address = `/review/items/${buildLineId(1)}`;
  const hidden = readHiddenFields(await visitor.get(address));
  const form = { ...hidden, decide: "correct", asset: "Typed by hand", reason: "because" };
  const foreign: readonly Readonly<Record<string, string>>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: here.origin, "sec-fetch-site": "cross-site" },
    { origin: here.origin, "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    {},
  ];
  for (const headers of foreign) {
    const answer = await visitor.post(address, form, headers);
    assert.equal(answer.status, 403, JSON.stringify(headers));
    assert.match(answer.text, /was not sent by a page of this service/);
    assert.equal((await visitor.post("/review/logout", form, headers)).status, 403);
    assert.equal((await new Visitor(here.origin).post("/review/login", { key: own.key }, headers)).status, 403);
  }
  for (const token of [
    "",
    `${hidden["token"]}x`,
    readHiddenFields(await (await logIn()).get(address))["token"] ?? "",
  ]) {
    const answer = await visitor.post(address, { ...form, token });
    assert.equal(answer.status, 403);
    assert.match(answer.text, /belongs to another session/);
    assert.ok(answer.text.includes('value="Typed by hand"') && answer.text.includes('value="because"'));
  }
  assert.equal(await here.decisions(here.place.dataDir), "");
  assert.equal((await visitor.get("/review")).status, 200);
});

test("escapes text from a filing", async () => {
  const visitor = await logIn();
  for (const address of [
    "/review",
    `/review/items/${buildLineId(2)}`,
    "/review?filing=%3Cscript%3E&reason=%22%3E%3Cb%3E",
  ]) {
    const { text } = await visitor.get(address);
    assert.ok(!/<script>|"><b>/.test(text), address);
  }
  const { text } = await visitor.get(`/review/items/${buildLineId(2)}`);
  assert.ok(text.includes("&lt;script&gt;alert(") && HOSTILE.startsWith("<script>"));
  const missing = await visitor.get("/review/items/%3Cscript%3E");
  assert.equal(missing.status, 404);
  assert.doesNotMatch(missing.text, /<script>/);
  assert.equal((await visitor.get(`/review/items/txn_${FILING}_99`)).status, 404);
  assert.equal((await visitor.get(`/review/items/${FILING}/p9`)).status, 404);
});

test("only logged-in visitors can see the pictures of a row and its page", async () => {
  const visitor = await logIn();
  for (const [address, least] of [
    [buildLineId(1), 100],
    [`${buildLineId(1)}?whole=true`, 1000],
    [`${FILING}/p2`, 1000],
  ] as const) {
    const answer = await fetch(`${here.origin}/review/pictures/${address}`, { headers: { cookie: visitor.cookie } });
    assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "image/png"]);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    assert.ok(Buffer.from(await answer.arrayBuffer()).readUInt32BE(20) >= least, address);
  }
});

test("a reviewer can rotate a page that is not upright, and the page stays rotated if a form is rejected", async () => {
  const visitor = await logIn();
  const readSize = async (address: string) => {
    const answer = await fetch(`${here.origin}${address}`, { headers: { cookie: visitor.cookie } });
    const png = Buffer.from(await answer.arrayBuffer());
    return [png.readUInt32BE(16), png.readUInt32BE(20)];
  };
  const address = `/review/items/${FILING}/p2`;
  assert.match((await visitor.get(address)).text, new RegExp(`href="${address}\\?turn=90">Rotate the page`));
  const { text } = await visitor.get(`${address}?turn=90`);
  assert.match(text, new RegExp(`href="${address}\\?turn=180">Rotate the page`));
  assert.match(text, new RegExp(`<form class="decide" method="post" action="${address}\\?turn=90"`));
  const [, picture = ""] = /<img src="([^"]+)"/.exec(text) ?? [];
  assert.deepEqual(await readSize(picture), (await readSize(`/review/pictures/${FILING}/p2`)).toReversed());
});

test("says that a page is damaged, and links to the original instead of showing a picture above empty rows", async () => {
  const visitor = await logIn();
  const { documentSha256 } = (await here.place.store.filings.get(FILING)) ?? assert.fail();
  const file = getOriginalPath(here.place.dataDir, documentSha256 ?? assert.fail());
  const bytes = await readFile(file);
  try {
    await writeFile(file, bytes.subarray(0, 1000));
    const page = await visitor.get(`/review/items/${FILING}/p2`);
    assert.equal(page.status, 200);
    assert.match(
      page.text,
      /Page 2 cannot be shown here: the stored copy is damaged or missing\. <bdi>Our copy of the original is damaged\..*the original at the House Clerk&#39;s site/s,
    );
    assert.doesNotMatch(page.text, /<img/);
    assert.ok(!page.text.includes(here.place.dataDir), "the page contains no path of the server");
    assert.match(page.text, /<details><summary>Type in the rows of the page, or say that it has none/);
    assert.match((await visitor.get(`/review/items/${buildLineId(1)}`)).text, /The row on page 1 cannot be shown here/);
    assert.equal((await visitor.get(`/review/pictures/${buildLineId(1)}`)).status, 404);
  } finally {
    await writeFile(file, bytes);
  }
  assert.match((await visitor.get(`/review/items/${FILING}/p2`)).text, /<img/);
});

test("logging out ends the session, and a body that is not a form is rejected", async () => {
  const visitor = await logIn();
  const { token = "" } = readHiddenFields(await visitor.get(`/review/items/${buildLineId(1)}`));
  const json = await visitor.post(
    "/review/logout",
    { token },
    { origin: here.origin, "content-type": "application/json" },
  );
  assert.equal(json.status, 415);
  const answer = await visitor.post("/review/logout", { token });
  assert.equal(answer.status, 303);
  assert.match(answer.headers.get("set-cookie") ?? "", /^__Host-review=; Max-Age=0;/);
  assert.equal((await visitor.get(`/review/items/${buildLineId(1)}`)).status, 403);
});

test("allows ten failed attempts per address and minute", async () => {
  const visitor = new Visitor(here.origin);
  let last = await visitor.logIn("wrong");
  for (let tries = 0; tries < 10 && last.status === 403; tries += 1) last = await visitor.logIn("wrong");
  assert.equal(last.status, 429);
  assert.match(last.headers.get("retry-after") ?? "", /^\d+$/);
  assert.equal((await visitor.logIn(own.key)).status, 429);
});
