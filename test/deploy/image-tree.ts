/** The file tree of the image according to the Dockerfile, because tests run without Docker. */
import { cp, mkdir, readFile, stat, symlink } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

function read(file: string): Promise<string> {
  return readFile(path.join(ROOT, file), "utf8");
}

async function readLastStage(): Promise<string> {
  const [, ...stages] = (await read("Dockerfile")).split(/^FROM .*$/m);
  return stages.at(-1) ?? "";
}

/** Returns the command of the image's health check. */
export async function readHealthCheck(): Promise<readonly string[]> {
  const command = /^HEALTHCHECK .* CMD (\[.+\])$/m.exec(await readLastStage());
  if (command === null) throw new Error("the Dockerfile has no health check");
  return JSON.parse(String(command[1])) as string[];
}

/**
 * Copies to `folder` what the last stage of the Dockerfile copies and .dockerignore allows, with links to the packages that
 * `npm ci --omit=dev` installs.
 */
export async function copyImageTree(folder: string): Promise<void> {
  const ignore = (await read(".dockerignore")).split("\n").filter((line) => line !== "" && line !== "*");
  const sent = ignore.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  const left = ignore.filter((line) => !line.startsWith("!"));
  for (const [, listed = ""] of (await readLastStage()).matchAll(/^COPY (?!--)(.+)$/gm)) {
    const sources = listed.split(" ");
    const to = String(sources.pop());
    for (const source of sources) {
      if (!sent.some((each) => source === each || source.startsWith(`${each}/`))) {
        throw new Error(`.dockerignore keeps ${source} from the image`);
      }
      // COPY copies the contents of a folder, but a file itself, into its target.
      const isFolder = (await stat(path.join(ROOT, source))).isDirectory();
      await cp(path.join(ROOT, source), path.join(folder, to, isFolder ? "" : path.basename(source)), {
        recursive: true,
        filter: (from) => !left.some((pattern) => path.matchesGlob(path.relative(ROOT, from), pattern)),
      });
    }
  }
  const { packages } = JSON.parse(await read("package-lock.json")) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; optional?: boolean }>;
  };
  for (const [place, { dev, devOptional, optional }] of Object.entries(packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(place) || dev || devOptional || optional) continue;
    await mkdir(path.join(folder, path.dirname(place)), { recursive: true });
    await symlink(path.join(ROOT, place), path.join(folder, place));
  }
}
