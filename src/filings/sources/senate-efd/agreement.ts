/** Reads the page on which the Senate's site asks every visitor to accept its terms. */
import { parse } from "node-html-parser";

export interface AgreementForm {
  /** URL as written in the page; empty if the form is sent to the page itself. */
  readonly action: string;
  readonly token: string;
}

/** Pure. @returns null if the page has no such form. */
export function readAgreement(page: Uint8Array): AgreementForm | null {
  const form = parse(Buffer.from(page).toString("utf8")).querySelector("#agreement_form");
  const token = form?.querySelector('input[name="csrfmiddlewaretoken"]')?.getAttribute("value");
  return form && token ? { action: form.getAttribute("action") ?? "", token } : null;
}
