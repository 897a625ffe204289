import assert from "node:assert/strict";
import { test } from "node:test";
import { printOnlyText } from "./terminal.ts";

test("a terminal gets no command out of what a document says; a file gets the bytes as they are", () => {
  for (const isTTY of [true, false]) {
    const written: unknown[] = [];
    const stream = { isTTY, write: (chunk: unknown) => written.push(chunk) > 0 };
    printOnlyText(stream as never);
    stream.write("name \u001b]0;owned\u0007\u202e\n");
    assert.deepEqual(written, [isTTY ? "name ␛]0;owned␇\ufffd\n" : "name \u001b]0;owned\u0007\u202e\n"]);
  }
});
