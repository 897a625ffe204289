import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "../..");
const read = (page: string) => readFileSync(page, "utf8");

/** Returns the anchors that GitHub makes for the headings of a page. */
function listAnchors(page: string): readonly string[] {
  const headings = read(page)
    .replace(/```.*?```/gs, "")
    .matchAll(/^#{1,6} (.+)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function leadsNowhere(page: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? page : join(dirname(page), file);
  return !existsSync(target) || (anchor !== undefined && !listAnchors(target).includes(anchor));
}

for (const page of globSync(["*.md", "docs/**/*.md", "clients/*/README.md"], { cwd: root })) {
  test(`${page}: every link to a project file resolves, and its anchor to a heading`, () => {
    const links = [...read(join(root, page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    const here = links.filter((link) => !/^[a-z]+:/.test(link));
    assert.deepEqual(
      here.filter((link) => leadsNowhere(join(root, page), link)),
      [],
    );
  });
}
