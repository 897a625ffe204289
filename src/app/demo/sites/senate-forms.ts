/** The Senate site's pages other than reports: the agreement, the search form, and the not-found page. */
import { escapeHtml, renderSenatePage } from "./senate-frame.ts";

/** @param unchecked true if the form was sent without the box checked. The form's empty action posts to the page's own URL. */
export function renderHomePage(token: string, unchecked: boolean): string {
  const alert = unchecked
    ? `<div class="alert alert-error" id="errorMessage" role="alert"><i class="fa fa-warning" title="warning"></i> The prohibitions on the use of reports must be agreed to.</div>`
    : "";
  return renderSenatePage(
    "eFD: Home",
    `${alert}
    <h1>United States Senate Financial Disclosures (eFD)</h1>
    <div class="card card__info">
        <div class="card-body">
            <h4><i class="fa fa-search mr-sm-1" aria-hidden="true" title="search icon"></i>Get Access</h4>
            <p>This is a stand-in of the Senate's site for tests. The real one shows the prohibitions of 5 U.S.C. 13107(c) here.</p>
            <form action="" method="POST" id="agreement_form">
                <div class="checkbox">
                    <label>
                        <input type="checkbox" id="agree_statement" value="1" name="prohibition_agreement"> I understand the prohibitions.
                    </label>
                </div>
                <input type="hidden" name="csrfmiddlewaretoken" value="${token}">
            </form>
        </div>
    </div>`,
  );
}

export function renderSearchFormPage(): string {
  return renderSenatePage("eFD: Find Reports", `<form action="" method="POST" id="searchForm"></form>`);
}

export function renderNotFoundPage(path: string): string {
  return renderSenatePage("eFD: Page Not Found", `<h1>Page Not Found</h1><p>${escapeHtml(path)} is not here.</p>`);
}
