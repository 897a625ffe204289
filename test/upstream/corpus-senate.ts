/** The Senate of a folder of real documents: search rows from its table, pages and page images as they were saved. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Material, SenateSearchRow } from "../../src/app/demo/sites/material.ts";
import { readCsv } from "./csv.ts";
import { readIfThere } from "./files.ts";

export async function corpusSenate(folder: string): Promise<Material["senate"]> {
  const rows = readCsv(await readFile(join(folder, "search-rows.csv"), "utf8")).map(searchRow);
  const images = await imagesByPath(join(folder, "paper"));
  return {
    listRows: async () => rows,
    readPage: async ({ link, uuid }) =>
      readIfThere(link === "paper" ? join(folder, "paper", uuid, "index.html") : join(folder, link, `${uuid}.html`)),
    async readMedia(path) {
      const file = images.get(path);
      return file === undefined ? null : readFile(file);
    },
  };
}

function searchRow(row: Readonly<Record<string, string>>): SenateSearchRow {
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

/** Paths as the viewer pages name them (`media/2025/2/000/000/000000039.gif`) to the saved files. */
async function imagesByPath(folder: string): Promise<ReadonlyMap<string, string>> {
  const images = new Map<string, string>();
  for (const uuid of await readdir(folder)) {
    const page = await readFile(join(folder, uuid, "index.html"), "utf8");
    for (const [, path] of page.matchAll(/src="(?:https:\/\/[^/"]+)?\/(media\/[^"]+)"/g)) {
      if (path !== undefined) images.set(path, join(folder, uuid, basename(path)));
    }
  }
  return images;
}
