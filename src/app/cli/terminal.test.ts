import assert from "node:assert/strict";
import { test } from "node:test";
import { installControlCharacterFilter } from "./terminal.ts";

test("document text cannot send commands to a terminal; a file gets the bytes unchanged", () => {
  for (const isTTY of [true, false]) {
    const written: unknown[] = [];
    const stream = { isTTY, write: (chunk: unknown) => written.push(chunk) > 0 };
    installControlCharacterFilter(stream as never);
    stream.write("name \u001b]0;owned\u0007\u202e\n");
    assert.deepEqual(written, [isTTY ? "name ␛]0;owned␇\ufffd\n" : "name \u001b]0;owned\u0007\u202e\n"]);
  }
});
