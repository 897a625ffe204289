/**
 * Stand-in for efdsearch.senate.gov: nothing is available before a session accepts the agreement, forms need the CSRF
 * token of the cookie and a Referer, searches answer DataTables, and the images of paper reports are on a media host.
 */
import type { Material, SenateSearchRow } from "./material.ts";
import { homePage, notFoundPage, searchFormPage } from "./senate-forms.ts";
import { searchAnswer } from "./senate-search.ts";
import { createSessions, type Sessions } from "./senate-sessions.ts";
import { type Answer, type Ask, html, json, redirect, type Site } from "./site.ts";

const HOME = "/search/home/";
const REPORT = /^\/search\/view\/(ptr|paper|annual|extension-notice\/regular)\/([0-9a-fA-F-]{36})\/$/;

export function senateSite(material: Material): { readonly site: Site; expireSessions(): void } {
  const sessions = createSessions();
  const site: Site = async (ask) => {
    if (ask.path.startsWith("/media-host/")) return media(material, ask.path.slice("/media-host/".length));
    if (ask.path.startsWith("/media/")) return media(material, ask.path.slice(1));
    if (ask.path === HOME) return ask.method === "POST" ? accept(sessions, ask) : home(sessions, ask);
    if (ask.method === "POST") {
      const refused = sessions.refusal(ask);
      if (refused) return forbidden(refused);
    }
    if (!ask.path.startsWith("/search/")) return html(404, notFoundPage(ask.path));
    if (!sessions.open(ask)) return redirect(ask.prefix + HOME, sessions.cookie(ask));
    return inSession(material, ask);
  };
  return { site, expireSessions: sessions.expire };
}

function home(sessions: Sessions, ask: Ask): Answer {
  if (sessions.open(ask)) return redirect(`${ask.prefix}/search/`);
  const { token, headers } = sessions.issue(ask);
  return html(200, homePage(token, false), headers);
}

function accept(sessions: Sessions, ask: Ask): Answer {
  const refused = sessions.refusal(ask);
  if (refused) return forbidden(refused);
  if (new URLSearchParams(ask.body).get("prohibition_agreement") !== "1") {
    const { token, headers } = sessions.issue(ask);
    return html(200, homePage(token, true), headers);
  }
  return redirect(`${ask.prefix}/search/`, sessions.start());
}

async function inSession(material: Material, ask: Ask): Promise<Answer> {
  if (ask.path === "/search/") return html(200, searchFormPage());
  if (ask.path === "/search/report/data/") {
    if (ask.method !== "POST") return html(405, "<h1>Method Not Allowed</h1>", { allow: "POST" });
    return json(200, searchAnswer(await material.senate.rows(), new URLSearchParams(ask.body)));
  }
  const [, link, uuid] = REPORT.exec(ask.path.endsWith("/") ? ask.path : `${ask.path}/`) ?? [];
  if (link === undefined || uuid === undefined) return html(404, notFoundPage(ask.path));
  if (!ask.path.endsWith("/")) return redirect(`${ask.prefix}${ask.path}/`);
  const row = (await material.senate.rows()).find((each) => isRow(each, link, uuid));
  const page = row && (await material.senate.page(row));
  return page
    ? { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: page }
    : html(404, notFoundPage(ask.path));
}

function isRow(row: SenateSearchRow, link: string, uuid: string): boolean {
  return row.link === link && row.uuid.toLowerCase() === uuid.toLowerCase();
}

async function media(material: Material, path: string): Promise<Answer> {
  const image = await material.senate.media(path);
  if (!image) return html(404, notFoundPage(path));
  return { status: 200, headers: { "content-type": "image/gif" }, body: image };
}

function forbidden(reason: string): Answer {
  return html(
    403,
    `<!DOCTYPE html><html lang="en"><head><title>403 Forbidden</title></head><body><h1>Forbidden <span>(403)</span></h1><p>CSRF verification failed. Request aborted.</p><p>${reason}</p></body></html>`,
  );
}
