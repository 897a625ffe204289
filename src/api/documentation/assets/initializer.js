/** Starts Swagger UI. The page may end with a slash or not; its document is below it. */

/** An operation's path stands within the button that opens it: as a link it would be a control within a control. */
const pathsWithoutLinks = {
  wrapComponents: {
    DeepLink:
      (Original, { React }) =>
      (props) =>
        props.path.includes("/") ? React.createElement("span", null, props.text) : React.createElement(Original, props),
  },
};

/** Swagger UI leaves these controls without a name that a screen reader could say. */
function nameControls() {
  for (const each of document.querySelectorAll(".servers select")) each.ariaLabel = "Server";
  for (const each of document.querySelectorAll("textarea.body-param__text")) each.ariaLabel = "Request body";
  for (const each of document.querySelectorAll(".copy-to-clipboard button")) each.ariaLabel = "Copy";
  for (const row of document.querySelectorAll("tr[data-param-name]")) {
    for (const each of row.querySelectorAll("select, textarea")) each.ariaLabel = row.dataset.paramName;
  }
}

window.onload = () => {
  new MutationObserver(nameControls).observe(document.querySelector("main"), { childList: true, subtree: true });
  SwaggerUIBundle({
    dom_id: "#swagger-ui",
    url: location.origin + location.pathname.replace(/\/?$/, "/json"),
    deepLinking: true,
    docExpansion: "list",
    tryItOutEnabled: true,
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [pathsWithoutLinks],
    // The colours of the default have too little contrast.
    syntaxHighlight: { theme: "tomorrow-night" },
    // The other layout has a bar with a logo, whose style stands in the page: the policy forbids that.
    layout: "BaseLayout",
  });
};
