/** Checks the machine: an OCR engine that starts, a writable folder, and room on its disk. */
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import path from "node:path";
import type { Config } from "../../config.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning, fault } = findingsOf("machine");

const MB = 1024 * 1024;
/** Free space below which the next run may not end; and below which the first import may not. */
const TOO_LITTLE_BYTES = 200 * MB;
const LITTLE_BYTES = 2048 * MB;
/** A white picture that the text reader looks at. */
const PICTURE = { width: 200, height: 60 };

export async function machineFindings(config: Config): Promise<Finding[]> {
  return [ok("node", `Node ${process.version}.`), ...folderFindings(config.DATA_DIR), await textReader(config)];
}

function folderFindings(dataDir: string): Finding[] {
  const folder = path.resolve(dataDir);
  const standing = nearestStanding(folder);
  const writing = writeFinding(folder, standing);
  return writing.state === "fault" ? [writing] : [writing, diskFinding(standing)];
}

function writeFinding(folder: string, standing: string): Finding {
  const advice = "Give the folder to the user who runs this program, or name another DATA_DIR.";
  if (!statSync(standing).isDirectory()) return fault("DATA_DIR", `"${standing}" is no folder.`, advice);
  try {
    accessSync(standing, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    return fault("DATA_DIR", `"${standing}" cannot be written (${code}).`, advice);
  }
  if (standing === folder) return ok("DATA_DIR", `"${folder}" can be written.`);
  return ok("DATA_DIR", `"${folder}" is not there yet, and can be made.`);
}

/** The folder itself, or the last one above it that is there. */
function nearestStanding(folder: string): string {
  return existsSync(folder) ? folder : nearestStanding(path.dirname(folder));
}

function diskFinding(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const says = `${Math.floor(free / MB)} MB are free for DATA_DIR.`;
  if (free < TOO_LITTLE_BYTES) return fault("disk", says, "Free some space.");
  if (free < LITTLE_BYTES) return warning("disk", says, "Originals are stored for ever: have 2 GB or more.");
  return ok("disk", says);
}

/** Starts the engine as for a scan: nothing else shows that a build or a model is missing. */
async function textReader({ OCR }: Config): Promise<Finding> {
  if (!OCR) return ok("text-reader", "OCR is false: scans are stored and not read.");
  try {
    const { recognise } = await import("../../imaging/text/engine.ts");
    await recognise({ ...PICTURE, pixels: new Uint8Array(PICTURE.width * PICTURE.height).fill(255) }, "line");
    return ok("text-reader", "It starts, with its model.");
  } catch (error) {
    const says = `It does not start: ${error instanceof Error ? error.message : String(error)}`;
    return fault("text-reader", says, "Install the packages again: `npm ci --omit=dev`.");
  }
}
