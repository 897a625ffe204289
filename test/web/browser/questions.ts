/**
 * Visitors' questions, the clicks from `/` that answer each one, and what must then be shown. `docs/pages.md` has the same list.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "playwright-core";
import { WITHOUT_PRICES } from "../../../src/app/demo/content/companies.ts";
import { eventually } from "../../eventually.ts";
import { formatDay } from "./facts.ts";
import { measurePictureWidth, PATIENCE_MS } from "./visit.ts";

interface Click {
  /** Name of the click in `docs/pages.md`. */
  readonly name: string;
  readonly at: (page: Page) => Locator;
  /** Types or chooses something before the click. */
  readonly before?: (page: Page) => Promise<void>;
}

interface Question {
  readonly question: string;
  readonly clicks: readonly Click[];
  /** Element whose text is noted before each click, to compare with the answer. */
  readonly note?: (page: Page) => Locator;
  /** Fails if the answer is not shown. */
  readonly isAnswered: (after: AfterClicks) => Promise<void>;
}

interface AfterClicks {
  readonly page: Page;
  /** The last text that `note` found before a click. */
  readonly noted: string;
  readonly download: Download | undefined;
}

const today = new Date();
const LAST_YEAR = String(today.getUTCFullYear() - 1);
const YESTERDAY = new Date(today.getTime() - 86_400_000).toISOString().slice(0, 10);
const THIS_DAY = new Date(today.getTime() - 60 * 86_400_000).toISOString().slice(0, 10);

// biome-ignore lint/suspicious/noExplicitAny: the test reads responses without their schemas, as an outside client would.
async function fetchJson(page: Page, path: string): Promise<any> {
  return (await page.request.get(`${new URL("/api/v1", page.url())}${path}`)).json();
}

interface TradeMember {
  readonly name: string;
  readonly seat: { readonly state: string; readonly district: number | null };
}

/** Finds the first trade that the API lists for the filter, and returns the name and the seat of its member. */
async function findTradeMember(page: Page, filter: string): Promise<TradeMember> {
  const { trades } = await fetchJson(page, `/trades?limit=1&${filter}`);
  const { name, state, district } = await fetchJson(page, `/politicians/${trades[0].politician_id}`);
  return { name, seat: { state, district } };
}

const findMain = (page: Page) => page.getByRole("main");
const findSection = (page: Page, heading: string | RegExp) =>
  findMain(page).getByRole("heading", { level: 2, name: heading }).locator("xpath=..");
const createNavigationClick = (name: string): Click => ({
  name: `"${name}"`,
  at: (page) => page.getByRole("navigation").getByRole("link", { name, exact: true }),
});

const TRADE_ROW: Click = { name: "a trade's row", at: (page) => findMain(page).locator(".trades tbody tr").first() };
const MEMBER_NAME: Click = { name: "her name", at: (page) => findMain(page).locator("article h2 a").first() };

/** Fills in the seat of a House member who bought something. */
async function chooseSeat(page: Page): Promise<void> {
  const { state, district } = (await findTradeMember(page, "chamber=house&transaction_type=purchase")).seat;
  await page.getByLabel("State", { exact: true }).first().selectOption(state);
  await page.getByLabel("District").first().fill(String(district));
}

/** Waits for the prices of SPY, which the demo requests when it starts. */
async function waitForSpyPrices(page: Page): Promise<void> {
  const findLastPriceDay = async () => (await fetchJson(page, "/performance?limit=1")).prices_to;
  await eventually("prices of SPY", findLastPriceDay, { withinMs: PATIENCE_MS, everyMs: 5000 });
}

const findButton = (page: Page) => findMain(page).getByRole("button", { name: "Find" });

