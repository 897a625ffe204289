/** The browser with which pages are tested: the one that `CHROMIUM` names, or Debian's; without windows it needs half of the processor's time. */
import { existsSync } from "node:fs";

const PLACES = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"] as const;

export const CHROMIUM = process.env["CHROMIUM"] ?? PLACES.find(existsSync) ?? PLACES[0];

/** Why tests with a browser are skipped; false where it is there, and where REQUIRE_SERVICES makes its absence a failure. */
export const withoutChromium =
  existsSync(CHROMIUM) || process.env["REQUIRE_SERVICES"] !== undefined
    ? false
    : `no browser at ${CHROMIUM} (set CHROMIUM)`;
