/** Loaded before a program (`--import`), it makes of this release the one before: its page reader has the version below. */
import { registerHooks } from "node:module";

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith("/src/sources/scans/assemble.ts")) return loaded;
    const source = String(loaded.source).replace(/(?<=SCAN_READER = ")\d+(?=")/, (version) => `${Number(version) - 1}`);
    return { ...loaded, source };
  },
});
