/**
 * Stand-in for efdsearch.senate.gov. Pages and searches need a session that accepted the agreement. Forms need the CSRF token of
 * the cookie and a Referer. Searches respond in the format of DataTables. Images of paper reports are on a media host.
 */
import type { Material, SenateSearchRow } from "./material.ts";
import { renderHomePage, renderNotFoundPage, renderSearchFormPage } from "./senate-forms.ts";
import { createSearchAnswer } from "./senate-search.ts";
import { createSessions, type Sessions } from "./senate-sessions.ts";
import { type Answer, createRedirect, type Site, type SiteRequest, toHtmlAnswer, toJsonAnswer } from "./site.ts";

const HOME = "/search/home/";
const REPORT = /^\/search\/view\/(ptr|paper|annual|extension-notice\/regular)\/([0-9a-fA-F-]{36})\/$/;

export function createSenateStandIn(material: Material): { readonly answerSenate: Site; expireSessions(): void } {
  const sessions = createSessions();
  const answerSenate: Site = async (request) => {
    if (request.path.startsWith("/media-host/"))
      return createMediaAnswer(material, request.path.slice("/media-host/".length));
    if (request.path.startsWith("/media/")) return createMediaAnswer(material, request.path.slice(1));
    if (request.path === HOME)
      return request.method === "POST" ? acceptAgreement(sessions, request) : createHomePageAnswer(sessions, request);
    if (request.method === "POST") {
      const refused = sessions.explainRejectedPost(request);
      if (refused) return createForbiddenAnswer(refused);
    }
    if (!request.path.startsWith("/search/")) return toHtmlAnswer(404, renderNotFoundPage(request.path));
    if (!sessions.open(request)) return createRedirect(request.prefix + HOME, sessions.createCookieHeaders(request));
    return answerInSession(material, request);
  };
  return { answerSenate, expireSessions: sessions.expireAll };
}

function createHomePageAnswer(sessions: Sessions, request: SiteRequest): Answer {
  if (sessions.open(request)) return createRedirect(`${request.prefix}/search/`);
  const { token, headers } = sessions.issueToken(request);
  return toHtmlAnswer(200, renderHomePage(token, false), headers);
}

function acceptAgreement(sessions: Sessions, request: SiteRequest): Answer {
  const refused = sessions.explainRejectedPost(request);
  if (refused) return createForbiddenAnswer(refused);
  if (new URLSearchParams(request.body).get("prohibition_agreement") !== "1") {
    const { token, headers } = sessions.issueToken(request);
    return toHtmlAnswer(200, renderHomePage(token, true), headers);
  }
  return createRedirect(`${request.prefix}/search/`, sessions.openSession());
}

async function answerInSession(material: Material, request: SiteRequest): Promise<Answer> {
  if (request.path === "/search/") return toHtmlAnswer(200, renderSearchFormPage());
  if (request.path === "/search/report/data/") {
    if (request.method !== "POST") return toHtmlAnswer(405, "<h1>Method Not Allowed</h1>", { allow: "POST" });
    return toJsonAnswer(200, createSearchAnswer(await material.senate.listRows(), new URLSearchParams(request.body)));
  }
  const [, link, uuid] = REPORT.exec(request.path.endsWith("/") ? request.path : `${request.path}/`) ?? [];
  if (link === undefined || uuid === undefined) return toHtmlAnswer(404, renderNotFoundPage(request.path));
  if (!request.path.endsWith("/")) return createRedirect(`${request.prefix}${request.path}/`);
  const row = (await material.senate.listRows()).find((each) => isRowOfReport(each, link, uuid));
  const page = row && (await material.senate.readPage(row));
  return page
    ? { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: page }
    : toHtmlAnswer(404, renderNotFoundPage(request.path));
}

function isRowOfReport(row: SenateSearchRow, link: string, uuid: string): boolean {
  return row.link === link && row.uuid.toLowerCase() === uuid.toLowerCase();
}

async function createMediaAnswer(material: Material, path: string): Promise<Answer> {
  const image = await material.senate.readMedia(path);
  if (!image) return toHtmlAnswer(404, renderNotFoundPage(path));
  return { status: 200, headers: { "content-type": "image/gif" }, body: image };
}

function createForbiddenAnswer(reason: string): Answer {
  return toHtmlAnswer(
    403,
    `<!DOCTYPE html><html lang="en"><head><title>403 Forbidden</title></head><body><h1>Forbidden <span>(403)</span></h1><p>CSRF verification failed. Request aborted.</p><p>${reason}</p></body></html>`,
  );
}
