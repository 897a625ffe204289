import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { checkSoundness } from "./soundness.ts";

/** A file of a page with this content, packed or as it is. */
function file(content: Buffer, about = "/Filter /FlateDecode"): Buffer {
  const objects = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from("<< /Type /Pages /Count 1 /Kids [3 0 R] >>"),
    Buffer.from("<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>"),
    Buffer.concat([
      Buffer.from(`<< ${about} /Length ${content.length} >>\nstream\n`),
      content,
      Buffer.from("\nendstream"),
    ]),
  ];
  const parts = [Buffer.from("%PDF-1.4\n")];
  let at = 9;
  const table = objects.map((object, number) => {
    const part = Buffer.concat([Buffer.from(`${number + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
    parts.push(part);
    at += part.length;
    return `${String(at - part.length).padStart(10, "0")} 00000 n \n`;
  });
  const end = `xref\n0 5\n0000000000 65535 f \n${table.join("")}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

const content = Buffer.from(`q BT ${"<00270028> Tj ".repeat(50)}ET Q`);
const whole = file(deflateSync(content));
const damaged = { code: "pdf_damaged" };

test("a whole file passes", () => checkSoundness(whole));

test("no byte of a packed content changes unseen", () => {
  const start = whole.indexOf("stream\n") + "stream\n".length;
  for (let at = start + 2; at < whole.indexOf("endstream") - 1; at++) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 4;
    assert.throws(() => checkSoundness(changed), damaged, `byte ${at}`);
  }
});

test("a content that is packed anew after a part of it was lost is told by what it leaves open", () => {
  assert.throws(() => checkSoundness(file(deflateSync(content.subarray(0, 200)))), damaged);
  assert.throws(() => checkSoundness(file(deflateSync(Buffer.from(content).fill(0, 100, 120)))), damaged);
});

test("an object that is gone, has moved or is longer than it says is told", () => {
  const text = whole.toString("latin1");
  for (const [from, to] of [
    ["3 0 obj", "3 0 obx"],
    ["/Length ", "/Length 1"],
    ["xref\n0 5", "xref\n0 6"],
    ["%PDF-1.4\n", "%PDF-1.4\n\n"],
  ] as const) {
    assert.throws(() => checkSoundness(Buffer.from(text.replace(from, to), "latin1")), damaged, from);
  }
});
