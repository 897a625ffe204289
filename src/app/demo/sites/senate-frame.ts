/** The layout of every page of the Senate's site: title, header, navigation, one column of content, footer. */

export function renderSenatePage(title: string, content: string): string {
  return `<!DOCTYPE HTML>
    <html lang="en">
        <head>
            <title>${title}</title>
            <meta name="robots" content="noindex">
            <meta charset="utf-8">
            <meta content="width=device-width, initial-scale=1" name="viewport">
            <link type="text/css" rel="stylesheet" media="all" href="/static/css/main.css">
        </head>
        <body>
            <div class="container-wrap" id="top">
                <header class="container-fluid d-print-block txtLogo ">
                    <small>United States Senate</small><br />
                    Financial Disclosures
                </header>
                <nav class="navbar navbar-expand-lg navbar-light fixed-top d-print-none">
                    <a href="#content" class="sr-only sr-only-focusable" tabindex="0">Skip to main content</a>
                    <div class="navbar-brand" id="x"><img src="/static/images/logo.svg" alt="U.S. Senate Financial Disclosure logo"></div>
                </nav>
                <main class="container-fluid pgContent" id="content">
                    <div class="row">
                        <div class="col-sm-12">
                            <!--Message Block-->
                            <!--End Message Block-->
${content}
                        </div>
                    </div>
                </main>

               <footer id="footer" class="footer d-print-none">

                </footer>
            </div><!-- end #wrap -->
        </body>
    </html>`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
