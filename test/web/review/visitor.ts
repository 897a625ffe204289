/** A reviewer's browser over HTTP: keeps the cookie, sends the origin of a form, and submits its hidden fields. */
import assert from "node:assert/strict";

export interface VisitorAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export class Visitor {
  readonly #origin: string;
  cookie = "";

  constructor(origin: string) {
    this.#origin = origin;
  }

  get(address: string): Promise<VisitorAnswer> {
    return this.#request(address, { headers: { cookie: this.cookie, accept: "text/html" } });
  }

  /** @param headers replace the headers that a browser sends with a form on the service's own page. */
  post(
    address: string,
    form: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = { origin: this.#origin, "sec-fetch-site": "same-origin" },
  ): Promise<VisitorAnswer> {
    const body = new URLSearchParams(form);
    return this.#request(address, {
      method: "POST",
      body,
      headers: { cookie: this.cookie, accept: "text/html", ...headers },
    });
  }

  async logIn(key: string): Promise<VisitorAnswer> {
    const answer = await this.post("/review/login", { key });
    this.cookie = (answer.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";
    return answer;
  }

  /** Opens the page and submits a form with its hidden fields. */
  async decide(id: string, form: Readonly<Record<string, string>>): Promise<VisitorAnswer> {
    return this.post(`/review/items/${id}`, { ...readHiddenFields(await this.get(`/review/items/${id}`)), ...form });
  }

  async #request(address: string, init: RequestInit): Promise<VisitorAnswer> {
    const answer = await fetch(this.#origin + address, { ...init, redirect: "manual" });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }
}

/** Reads the hidden fields of the page's last form: its token and the version of the item. */
export function readHiddenFields({ text }: VisitorAnswer): Record<string, string> {
  const fields = [...text.matchAll(/<input type="hidden" name="(token|version)" value="([^"]*)">/g)];
  assert.ok(fields.length >= 2, text.slice(0, 2000));
  return Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value]));
}
