/** The shell commands that the pages for first readers show run as they are printed, against the demonstration. */
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, suite, test } from "node:test";
import { promisify } from "node:util";
import { keyOf, type RunningDemo, runDemo, tradesOnceFilesAreMade } from "../upstream/running-demo.ts";

const ROOT = path.join(import.meta.dirname, "../..");
/** Pages, and what their commands print among else. `data.md` saves a file. */
const SHOWN: Readonly<Record<string, readonly RegExp[]>> = {
  "README.md": [/"trades":\[\{"id":"txn_/, /"politicians":\[\{/, /"symbol":"ZZWID"/, /"period":"1y"/],
  "docs/questions.md": [/^txn_|\ttxn_/m, /"document_url": "http/, /^\d+\t.+\t\d{4}-/m, /^"\d{4}-\d\d-\d\d",[\d.]+$/m],
  "docs/compat.md": [/"representative": "/, /^"[A-Z]+"$/m],
  "docs/data.md": [],
  "docs/export.md": [],
};
/** Lines that start something that does not end, or that are about another machine. */
const NOT_RUN = /^(npm (start|run demo)\b|npm run -s cli -- keys )/;

suite("printed commands", { skip: missing() }, () => {
  let demo: RunningDemo;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "congress-trades-commands-"));
    // `npm run -s cli` is run in a clone.
    for (const name of ["package.json", "node_modules", "src", "bin", "scripts"]) {
      symlinkSync(path.join(ROOT, name), path.join(folder, name));
    }
    demo = await runDemo();
    await demo.printedSoon(/the first import is complete/);
    await tradesOnceFilesAreMade(demo);
  });
  after(async () => {
    await demo?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const page of Object.keys(SHOWN)) {
    test(`${page}: every command that it shows runs, and no answer is an error`, { timeout: 120_000 }, async () => {
      const printed = demo.printed();
      const script = scriptOf(readFileSync(path.join(ROOT, page), "utf8"), demo.origin);
      assert.ok(script.includes("curl "), page);
      const { stdout } = await promisify(execFile)("bash", ["-c", PRELUDE + script], {
        cwd: folder,
        maxBuffer: 64 * 1024 * 1024,
        env: {
          ...process.env,
          KEY: keyOf(demo),
          DATA_DIR: /DATA_DIR=(\S+)/.exec(printed)?.[1] ?? assert.fail(printed),
          DATA_NOTICE: /DATA_NOTICE='([^']+)'/.exec(printed)?.[1] ?? assert.fail(printed),
          SENATE_EFD_ACCEPT_TERMS: "true",
        },
      });
      for (const wanted of SHOWN[page] ?? []) assert.match(stdout, wanted, page);

      // Some endpoints pass over a parameter that they do not know, so that a misspelt one is no error.
      const document = (await (await fetch(`${demo.origin}/openapi.json`)).json()) as OpenApi;
      for (const [url = "", route = "", query = ""] of script.matchAll(
        /(?:\$BASE|\/api\/v1)(\/[^"'\s?]*)\?([^"'\s]*)/g,
      )) {
        const known = parametersOf(document, route);
        for (const name of new URLSearchParams(query).keys()) assert.ok(known.has(name), `${name} in ${url}`);
      }
    });
  }
});

/** The first command that fails ends the script; an answer of 400 and above is a failure. Requests are made with a key, whose limit is wider. */
const PRELUDE = `set -eo pipefail
curl() {
  case "$*" in
    *Authorization*) command curl --fail --silent --show-error "$@" ;;
    *) command curl --fail --silent --show-error -H "Authorization: Bearer $KEY" "$@" ;;
  esac
}
`;

/** All shell blocks of a page, with a symbol that the demonstration has. */
function scriptOf(markdown: string, origin: string): string {
  const lines = [...markdown.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = ""]) => block.split("\n"));
  return lines
    .filter((line) => !NOT_RUN.test(line))
    .join("\n")
    .replaceAll("http://localhost:3000", origin)
    .replace(/\b(AAPL|NVDA)\b/g, "ZZWID");
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      { readonly get?: { readonly parameters?: readonly { readonly name?: string; readonly $ref?: string }[] } }
    >
  >;
  readonly components: { readonly parameters?: Readonly<Record<string, { readonly name: string }>> };
}

/** Names of the parameters that `GET` of a path knows. */
function parametersOf({ paths, components }: OpenApi, route: string): ReadonlySet<string> {
  const found = Object.entries(paths).find(([template]) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`).test(route),
  );
  const parameters = found?.[1].get?.parameters ?? [];
  return new Set(
    parameters.map(({ name, $ref = "" }) => name ?? components.parameters?.[$ref.split("/").at(-1) ?? ""]?.name ?? ""),
  );
}

/** Why the commands cannot run here; false where they can, or must. */
function missing(): string | false {
  const absent = ["bash", "curl", "jq"].filter((name) => {
    try {
      execFileSync(name, ["--version"], { stdio: "ignore" });
      return false;
    } catch {
      return true;
    }
  });
  return absent.length === 0 || process.env["REQUIRE_SERVICES"] === "1" ? false : `${absent.join(", ")} missing`;
}