export const QUESTIONS: readonly Question[] = [
  {
    question: "How is this amount printed in the filing?",
    clicks: [TRADE_ROW],
    note: (page) => findMain(page).locator(".trades tbody .amount").first(),
    async isAnswered({ page, noted: amount }) {
      const printed = amount.replaceAll(/\s*–\s*/g, " - ").trim();
      const line = findSection(page, "The line in the report").getByRole("img");
      assert.ok(
        (await line.getAttribute("alt"))?.includes(printed),
        `the alternative text does not include ${printed}`,
      );
      assert.ok((await measurePictureWidth(line)) > 400, "the picture of the line is not shown");
      assert.ok(
        (await findSection(page, "Field by field").innerText()).includes(printed),
        "the amount is not shown as printed",
      );
    },
  },
  {
    question: "Where is the filing?",
    clicks: [
      TRADE_ROW,
      { name: '"Official document"', at: (page) => page.getByRole("link", { name: "Official document" }) },
    ],
    note: (page) => findMain(page).locator("#citation"),
    async isAnswered({ page, noted: citation }) {
      assert.match(page.url(), /^https:\/\/(disclosures-clerk\.house\.gov|efdsearch\.senate\.gov)\//);
      assert.ok(citation.includes(page.url()), "the citation does not name the same URL");
    },
  },
  {
    question: "Is this unusual for her?",
    clicks: [TRADE_ROW],
    async isAnswered({ page }) {
      const said = await findSection(page, "Is this unusual for this member?").innerText();
      assert.match(
        said,
        /(Smallest size bracket|Usual size: |Not unusually large for this member|Unusually large for this member)/,
      );
      assert.match(said, /traded this asset (once|\d+ times) before|first known trade in this asset/);
      assert.match(said, /previous trade in any asset was [\d,]+ days? earlier/);
    },
  },
  {
    question: "What did this member trade last year?",
    clicks: [
      MEMBER_NAME,
      {
        name: "the year",
        at: (page) => findMain(page).locator("#trades").getByRole("link", { name: LAST_YEAR, exact: true }),
      },
    ],
    note: (page) => findMain(page).getByRole("heading", { level: 1 }),
    async isAnswered({ page, noted: name }) {
      assert.equal(await findMain(page).getByRole("heading", { level: 1 }).innerText(), name);
      const days = await findMain(page).locator(".trades .traded").allInnerTexts();
      assert.ok(days.length > 0 && days.every((day) => day.includes(`${LAST_YEAR}-`)), days.join(", "));
    },
  },
  {
    question: "Who bought this stock before this day?",
    clicks: [
      { name: "the ticker", at: (page) => findMain(page).locator("a.symbol").first() },
      {
        name: '"Apply" with "Purchase" and the day',
        before: async (page) => {
          await page.getByLabel("Type").selectOption("Purchase");
          await page.getByLabel("Traded to").fill(THIS_DAY);
        },
        at: (page) => findMain(page).getByRole("button", { name: "Apply" }),
      },
    ],
    async isAnswered({ page }) {
      const rows = await findMain(page).locator(".trades tbody tr").all();
      assert.ok(rows.length > 0, "no purchase is listed");
      for (const row of rows) {
        assert.notEqual(await row.locator(".what a").innerText(), "");
        assert.equal(await row.locator(".type").innerText(), "Purchase");
        assert.ok((await row.locator(".traded time").innerText()) <= THIS_DAY);
      }
    },
  },
  {
    question: "Who is late?",
    clicks: [createNavigationClick("Late")],
    async isAnswered({ page }) {
      const rows = await findMain(page).locator(".late-people tbody tr").all();
      const late = await Promise.all(
        rows.map(async (row) => Number.parseInt(await row.locator("td").first().innerText(), 10)),
      );
      assert.ok((late[0] ?? 0) > 0, "the first trade is not late");
      assert.deepEqual(
        late,
        late.toSorted((one, other) => other - one),
      );
    },
  },
  {
    question: "What could not be read?",
    clicks: [
      createNavigationClick("Coverage"),
      {
        name: 'the number under "Missing or waiting"',
        at: (page) => findMain(page).locator(".coverage tbody td:last-child a").first(),
      },
    ],
    note: (page) => findMain(page).locator(".coverage tbody td:last-child a").first(),
    async isAnswered({ page, noted: number }) {
      const list = findSection(page, new RegExp(`^${number} filings? of \\d{4} missing or waiting`));
      const rows = await list.locator("tbody tr").all();
      assert.equal(rows.length, Number(number));
      for (const row of rows) assert.match(await row.locator("td").last().innerText(), /\w+.*Official document/s);
    },
  },
  {
    question: "How complete is 2021?",
    clicks: [
      createNavigationClick("Coverage"),
      {
        name: "the year",
        at: (page) => findMain(page).locator(".coverage").getByRole("link", { name: LAST_YEAR, exact: true }).first(),
      },
    ],
    async isAnswered({ page }) {
      assert.equal(
        await findMain(page).getByRole("heading", { level: 1 }).innerText(),
        `How complete is ${LAST_YEAR}?`,
      );
      assert.match(
        await findMain(page).locator(".standfirst").innerText(),
        /Of \d+ trade reports, \d+ \([\d.]+%\) are read in full/,
      );
    },
  },
  {
    question: "What changed since yesterday?",
    clicks: [
      {
        name: '"What changed since yesterday" below every page',
        at: (page) => page.getByRole("contentinfo").getByRole("link", { name: "What changed since yesterday" }),
      },
    ],
    async isAnswered({ page }) {
      const changes = findSection(page, `What changed since ${formatDay(YESTERDAY)}`);
      await changes.getByRole("heading").waitFor();
      assert.match(await changes.innerText(), /[\d,]+ trades? published, [\d,]+ changed, [\d,]+ replaced or withdrawn/);
    },
  },
  {
    question: "Give me this list as a file",
    clicks: [{ name: '"CSV" above the list', at: (page) => findMain(page).getByRole("link", { name: /^CSV/ }) }],
    note: (page) => findMain(page).getByRole("link", { name: /^CSV/ }),
    async isAnswered({ noted: link, download }) {
      assert.ok(download, "the browser did not download a file");
      const [head = "", ...lines] = (await readFile(await download.path(), "utf8")).split("\n");
      assert.match(head, /^id,/);
      const rows = lines.filter((line) => /^"?txn_/.test(line)).length;
      assert.equal(`CSV, ${rows.toLocaleString("en-US")} rows`, link);
    },
  },
  {
    question: "Who represents this district, and what did they buy?",
    clicks: [
      {
        name: '"Find" with the state and the district',
        before: chooseSeat,
        at: findButton,
      },
      { name: "the name", at: (page) => findMain(page).locator(".people th a").first() },
    ],
    note: (page) => findMain(page).locator(".people tbody .seat").first(),
    async isAnswered({ page, noted: seat }) {
      const [state = "", district = ""] = seat.split("-");
      const said = await findMain(page).locator("header.subject .seat").innerText();
      assert.match(said, new RegExp(`${district === "0" ? "at large" : `district ${district}`} · in the House`), state);
      const bought = findMain(page).getByRole("row", { name: /^Bought \d/ });
      assert.match(await bought.innerText(), /[1-9]\d*\s+\$[\d,]+ to \$[\d,]+/);
    },
  },
  {
    question: "What options did this member buy, and for how much?",
    clicks: [
      {
        name: '"Search" with her name',
        before: async (page) => {
          const { name } = await findTradeMember(page, "asset_type=Stock%20Option&transaction_type=purchase");
          await page.getByRole("searchbox").first().fill(name);
        },
        at: (page) => page.getByRole("button", { name: "Search" }),
      },
      { name: 'her name under "People"', at: (page) => findSection(page, "People").getByRole("link").first() },
    ],
    async isAnswered({ page }) {
      const options = findMain(page).locator(".bands tbody tr", { hasText: "Options bought" });
      assert.match(await options.innerText(), /[1-9]\d*\s+\$[\d,.]+( to \$[\d,]+| or more| exactly)/);
    },
  },
  {
    question: "What did the share cost on the day of the trade, after the disclosure, and last?",
    clicks: [
      {
        name: "the ticker",
        at: (page) => findMain(page).locator("a.symbol", { hasNotText: WITHOUT_PRICES }).first(),
      },
      {
        name: "a trade's row",
        at: (page) =>
          findMain(page)
            .locator(".trades tbody tr", { hasNotText: /option|exchange/i })
            .last(),
      },
    ],
    async isAnswered({ page }) {
      const { prices } = await fetchJson(page, new URL(page.url()).pathname);
      const rows = await findSection(page, "Share price around the trade").locator("tbody tr").allInnerTexts();
      const expected = [prices.transaction, prices.after_disclosure, prices.last];
      for (const [at, { date, close }] of expected.entries()) {
        const shown = rows[at]?.replaceAll(",", "") ?? "";
        assert.ok(shown.includes(date) && shown.endsWith(`$${close.toFixed(2)}`), `${shown}: ${date} ${close}`);
      }
    },
  },
  {
    question: "Who is on this committee, and what did they trade?",
    clicks: [
      createNavigationClick("Politicians"),
      {
        name: '"Show" with the committee',
        before: async (page) => {
          await page.getByLabel("Committee").selectOption("House Committee on Imaginary Finance");
        },
        at: (page) => findMain(page).getByRole("button", { name: "Show" }),
      },
    ],
    async isAnswered({ page }) {
      const committee = new URL(page.url()).searchParams.get("committee");
      const { politicians } = await fetchJson(page, `/politicians/?limit=200&committee=${committee}`);
      const names = politicians.map(({ name }: { readonly name: string }) => name);
      assert.ok(names.length > 1);
      assert.deepEqual((await findMain(page).locator(".people th a").allInnerTexts()).toSorted(), names.toSorted());
      const link = findSection(page, "Trades of these people").getByRole("link").first();
      const [number = ""] = (await link.innerText()).split(" ");
      const list = new URL((await link.getAttribute("href")) ?? "", page.url());
      assert.deepEqual(list.searchParams.getAll("politician_id").join(",").split(",").length, names.length);
      assert.equal((await fetchJson(page, `/trades${list.search}&limit=1`)).total, Number(number));
    },
  },
  {
    question: "What is new and notable today?",
    clicks: [{ name: 'the first of "Worth a look"', at: (page) => findMain(page).locator(".worth li a").first() }],
    note: (page) => findMain(page).locator(".front").locator("xpath=.."),
    async isAnswered({ page, noted: first }) {
      assert.match(first, /New since \w+day, \w{3} \d+, \d{4}: [\d,]+ trades? in [\d,]+ filings? by \d+ members?\./);
      assert.match(
        first,
        /Of the trades first disclosed in the last 30 days, none has a larger amount\. Amounts are compared by the lower bounds of their ranges\./,
      );
      const trade = await fetchJson(page, new URL(page.url()).pathname);
      assert.ok(first.includes(trade.headline), `"${trade.headline}" is not the listed trade`);
    },
  },
  {
    question: "Did this member do better than SPY last year?",
    clicks: [{ ...MEMBER_NAME, before: waitForSpyPrices }],
    async isAnswered({ page }) {
      await findMain(page).locator("#years summary").click();
      const row = await findMain(page).locator("#years tbody tr", { hasText: LAST_YEAR }).first().innerText();
      assert.match(row, /SPY|too few|fewer than 90% of the decisions have a price|no purchase with a price/);
      const drawn = await findMain(page).locator("#years svg").innerHTML();
      assert.match(drawn, new RegExp(`>${LAST_YEAR}</text>.*>Bought(:| [+\u2212\\d])`, "s"));
    },
  },
  {
    question: "What happened to this stock after members bought it?",
    clicks: [
      {
        name: "the ticker",
        before: waitForSpyPrices,
        at: (page) => findMain(page).locator("a.symbol", { hasNotText: WITHOUT_PRICES }).first(),
      },
    ],
    async isAnswered({ page }) {
      // Opening the page requests the prices of its security.
      const said = await eventually(
        "returns on the security",
        async () => {
          await page.reload();
          const text = await findSection(page, "Compared with the market").innerText();
          return text.includes("Bought, three months") && text;
        },
        { withinMs: PATIENCE_MS, everyMs: 2000 },
      );
      assert.match(said, /Bought, three months\s+.*(SPY|too few|no purchase with a price)/);
    },
  },
  {
    question: "Did purchases do better than sales, over all members?",
    clicks: [{ ...createNavigationClick("Returns"), before: waitForSpyPrices }],
    async isAnswered({ page }) {
      const first = await findMain(page).locator("ul.plain li").first().innerText();
      assert.match(
        first,
        /^Purchases minus sales: (relative to SPY, securities bought|no clear difference|too few|needs)/,
      );
    },
  },
  {
    question: "Who is my representative, and what did they trade?",
    clicks: [{ name: '"Find" with the state and the district', before: chooseSeat, at: findButton }],
    async isAnswered({ page }) {
      const { searchParams } = new URL(page.url());
      const people = findMain(page).locator(".represented > ul > li");
      const own = await people.first().innerText();
      assert.match(own, new RegExp(`House, ${searchParams.get("state")}`));
      for (const text of await people.allInnerTexts()) {
        assert.match(text, /[\d,]+ trades? in the last year|No trade of the last year is known/);
      }
    },
  },
  {
    question: "How do I follow this member?",
    clicks: [
      MEMBER_NAME,
      { name: '"Atom"', at: (page) => findMain(page).getByRole("link", { name: "Atom", exact: true }) },
    ],
    note: (page) => findMain(page).getByRole("heading", { level: 1 }),
    async isAnswered({ page, noted: name, download }) {
      const address = download?.url() ?? page.url();
      assert.match(address, /\/politicians\/[A-Z]\d{6}\.atom$/);
      const feed = await (await page.request.get(address)).text();
      assert.ok(feed.includes(`<title>Trades of ${name}</title>`), feed.slice(0, 500));
      assert.match(feed, /<entry>/);
    },
  },
];

/** Opens `/`, performs the question's clicks and checks the answer. Requests to other sites get a fixed response. */
export async function askQuestion({ clicks, note, isAnswered }: Question, page: Page, origin: string): Promise<void> {
  let download: Download | undefined;
  page.on("download", (begun) => {
    download = begun;
  });
  await page.route(
    (url) => url.origin !== origin,
    (route) => route.fulfill({ body: "The official document" }),
  );
  await page.goto(`${origin}/`);
  let noted = "";
  for (const { at, before } of clicks) {
    if (note && (await note(page).count()) > 0) noted = (await note(page).first().innerText()).trim();
    await before?.(page);
    const left = page.url();
    const arrival = Promise.race([page.waitForURL((url) => url.href !== left), page.waitForEvent("download")]);
    await at(page).click();
    await arrival;
  }
  await isAnswered({ page, noted, download });
}
