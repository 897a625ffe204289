/** Runs a page's shell commands as printed against a service, and checks the output. */
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
  /** The key of a premium account, used for all requests because its limit is higher. */
  readonly key: string;
  /** Settings of the service, for `npm run -s cli`. */
  readonly settings: Readonly<Record<string, string>>;
  /** Replaces the symbols printed in the pages by ones that the service has. */
  readonly replaceSymbols?: (script: string) => string;
}

/**
 * Lines that are not run: they start an endless program, need the internet, or would change the responses to the next page's
 * requests.
 */
const NOT_RUN =
  /^((\w+=\S+ )*npm (start|run (demo|setup))\b|npx openapi-typescript|npm run -s cli -- keys |KEY=ctd_live_)/;
/** A command followed by `# refused`, which must return an error as the page says. */
const REFUSED = /^(curl .*?)\s+# refused$/;

/** Start of the script: the first failed command ends it, and a status of 400 or higher is a failure. */
const PRELUDE = `set -eo pipefail
trap 'kill $(jobs -p) 2>/dev/null || :' EXIT
curl() {
  case "$*" in
    *Authorization*) command curl --fail --silent --show-error "$@" ;;
    *) command curl --fail --silent --show-error -H "Authorization: Bearer $KEY" "$@" ;;
  esac
}
`;

/** Joins all shell blocks of a page into one script. */
function buildScript(markdown: string, { origin, replaceSymbols = (script) => script }: ServedPages): string {
  const lines = [...markdown.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = ""]) => block.split("\n"));
  const script = lines
    .filter((line) => !NOT_RUN.test(line))
    .map((line) => line.replace(REFUSED, "if $1; then echo 'it was not refused'; exit 1; fi"))
    .join("\n");
  return replaceSymbols(script.replaceAll("http://localhost:3000", origin));
}

/**
 * Runs the commands of a page. @returns their output. @throws if a command fails or a response is an error. `addresses.test.ts`
 * checks for ignored parameters.
 */
export async function runPrintedCommands(page: string, served: ServedPages): Promise<string> {
  const script = buildScript(readFileSync(path.join(ROOT, page), "utf8"), served);
  assert.ok(script.includes("curl "), page);
  const folder = mkdtempSync(path.join(tmpdir(), "congress-trades-commands-"));
  try {
    // `npm run -s cli` needs the files of a clone.
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

/** Returns the reason why the commands cannot run here; false if they can, or must. */
export function skipWithoutPrograms(): string | false {
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
