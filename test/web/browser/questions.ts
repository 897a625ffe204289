/** Questions that visitors come with, the clicks that answer each from `/`, and what must then be shown. `docs/pages.md` lists the same. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "playwright-core";
import { WITHOUT_PRICES } from "../../../src/app/demo/content/companies.ts";
import { eventually } from "../../eventually.ts";
import { written } from "./facts.ts";
import { PATIENCE_MS, widthOfPicture } from "./visit.ts";

interface Click {
  /** The name in `docs/pages.md`. */
  readonly name: string;
  readonly at: (page: Page) => Locator;
  /** What is typed or chosen before the click. */
  readonly before?: (page: Page) => Promise<void>;
}

interface Question {
  readonly question: string;
  readonly clicks: readonly Click[];
  /** Text of a page that is read before each click, for the answer to be compared with. */
  readonly note?: (page: Page) => Locator;
  /** Fails where the answer is not shown. */
  readonly isAnswered: (after: AfterClicks) => Promise<void>;
}

interface AfterClicks {
  readonly page: Page;
  /** What `note` found before the last click. */
  readonly noted: string;
  readonly download: Download | undefined;
}

const today = new Date();
const LAST_YEAR = String(today.getUTCFullYear() - 1);
const YESTERDAY = new Date(today.getTime() - 86_400_000).toISOString().slice(0, 10);
const THIS_DAY = new Date(today.getTime() - 60 * 86_400_000).toISOString().slice(0, 10);

// biome-ignore lint/suspicious/noExplicitAny: the answers are read as a stranger would, without their schemas.
async function answerOf(page: Page, path: string): Promise<any> {
  return (await page.request.get(`${new URL("/api/v1", page.url())}${path}`)).json();
}

interface SomeTrade {
  readonly name: string;
  readonly seat: { readonly state: string; readonly district: number | null };
}

/** Whose trade the API lists first of those that match, and the seat of that member. */
async function someTrade(page: Page, filter: string): Promise<SomeTrade> {
  const { trades } = await answerOf(page, `/trades?limit=1&${filter}`);
  const { name, state, district } = await answerOf(page, `/politicians/${trades[0].politician_id}`);
  return { name, seat: { state, district } };
}

const main = (page: Page) => page.getByRole("main");
const section = (page: Page, heading: string | RegExp) =>
  main(page).getByRole("heading", { level: 2, name: heading }).locator("xpath=..");
const navigation = (name: string): Click => ({
  name: `"${name}"`,
  at: (page) => page.getByRole("navigation").getByRole("link", { name, exact: true }),
});

const THE_ROW: Click = { name: "a trade's row", at: (page) => main(page).locator(".trades tbody tr").first() };
const HER_NAME: Click = { name: "her name", at: (page) => main(page).locator("article h2 a").first() };

/** Of a member of the House who bought something. */
async function chooseSeat(page: Page): Promise<void> {
  const { state, district } = (await someTrade(page, "chamber=house&transaction_type=purchase")).seat;
  await page.getByLabel("State", { exact: true }).first().selectOption(state);
  await page.getByLabel("District").first().fill(String(district));
}

/** The demonstration asks for them when it starts. */
async function pricesOfSpy(page: Page): Promise<void> {
  const found = async () => (await answerOf(page, "/performance?limit=1")).prices_to;
  await eventually("prices of SPY", found, { withinMs: PATIENCE_MS, everyMs: 5000 });
}

const findButton = (page: Page) => main(page).getByRole("button", { name: "Find" });

