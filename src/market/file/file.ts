/** Daily bars from a folder with a CSV a symbol (`BRK.B.csv`, `BRK-B.csv`). It has no quotes: the latest bar is one. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { SourceError } from "../../errors.ts";
import type { ProviderWith } from "../market.ts";
import { tradingDay } from "../session.ts";
import { readBarsFile } from "./file-bars.ts";

interface FileOptions {
  readonly folder: string;
  readonly clock?: () => Date;
}

/** A century of daily bars is 2 MB. */
const LARGEST_BYTES = 20_000_000;

export function createFile({ folder, clock = () => new Date() }: FileOptions): ProviderWith<"dailyBars"> {
  return {
    id: "file",
    // The operator's files may be older than the latest split.
    splitPolicy: "unverified",
    budget: { perMinute: 6_000, perMinuteUnlisted: 6_000 },

    async dailyBars(symbol) {
      const names = [...new Set([symbol, symbol.replace(".", "-")])].map((spelling) => `${spelling}.csv`);
      const texts = await Promise.all(names.map((name) => readIfThere(folder, name)));
      const found = names.flatMap((name, index) => {
        const text = texts[index];
        return text == null ? [] : [{ name, text }];
      });
      const [file, second] = found;
      if (file === undefined) return null;
      if (second !== undefined) {
        throw new SourceError("bad_answer", `Both ${file.name} and ${second.name} are there; one of them must go.`);
      }
      const { bars } = readBarsFile(file.text, file.name, tradingDay(clock()));
      return { bars, companyName: null, splits: [], dropped: 0 };
    },
  };
}

/** Null when there is no such file. @throws {SourceError} `bad_answer` when it, or the folder, cannot be read. */
async function readIfThere(folder: string, name: string): Promise<string | null> {
  try {
    if (!(await stat(folder)).isDirectory()) throw new Error("it is no folder");
    const path = join(folder, name);
    const size = (await stat(path).catch(missing))?.size;
    if (size === undefined) return null;
    if (size > LARGEST_BYTES) throw new Error(`${name} is larger than ${LARGEST_BYTES} bytes`);
    return await readFile(path, "utf8");
  } catch (error) {
    throw new SourceError("bad_answer", `${name} in MARKET_FILES cannot be read: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

function missing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
  throw error as Error;
}
