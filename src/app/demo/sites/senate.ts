/**
 * Stand-in for efdsearch.senate.gov: nothing is available before a session accepts the agreement, forms need the CSRF token of the cookie and a
 * Referer, searches respond in the format of DataTables, and the images of paper reports are on a media host.
 */
import type { Material, SenateSearchRow } from "./material.ts";
import { renderHomePage, renderNotFoundPage, renderSearchFormPage } from "./senate-forms.ts";
import { createSearchAnswer } from "./senate-search.ts";
import { createSessions, type Sessions } from "./senate-sessions.ts";
import { type Answer, type Ask, answerHtml, answerJson, answerRedirect, type Site } from "./site.ts";

const HOME = "/search/home/";
const REPORT = /^\/search\/view\/(ptr|paper|annual|extension-notice\/regular)\/([0-9a-fA-F-]{36})\/$/;

export function createSenateSite(material: Material): { readonly answerSenate: Site; expireSessions(): void } {
  const sessions = createSessions();
  const answerSenate: Site = async (ask) => {
    if (ask.path.startsWith("/media-host/")) return answerMedia(material, ask.path.slice("/media-host/".length));
    if (ask.path.startsWith("/media/")) return answerMedia(material, ask.path.slice(1));
    if (ask.path === HOME) return ask.method === "POST" ? acceptAgreement(sessions, ask) : answerHome(sessions, ask);
    if (ask.method === "POST") {
      const refused = sessions.explainRejectedPost(ask);
      if (refused) return answerForbidden(refused);
    }
    if (!ask.path.startsWith("/search/")) return answerHtml(404, renderNotFoundPage(ask.path));
    if (!sessions.open(ask)) return answerRedirect(ask.prefix + HOME, sessions.createCookie(ask));
    return answerInSession(material, ask);
  };
  return { answerSenate, expireSessions: sessions.expireAll };
}

function answerHome(sessions: Sessions, ask: Ask): Answer {
  if (sessions.open(ask)) return answerRedirect(`${ask.prefix}/search/`);
  const { token, headers } = sessions.issueToken(ask);
  return answerHtml(200, renderHomePage(token, false), headers);
}

function acceptAgreement(sessions: Sessions, ask: Ask): Answer {
  const refused = sessions.explainRejectedPost(ask);
  if (refused) return answerForbidden(refused);
  if (new URLSearchParams(ask.body).get("prohibition_agreement") !== "1") {
    const { token, headers } = sessions.issueToken(ask);
    return answerHtml(200, renderHomePage(token, true), headers);
  }
  return answerRedirect(`${ask.prefix}/search/`, sessions.start());
}

async function answerInSession(material: Material, ask: Ask): Promise<Answer> {
  if (ask.path === "/search/") return answerHtml(200, renderSearchFormPage());
  if (ask.path === "/search/report/data/") {
    if (ask.method !== "POST") return answerHtml(405, "<h1>Method Not Allowed</h1>", { allow: "POST" });
    return answerJson(200, createSearchAnswer(await material.senate.listRows(), new URLSearchParams(ask.body)));
  }
  const [, link, uuid] = REPORT.exec(ask.path.endsWith("/") ? ask.path : `${ask.path}/`) ?? [];
  if (link === undefined || uuid === undefined) return answerHtml(404, renderNotFoundPage(ask.path));
  if (!ask.path.endsWith("/")) return answerRedirect(`${ask.prefix}${ask.path}/`);
  const row = (await material.senate.listRows()).find((each) => isRowOfReport(each, link, uuid));
  const page = row && (await material.senate.readPage(row));
  return page
    ? { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: page }
    : answerHtml(404, renderNotFoundPage(ask.path));
}

function isRowOfReport(row: SenateSearchRow, link: string, uuid: string): boolean {
  return row.link === link && row.uuid.toLowerCase() === uuid.toLowerCase();
}

async function answerMedia(material: Material, path: string): Promise<Answer> {
  const image = await material.senate.readMedia(path);
  if (!image) return answerHtml(404, renderNotFoundPage(path));
  return { status: 200, headers: { "content-type": "image/gif" }, body: image };
}

function answerForbidden(reason: string): Answer {
  return answerHtml(
    403,
    `<!DOCTYPE html><html lang="en"><head><title>403 Forbidden</title></head><body><h1>Forbidden <span>(403)</span></h1><p>CSRF verification failed. Request aborted.</p><p>${reason}</p></body></html>`,
  );
}
