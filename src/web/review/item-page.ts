/** One thing that a person decides on: what is printed, what was read, why it waits, and the forms that decide. */
import type { ReviewSheet } from "../../domain/review.ts";
import { type Html, html } from "../html.ts";
import { itemAddress, listAddress } from "./addresses.ts";
import type { ItemView } from "./item-view.ts";
import { amendmentForm, filerForm } from "./parts/filing-forms.ts";
import { lineForm, securityForm } from "./parts/line-form.ts";
import { pageForm } from "./parts/page-form.ts";
import { nameOf, spaced } from "./parts/words.ts";

export function itemPage(view: ItemView): Html {
  const { sheet, message } = view;
  return html`${neighbours(view)}
<h1>${capital(nameOf(sheet.id))}</h1>
${message !== null && html`<div class="fault" role="alert">${message.split("\n").map((line) => html`<p><bdi>${line}</bdi></p>`)}</div>`}
${waits(sheet)}
${picture(view)}
${forms(view)}
<p class="help">By keyboard, with your browser's key for access keys (Alt, or Alt and Shift): <kbd>c</kbd> saves what you typed, <kbd>a</kbd> accepts, <kbd>r</kbd> rejects, <kbd>n</kbd> next, <kbd>p</kbd> previous, <kbd>q</kbd> the list.</p>
${earlier(sheet)}
${filing(view)}`;
}

function neighbours({ links, sheet, filter }: ItemView): Html {
  const { previous, next } = sheet;
  return html`<nav class="neighbours" aria-label="What waits">
${previous !== null && html`<a rel="prev" accesskey="p" href="${itemAddress(links, previous, filter)}">Previous</a>`}
<a href="${listAddress(links, filter)}">Back to the list</a>
${next !== null && html`<a rel="next" accesskey="n" href="${itemAddress(links, next, filter)}">Next</a>`}
</nav>`;
}

function waits({ waits, rejectedFor }: ReviewSheet): Html {
  if (waits.length > 0) {
    return html`<ul class="waits">${waits.map(({ reason, text }) => html`<li><b>${spaced(reason)}</b>: <bdi>${text}</bdi></li>`)}</ul>`;
  }
  return rejectedFor === null
    ? html`<p>It does not wait. A decision is possible all the same, and the later one stands.</p>`
    : html`<p>It does not wait by itself: the row is rejected, ${spaced(rejectedFor)}.</p>`;
}

function picture({ links, sheet }: ItemView): Html | null {
  const { id } = sheet;
  if (sheet.picture === null) return null;
  const { page, isRow } = sheet.picture;
  const address = links.to(`/review/pictures/${id}`);
  const whole = links.to(`/review/pictures/${id}`, { whole: true });
  return html`<figure class="${isRow ? "row" : "page"}">
<a href="${whole}"><img src="${address}" alt="${isRow ? `The row as it stands on page ${page}, with its neighbours` : `Page ${page}`}"></a>
<figcaption>Page ${page}${isRow && html`: the row stands in the middle. <a href="${whole}">Show the whole page</a>`}</figcaption>
</figure>`;
}

function forms(view: ItemView): Html {
  const { sheet } = view;
  return html`${sheet.waits.some(({ kind }) => kind === "filer") && filerForm(view)}
${sheet.waits.some(({ kind }) => kind === "amendment") && amendmentForm(view)}
${sheet.line !== null && lineForm(view, sheet.line)}
${sheet.page !== null && pageForm(view, sheet.page)}
${sheet.line?.mayNameSecurity && securityForm(view)}`;
}

function earlier({ decided }: ReviewSheet): Html | null {
  if (decided.length === 0) return null;
  const one = ({ subject, at, author, reason }: (typeof decided)[number]) =>
    html`<li>${subject}, <time datetime="${at}">${at.replace("T", " ").replace("Z", " UTC")}</time> by <bdi>${author}</bdi>: <bdi>${reason}</bdi></li>`;
  return html`<section aria-labelledby="earlier"><h2 id="earlier">Decided before</h2><ul>${decided.map(one)}</ul></section>`;
}

function filing({ links, sheet: { filing } }: ItemView): Html {
  const facts: readonly (readonly [string, Html | string])[] = [
    ["Filer", html`<bdi>${filing.filer}</bdi>${filing.seat !== null && ` (${filing.seat})`}`],
    [
      "Politician",
      filing.politicianId === null
        ? "not known"
        : html`<a href="${links.politician(filing.politicianId)}">${filing.politicianId}</a>`,
    ],
    ["Filed", filing.filed ?? "on an unknown day"],
    ["Index code or title", html`<bdi>${filing.title}</bdi>`],
    ["State", html`${spaced(filing.state)}${filing.reason !== null && html`: <bdi>${filing.reason}</bdi>`}`],
    ["Pages", filing.pages === null ? "unknown" : String(filing.pages)],
  ];
  return html`<section aria-labelledby="filing"><h2 id="filing">The filing ${filing.id}</h2>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p><a href="${filing.officialUrl}" rel="noreferrer">The original at its source</a>${
    filing.isKept && html` · <a href="${links.to(`/api/v1/filings/${filing.id}/document`)}">The kept original</a>`
  } · <a href="${listAddress(links, { filing: filing.id })}">All of this filing that waits</a></p>
</section>`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
