import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { test } from "node:test";

const MODULE = JSON.stringify(new URL("./parent-process.ts", import.meta.url).href);
/** Blocks its event loop until its input ends, so that it does not notice that its parent has closed the channel. */
const CHILD = `
  const { sendToParent, disconnectFromParent } = await import(${MODULE});
  const { readSync, writeSync } = await import("node:fs");
  process.on("disconnect", () => {
    sendToParent("too late");
    disconnectFromParent();
    process.exit(0);
  });
  writeSync(1, "ready");
  while (readSync(0, Buffer.alloc(1)) > 0);
  sendToParent("to nobody");
`;

test("a message to a parent that has closed the channel is dropped without an error", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", CHILD], {
    stdio: ["pipe", "pipe", "pipe", "ipc"],
    serialization: "advanced",
  });
  const said = text(child.stderr ?? assert.fail());
  await once(child.stdout ?? assert.fail(), "data");
  const closed = once(child, "disconnect");
  child.disconnect();
  await closed;
  child.stdin?.end();
  const [code] = (await once(child, "exit")) as [number];
  assert.equal(await said, "");
  assert.equal(code, 0);
});
