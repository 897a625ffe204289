import assert from "node:assert/strict";
import { test } from "node:test";
import { createDecryption } from "./decryption.ts";

const ID = "00112233445566778899aabbccddeeff";
const owner = Buffer.from(Array.from({ length: 32 }, (_, at) => at));
const hexadecimal = `<${owner.toString("hex")}>`;
const literal = `(${[...owner].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")})`;

/** "content of a page", encrypted by another implementation as the stream of object 7. */
const PACKED = { 2: "babbf6a010a93eee18d30ed57d405d9099", 1: "6c88521945353113cdbf068ff3f0b7204f" };

test("decrypts a stream with the standard handler's 128-bit and 40-bit keys, with `/O` as a hexadecimal or a literal string", () => {
  for (const entry of [hexadecimal, literal]) {
    const long = createDecryption(`<< /Filter /Standard /V 2 /R 3 /Length 128 /P -1849 /O ${entry} >>`, ID);
    assert.equal(String(long?.(Buffer.from(PACKED[2], "hex"), 7, 0)), "content of a page");
    const short = createDecryption(`<< /Filter /Standard /V 1 /R 2 /P -1849 /O ${entry} >>`, ID);
    assert.equal(String(short?.(Buffer.from(PACKED[1], "hex"), 7, 0)), "content of a page");
  }
});

test("returns null for any other encryption", () => {
  assert.equal(createDecryption(`<< /Filter /Standard /V 5 /R 6 /P -1849 /O ${hexadecimal} >>`, ID), null);
  assert.equal(createDecryption("<< /Filter /Standard /V 2 /R 3 /P -1849 >>", ID), null);
});