export const QUESTIONS: readonly Question[] = [
  {
    question: "What is this amount on the paper?",
    clicks: [THE_ROW],
    note: (page) => main(page).locator(".trades tbody .amount").first(),
    async isAnswered({ page, noted: amount }) {
      const printed = amount.replaceAll(/\s*–\s*/g, " - ").trim();
      const line = section(page, "The line in the report").getByRole("img");
      assert.ok((await line.getAttribute("alt"))?.includes(printed), `the alternative text has ${printed}`);
      assert.ok((await widthOfPicture(line)) > 400, "the picture of the line is shown");
      assert.ok(
        (await section(page, "Field by field").innerText()).includes(printed),
        "and so is the amount as printed",
      );
    },
  },
  {
    question: "Where is the filing?",
    clicks: [
      THE_ROW,
      { name: '"Official document"', at: (page) => page.getByRole("link", { name: "Official document" }) },
    ],
    note: (page) => main(page).locator("#citation"),
    async isAnswered({ page, noted: citation }) {
      assert.match(page.url(), /^https:\/\/(disclosures-clerk\.house\.gov|efdsearch\.senate\.gov)\//);
      assert.ok(citation.includes(page.url()), "the citation names the same address");
    },
  },
  {
    question: "Is this unusual for her?",
    clicks: [THE_ROW],
    async isAnswered({ page }) {
      const said = await section(page, "Is this unusual for this member?").innerText();
      assert.match(
        said,
        /(Smallest size bracket|Usual size: |Not unusually large for this member|Unusually large for this member)/,
      );
      assert.match(said, /traded this asset (once|\d+ times) before|first known trade in this asset/);
      assert.match(said, /previous trade, in any asset, was [\d,]+ days? earlier/);
    },
  },
  {
    question: "What did this member trade last year?",
    clicks: [
      HER_NAME,
      {
        name: "the year",
        at: (page) => main(page).locator("#trades").getByRole("link", { name: LAST_YEAR, exact: true }),
      },
    ],
    note: (page) => main(page).getByRole("heading", { level: 1 }),
    async isAnswered({ page, noted: name }) {
      assert.equal(await main(page).getByRole("heading", { level: 1 }).innerText(), name);
      const days = await main(page).locator(".trades .traded").allInnerTexts();
      assert.ok(days.length > 0 && days.every((day) => day.includes(`${LAST_YEAR}-`)), days.join(", "));
    },
  },
  {
    question: "Who bought this stock before this day?",
    clicks: [
      { name: "the ticker", at: (page) => main(page).locator("a.symbol").first() },
      {
        name: '"Apply" with "Purchase" and the day',
        before: async (page) => {
          await page.getByLabel("Type").selectOption("Purchase");
          await page.getByLabel("Traded to").fill(THIS_DAY);
        },
        at: (page) => main(page).getByRole("button", { name: "Apply" }),
      },
    ],
    async isAnswered({ page }) {
      const rows = await main(page).locator(".trades tbody tr").all();
      assert.ok(rows.length > 0, "somebody bought it");
      for (const row of rows) {
        assert.notEqual(await row.locator(".what a").innerText(), "");
        assert.equal(await row.locator(".type").innerText(), "Purchase");
        assert.ok((await row.locator(".traded time").innerText()) <= THIS_DAY);
      }
    },
  },
  {
    question: "Who is late?",
    clicks: [navigation("Late")],
    async isAnswered({ page }) {
      const rows = await main(page).locator(".late-people tbody tr").all();
      const late = await Promise.all(
        rows.map(async (row) => Number.parseInt(await row.locator("td").first().innerText(), 10)),
      );
      assert.ok((late[0] ?? 0) > 0, "the first was late");
      assert.deepEqual(
        late,
        late.toSorted((one, other) => other - one),
      );
    },
  },
  {
    question: "What could not be read?",
    clicks: [
      navigation("Coverage"),
      {
        name: 'the number under "Missing or waiting"',
        at: (page) => main(page).locator(".coverage tbody td:last-child a").first(),
      },
    ],
    note: (page) => main(page).locator(".coverage tbody td:last-child a").first(),
    async isAnswered({ page, noted: number }) {
      const list = section(page, new RegExp(`^${number} filings? of \\d{4} missing or waiting`));
      const rows = await list.locator("tbody tr").all();
      assert.equal(rows.length, Number(number));
      for (const row of rows) assert.match(await row.locator("td").last().innerText(), /\w+.*Official document/s);
    },
  },
  {
    question: "How complete is 2021?",
    clicks: [
      navigation("Coverage"),
      {
        name: "the year",
        at: (page) => main(page).locator(".coverage").getByRole("link", { name: LAST_YEAR, exact: true }).first(),
      },
    ],
    async isAnswered({ page }) {
      assert.equal(await main(page).getByRole("heading", { level: 1 }).innerText(), `How complete is ${LAST_YEAR}?`);
      assert.match(
        await main(page).locator(".standfirst").innerText(),
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
      const changes = section(page, `What changed since ${written(YESTERDAY)}`);
      await changes.getByRole("heading").waitFor();
      assert.match(await changes.innerText(), /[\d,]+ trades? published, [\d,]+ changed, [\d,]+ replaced or withdrawn/);
    },
  },
  {
    question: "Give me this list as a file",
    clicks: [{ name: '"CSV" above the list', at: (page) => main(page).getByRole("link", { name: /^CSV/ }) }],
    note: (page) => main(page).getByRole("link", { name: /^CSV/ }),
    async isAnswered({ noted: link, download }) {
      assert.ok(download, "the browser keeps a file");
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
      { name: "the name", at: (page) => main(page).locator(".people th a").first() },
    ],
    note: (page) => main(page).locator(".people tbody .seat").first(),
    async isAnswered({ page, noted: seat }) {
      const [state = "", district = ""] = seat.split("-");
      const said = await main(page).locator("header.subject .seat").innerText();
      assert.match(said, new RegExp(`${district === "0" ? "at large" : `district ${district}`} · in the House`), state);
      const bought = main(page).getByRole("row", { name: /^Bought \d/ });
      assert.match(await bought.innerText(), /[1-9]\d*\s+\$[\d,]+ to \$[\d,]+/);
    },
  },
  {
    question: "What options did this member buy, and for how much?",
    clicks: [
      {
        name: '"Search" with her name',
        before: async (page) => {
          const { name } = await someTrade(page, "asset_type=Stock%20Option&transaction_type=purchase");
          await page.getByRole("searchbox").first().fill(name);
        },
        at: (page) => page.getByRole("button", { name: "Search" }),
      },
      { name: 'her name under "People"', at: (page) => section(page, "People").getByRole("link").first() },
    ],
    async isAnswered({ page }) {
      const options = main(page).locator(".bands tbody tr", { hasText: "Options bought" });
      assert.match(await options.innerText(), /[1-9]\d*\s+\$[\d,.]+( to \$[\d,]+| or more| exactly)/);
    },
  },
  {
    question: "What did the share cost on that day, after the disclosure, and last?",
    clicks: [
      {
        name: "the ticker",
        at: (page) => main(page).locator("a.symbol", { hasNotText: WITHOUT_PRICES }).first(),
      },
      {
        name: "a trade's row",
        at: (page) =>
          main(page)
            .locator(".trades tbody tr", { hasNotText: /option|exchange/i })
            .last(),
      },
    ],
    async isAnswered({ page }) {
      const { prices } = await answerOf(page, new URL(page.url()).pathname);
      const rows = await section(page, "Share price around the trade").locator("tbody tr").allInnerTexts();
      const expected = [prices.transaction, prices.after_disclosure, prices.last];
      for (const [at, { date, close }] of expected.entries()) {
        const shown = rows[at]?.replaceAll(",", "") ?? "";
        assert.ok(shown.includes(date) && shown.endsWith(`$${close.toFixed(2)}`), `${shown}: ${date} ${close}`);
      }
    },
  },
  {
    question: "Who sits in this committee, and what did they trade?",
    clicks: [
      navigation("Politicians"),
      {
        name: '"Show" with the committee',
        before: async (page) => {
          await page.getByLabel("Committee").selectOption("House Committee on Imaginary Finance");
        },
        at: (page) => main(page).getByRole("button", { name: "Show" }),
      },
    ],
    async isAnswered({ page }) {
      const committee = new URL(page.url()).searchParams.get("committee");
      const { politicians } = await answerOf(page, `/politicians/?limit=200&committee=${committee}`);
      const names = politicians.map(({ name }: { readonly name: string }) => name);
      assert.ok(names.length > 1);
      assert.deepEqual((await main(page).locator(".people th a").allInnerTexts()).toSorted(), names.toSorted());
      const link = section(page, "Trades of these people").getByRole("link").first();
      const [number = ""] = (await link.innerText()).split(" ");
      const list = new URL((await link.getAttribute("href")) ?? "", page.url());
      assert.deepEqual(list.searchParams.getAll("politician_id").join(",").split(",").length, names.length);
      assert.equal((await answerOf(page, `/trades${list.search}&limit=1`)).total, Number(number));
    },
  },
  {
    question: "What is new and notable today?",
    clicks: [{ name: 'the first of "Worth a look"', at: (page) => main(page).locator(".worth li a").first() }],
    note: (page) => main(page).locator(".front").locator("xpath=.."),
    async isAnswered({ page, noted: first }) {
      assert.match(first, /New since \w+day, \w{3} \d+, \d{4}: [\d,]+ trades? in [\d,]+ filings? by \d+ members?\./);
      assert.match(first, /Largest of the last 30 days: no other trade’s range starts higher\./);
      const trade = await answerOf(page, new URL(page.url()).pathname);
      assert.ok(first.includes(trade.headline), `${trade.headline} is the one that was listed`);
    },
  },
  {
    question: "Did this member do better than SPY last year?",
    clicks: [{ ...HER_NAME, before: pricesOfSpy }],
    async isAnswered({ page }) {
      await main(page).locator("#years summary").click();
      const row = await main(page).locator("#years tbody tr", { hasText: LAST_YEAR }).first().innerText();
      assert.match(row, /SPY|too few|no purchase with a price/);
      const drawn = await main(page).locator("#years svg").innerHTML();
      assert.match(drawn, new RegExp(`>${LAST_YEAR}</text>.*>Bought(:| [+\u2212\\d])`, "s"));
    },
  },
  {
    question: "What happened to this stock after members bought it?",
    clicks: [
      {
        name: "the ticker",
        before: pricesOfSpy,
        at: (page) => main(page).locator("a.symbol", { hasNotText: WITHOUT_PRICES }).first(),
      },
    ],
    async isAnswered({ page }) {
      // Its prices are asked for when the page is opened.
      const said = await eventually(
        "returns on the security",
        async () => {
          await page.reload();
          const text = await section(page, "Compared with the market").innerText();
          return text.includes("Bought, three months") && text;
        },
        { withinMs: PATIENCE_MS, everyMs: 2000 },
      );
      assert.match(said, /Bought, three months\s+.*(SPY|too few|no purchase with a price)/);
    },
  },
  {
    question: "Is there a difference between bought and sold, over all members?",
    clicks: [{ ...navigation("Returns"), before: pricesOfSpy }],
    async isAnswered({ page }) {
      const first = await main(page).locator("ul.plain li").first().innerText();
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
      const people = main(page).locator(".represented > ul > li");
      const own = await people.first().innerText();
      assert.match(own, new RegExp(`House, ${searchParams.get("state")}`));
      for (const text of await people.allInnerTexts()) {
        assert.match(text, /[\d,]+ trades? in the last year|No trade of the last year is known/);
      }
    },
  },
  {
    question: "How do I follow this member?",
    clicks: [HER_NAME, { name: '"Atom"', at: (page) => main(page).getByRole("link", { name: "Atom", exact: true }) }],
    note: (page) => main(page).getByRole("heading", { level: 1 }),
    async isAnswered({ page, noted: name, download }) {
      const address = download?.url() ?? page.url();
      assert.match(address, /\/politicians\/[A-Z]\d{6}\.atom$/);
      const feed = await (await page.request.get(address)).text();
      assert.ok(feed.includes(`<title>Trades of ${name}</title>`), feed.slice(0, 500));
      assert.match(feed, /<entry>/);
    },
  },
];

/** Asks a question: opens `/`, clicks, and looks at what is shown. Sites that are not the service's stand still. */
export async function ask({ clicks, note, isAnswered }: Question, page: Page, origin: string): Promise<void> {
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
