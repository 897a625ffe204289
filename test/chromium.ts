/** The browser with which pages are tested: Debian's Chromium, or the one that `CHROMIUM` names. */
import { existsSync } from "node:fs";

export const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** Why tests with a browser are skipped; false where it is there, and where REQUIRE_SERVICES makes its absence a failure. */
export const withoutChromium =
  existsSync(CHROMIUM) || process.env["REQUIRE_SERVICES"] !== undefined
    ? false
    : `no browser at ${CHROMIUM} (set CHROMIUM)`;
