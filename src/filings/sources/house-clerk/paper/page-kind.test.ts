import assert from "node:assert/strict";
import { test } from "node:test";
import { isExampleText } from "./example.ts";
import { classifyByWords, reportsNothing, seemsToReportNothing } from "./page-kind.ts";

const split = (text: string) => text.split(" ");
const COVER =
  "March 3, 2021 Dear Clerk: Enclosed please find my report for the month of February. Should you have any questions, do not hesitate to call my office. Sincerely, Jane Fictional";

test("classifies a cover letter as a letter, even with an amount or a date in it", () => {
  assert.equal(classifyByWords(split(COVER), false), "letter");
  assert.equal(classifyByWords(split(`${COVER} The fee of $200 was paid on 3/2/2021.`), false), "letter");
});

test("a letter that lists transactions is an unknown page", () => {
  const listed = "Acme 02/01/2021 $1,001 - $15,000 Bolt 02/02/2021 $15,001 - $50,000";
  assert.equal(classifyByWords(split(`${COVER} ${listed}`), false), "unknown");
  assert.equal(classifyByWords(split(`Re: Financial Disclosure Statement ${COVER} ${listed}`), true), "unknown");
});

test("a broker's statement is not a letter, whatever the small print mentions", () => {
  const print =
    "This statement is for your information only and your advisor may withdraw it at any time without notice of any kind to you or to others";
  assert.equal(classifyByWords(split(`Account Activity Bought Sold Quantity Price Amount ${print}`), false), "unknown");
  assert.equal(classifyByWords(split(`07/10/20 07/11/20 07/12/20 07/13/20 gift ${print}`), false), "unknown");
});

test("recognizes other forms by their titles", () => {
  const notice =
    "Campaign Notice regarding Financial Disclosure Requirement Dear Clerk: in excess of $5,000 or $5,000 on 4/8/22 and 4/9/22";
  assert.equal(classifyByWords(split(notice), false), "other_form");
  assert.equal(classifyByWords(split("Request for an extension of time"), false), "other_form");
});

test("on an unknown edition of the form, a page that only refers to other pages is a cover, even if poorly read", () => {
  const form = "Periodic Transaction Report Name Full asset name Date Amount A B C D E";
  for (const text of ["SEE SCHEDULES ATTACHED", "Please sea the attached", "See Exhibit A"]) {
    assert.equal(classifyByWords(split(`${form} ${text}`), true), "cover", text);
  }
  const listed = "Acme 02/01/2021 $1,001 - $15,000 Bolt 02/02/2021 $15,001 - $50,000";
  assert.equal(classifyByWords(split(`${form} See attached ${listed}`), true), "unknown", "it also lists transactions");
  assert.equal(classifyByWords(split(`${form} Fictional Widgets`), true), "unknown");
});

test('recognizes "nothing to report" in the words that filers use', () => {
  assert.equal(reportsNothing("Nothing to report for June 2025"), true);
  assert.equal(reportsNothing("No transactions to report"), true);
  assert.equal(reportsNothing("See schedules attached"), false);
});

test("recognizes the printed example even if poorly read, and never mistakes a company for the example", () => {
  assert.equal(isExampleText("Example: Mega Corp. Common Stock", false), true);
  assert.equal(isExampleText("E-ample Liega Corp Common Staci", true), true);
  assert.equal(isExampleText("Omega Healthcare Investors", false), false);
  assert.equal(isExampleText("Acme Corp Common Stock", true), false);
});

test('recognizes a handwritten "nothing to report" despite misread letters, but not a reference to other pages', () => {
  for (const text of [
    "Mathing to report for June 2021",
    "‘Nothing fo Reporte For Decertben 2033",
    "Nothing +o report for",
  ]) {
    assert.equal(seemsToReportNothing(text), true, text);
  }
  for (const text of ["Please sea the attached", "Fictional Widgets", "Report of holdings"]) {
    assert.equal(seemsToReportNothing(text), false, text);
  }
});
