/** Runs the shell commands of a page as they are printed against a service, and looks at what comes out. */
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const ROOT = path.join(import.meta.dirname, "../..");

interface ServedPages {
  /** `http://127.0.0.1:4711` */
  readonly origin: string;
  /** The key of a premium account: all requests are made with it, since its limit is wider. */
  readonly key: string;
  /** Settings of the service, for `npm run -s cli`. */
  readonly settings: Readonly<Record<string, string>>;
  /** Puts symbols that the service has in the place of those that the pages print. */
  readonly symbols?: (script: string) => string;
}

/** Lines that start something that does not end, that need the internet, or that would change what the next page asks. */
const NOT_RUN =
  /^((\w+=\S+ )*npm (start|run (demo|setup))\b|npx openapi-typescript|npm run -s cli -- keys |KEY=ctd_live_)/;
/** A command at whose end this is printed is answered with an error, as the page says. */
const REFUSED = /^(curl .*?)\s+# refused$/;

/** The first command that fails ends the script; an answer of 400 and above is a failure. */
const PRELUDE = `set -eo pipefail
trap 'kill $(jobs -p) 2>/dev/null || :' EXIT
curl() {
  case "$*" in
    *Authorization*) command curl --fail --silent --show-error "$@" ;;
    *) command curl --fail --silent --show-error -H "Authorization: Bearer $KEY" "$@" ;;
  esac
}
`;

/** All shell blocks of a page as one script. */
function scriptOf(markdown: string, { origin, symbols = (script) => script }: ServedPages): string {
  const lines = [...markdown.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = ""]) => block.split("\n"));
  const script = lines
    .filter((line) => !NOT_RUN.test(line))
    .map((line) => line.replace(REFUSED, "if $1; then echo 'it was answered'; exit 1; fi"))
    .join("\n");
  return symbols(script.replaceAll("http://localhost:3000", origin));
}

/** @returns what was printed. @throws where a command fails or an answer is an error; parameters that an endpoint passes over are the matter of `addresses.test.ts`. */
export async function runPrintedCommands(page: string, served: ServedPages): Promise<string> {
  const script = scriptOf(readFileSync(path.join(ROOT, page), "utf8"), served);
  assert.ok(script.includes("curl "), page);
  const folder = mkdtempSync(path.join(tmpdir(), "congress-trades-commands-"));
  try {
    // `npm run -s cli` is run in a clone.
    for (const name of ["package.json", "node_modules", "src", "bin", "scripts"]) {
      symlinkSync(path.join(ROOT, name), path.join(folder, name));
    }
    const { stdout } = await promisify(execFile)("bash", ["-c", PRELUDE + script], {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, ...served.settings, KEY: served.key },
    });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Why the commands cannot run here; false where they can, or must. */
export function withoutPrograms(): string | false {
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
