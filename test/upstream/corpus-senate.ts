/** The Senate site for a folder of real documents: search rows from its table, and the saved pages and page images. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Material, SenateSearchRow } from "../../src/app/demo/sites/material.ts";
import { readCsv } from "./csv.ts";
import { readFileIfExists } from "./files.ts";

export async function loadCorpusSenate(folder: string): Promise<Material["senate"]> {
  const rows = readCsv(await readFile(join(folder, "search-rows.csv"), "utf8")).map(parseSearchRow);
  const images = await listImagesByPath(join(folder, "paper"));
  return {
    listRows: async () => rows,
    readPage: async ({ link, uuid }) =>
      readFileIfExists(
        link === "paper" ? join(folder, "paper", uuid, "index.html") : join(folder, link, `${uuid}.html`),
      ),
    async readMedia(path) {
      const file = images.get(path);
      return file === undefined ? null : readFile(file);
    },
  };
}

function parseSearchRow(row: Readonly<Record<string, string>>): SenateSearchRow {
  return {
    uuid: row["uuid"] ?? "",
    link: row["kind"] === "paper" ? "paper" : "ptr",
    first: row["first"] ?? "",
    last: row["last"] ?? "",
    office: row["office"] ?? "",
    title: row["title"] ?? "",
    submitted: row["submitted"] ?? "",
  };
}

/** Maps the image paths in viewer pages (`media/2025/2/000/000/000000039.gif`) to the saved files. */
async function listImagesByPath(folder: string): Promise<ReadonlyMap<string, string>> {
  const images = new Map<string, string>();
  for (const uuid of await readdir(folder)) {
    const page = await readFile(join(folder, uuid, "index.html"), "utf8");
    for (const [, path] of page.matchAll(/src="(?:https:\/\/[^/"]+)?\/(media\/[^"]+)"/g)) {
      if (path !== undefined) images.set(path, join(folder, uuid, basename(path)));
    }
  }
  return images;
}
