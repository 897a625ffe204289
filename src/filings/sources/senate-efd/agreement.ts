/** The page on which the Senate's site asks every visitor to accept its agreement. */
import { parse } from "node-html-parser";

export interface AgreementForm {
  /** Address as the page writes it; empty when the form is sent to the page itself. */
  readonly action: string;
  readonly token: string;
}

/** Pure. @returns null when the page has no such form. */
export function readAgreement(page: Uint8Array): AgreementForm | null {
  const form = parse(Buffer.from(page).toString("utf8")).querySelector("#agreement_form");
  const token = form?.querySelector('input[name="csrfmiddlewaretoken"]')?.getAttribute("value");
  return form && token ? { action: form.getAttribute("action") ?? "", token } : null;
}
