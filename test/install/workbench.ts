/** Helpers of the installation tests: run programs as a user does, with a chosen Node and npm. */
import { type ChildProcess, execFile } from "node:child_process";
import { mkdir, mkdtemp, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Installing takes minutes and a registry, so these tests run only if every service must be available. */
export const SKIP_INSTALLS =
  process.env["REQUIRE_SERVICES"] === "1" ? false : "installs packages; runs with REQUIRE_SERVICES=1";

export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function createTemporaryFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), "congress-trades-install-"));
}

/** True if a fresh clone has this file below the root. */
export function isSource(file: string): boolean {
  return !/^(node_modules|dist|data|\.git|\.env|training)(\/|$)/.test(file);
}

/** The environment of a user's shell, without the npm that runs the tests or a `.env` in the clone. */
export function createShellEnvironment(first: string, more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_TEST_CONTEXT$|INIT_CWD$)/i.test(name));
  const paths = (process.env["PATH"] ?? "").split(path.delimiter).filter((each) => !each.includes("node_modules"));
  return { ...Object.fromEntries(own), PATH: [first, ...paths].join(path.delimiter), CONGRESS_TRADES_ENV: "", ...more };
}

export function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = execFile(command, args, { cwd, env, maxBuffer: 1 << 26 }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

/** Resolves with the output as soon as it contains `text`. @throws {Error} with all output if the program exits first. */
export function waitForOutput(child: ChildProcess, text: RegExp): Promise<string> {
  let all = "";
  return new Promise((resolve, reject) => {
    const onChunk = (chunk: unknown) => {
      all += chunk;
      if (text.test(all)) resolve(all);
    };
    child.stdout?.on("data", onChunk);
    child.stderr?.on("data", onChunk);
    child.once("close", (code) => reject(new Error(`${text} was not printed; it ended with ${code}:\n${all}`)));
  });
}

/** Creates a folder whose only program is this Node, to be put first in PATH. */
export async function createNodeFolder(node: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await symlink(node, path.join(folder, "node"));
  return folder;
}

/** Downloads Node in these major versions, from npm packages that contain nothing else. */
export async function downloadNodes(majors: readonly number[], folder: string): Promise<Map<number, string>> {
  await mkdir(folder, { recursive: true });
  const packages = majors.map((major) => `node${major}@npm:node-${process.platform}-${process.arch}@${major}`);
  const { code, stderr } = await run(
    "npm",
    ["install", "--prefix", folder, ...packages],
    folder,
    createShellEnvironment(folder),
  );
  if (code !== 0) throw new Error(`Node could not be downloaded: ${stderr}`);
  const places = new Map<number, string>();
  for (const major of majors) {
    const node = path.join(folder, `node_modules/node${major}/bin/node`);
    places.set(major, await createNodeFolder(node, path.join(folder, `only-${major}`)));
  }
  return places;
}
