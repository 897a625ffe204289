import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "../html.ts";
import { findResultMessage, recordResultMessage, SESSION_MS, Sessions } from "./sessions.ts";

const HOUR_MS = 3_600_000;

test("a session ends an hour after its last use, twelve hours after it opened, or if it is closed", () => {
  let now = 0;
  const sessions = new Sessions(() => now);
  const idle = sessions.openSession("a");
  const used = sessions.openSession("b");
  assert.equal(sessions.findSession(idle)?.keyDigest, "a");
  assert.equal(sessions.findSession("another"), undefined);
  for (; now < SESSION_MS - HOUR_MS / 2; now += HOUR_MS / 2) assert.ok(sessions.findSession(used), String(now));
  assert.equal(sessions.findSession(idle), undefined);
  now = SESSION_MS;
  assert.equal(sessions.findSession(used), undefined);
  const ended = sessions.openSession("c");
  sessions.endSession(ended);
  assert.equal(sessions.findSession(ended), undefined);
});

test("keeps a hundred sessions, and drops the least recently used", () => {
  const sessions = new Sessions(() => 0);
  const tokens = Array.from({ length: 100 }, (_, at) => sessions.openSession(String(at)));
  assert.equal(new Set(tokens).size, 100);
  assert.ok(sessions.findSession(tokens[0] ?? ""));
  sessions.openSession("one more");
  assert.ok(sessions.findSession(tokens[0] ?? ""));
  assert.equal(sessions.findSession(tokens[1] ?? ""), undefined);
});

test("a session remembers the outcome of its latest decisions", () => {
  const sessions = new Sessions(() => 0);
  const session = sessions.findSession(sessions.openSession("a")) ?? assert.fail();
  for (let at = 1; at <= 25; at += 1) assert.equal(recordResultMessage(session, html`decision ${at}`), at);
  assert.deepEqual([session.resultMessages.length, session.resultMessages[0]?.number], [20, 6]);
  assert.equal(String(findResultMessage(new URLSearchParams("done=25"), session)), "decision 25");
  for (const query of ["done=5", "done=x", ""])
    assert.equal(findResultMessage(new URLSearchParams(query), session), null);
});
