import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";

interface Attempt {
  /** Why a login attempt failed; null before one. */
  readonly fault: string | null;
  /** Redirect target after login; null for the first page. */
  readonly to: string | null;
}

export function renderLoginPage(links: Links, { fault, to }: Attempt): Html {
  return html`<h1>Log in to review</h1>
<p>Here people decide what could not be read or matched for sure. You need a key with the scope <code>review</code>.</p>
${fault !== null && html`<p class="fault" role="alert" id="login-fault">${fault}</p>`}
<form class="login" method="post" action="${links.to("/review/login")}">
${to !== null && html`<input type="hidden" name="to" value="${to}">`}
<input type="text" name="username" autocomplete="username" value="review" hidden>
<label for="key">Key</label>
<input id="key" name="key" type="password" required autocomplete="current-password" autofocus maxlength="200"${
    fault !== null && html` aria-describedby="login-fault" aria-invalid="true"`
  }>
<button>Log in</button>
</form>`;
}
