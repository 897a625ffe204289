import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseOcrReaderCount } from "./ocr-readers.ts";

const GB = 2 ** 30;

test("uses one reader process per processor minus one, as far as memory allows, unless a number is set", () => {
  assert.equal(chooseOcrReaderCount(0, 8, 16 * GB), 7);
  assert.equal(chooseOcrReaderCount(0, 8, 2 * GB), 4);
  assert.equal(chooseOcrReaderCount(0, 1, 16 * GB), 1);
  assert.equal(chooseOcrReaderCount(0, 8, 0.1 * GB), 1);
  assert.equal(chooseOcrReaderCount(3, 1, 0.1 * GB), 3);
});
