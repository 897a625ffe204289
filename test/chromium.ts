/**
 * Path of the browser that tests pages: the one in `CHROMIUM`, or Debian's. The headless shell comes first: without windows it
 * needs half the processor time.
 */
import { existsSync } from "node:fs";

const PLACES = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"] as const;

export const CHROMIUM = process.env["CHROMIUM"] ?? PLACES.find(existsSync) ?? PLACES[0];

/** Why browser tests are skipped; false if the browser exists, or if REQUIRE_SERVICES makes its absence a failure. */
export const withoutChromium =
  existsSync(CHROMIUM) || process.env["REQUIRE_SERVICES"] !== undefined
    ? false
    : `no browser at ${CHROMIUM} (set CHROMIUM)`;
