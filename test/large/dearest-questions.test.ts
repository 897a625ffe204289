/**
 * Tests that no question within the limits, and no publication, holds the loop of the service at 100,000 trades and 300 versions. Each is asked
 * of a service that has just started, by a crowd when its answer may be ready, and as the first one after a publication.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isBeyond, leastOf, measure, measureAgain, sentence } from "./guard.ts";
import { type LargePlace, openLargePlace } from "./place.ts";
import { strayRoutes, Walk } from "./walk.ts";

const AGAIN = 3;

describe("the service over a large store", () => {
  let place: LargePlace;
  before(async () => {
    place = await openLargePlace();
  });
  after(() => place[Symbol.asyncDispose]());

  test("every route has its most expensive requests", () => {
    assert.deepEqual(strayRoutes(place.watched.serves.routes), []);
  });

  test("the service's own work does not block its loop when idle", async () => {
    const held = await measureAgain(place.watched, () => sleep(4000));
    assert.ok(!isBeyond(held), sentence("a service that nobody asks", held));
  });

  test("no request after a start blocks the service for more than 50 ms or takes more than 100 MB, nor does a crowd", async (t) => {
    const walk = new Walk(place);
    await walk.all("asked first", true);
    for (let attempt = 1; attempt <= AGAIN && walk.hasSuspects; attempt += 1) {
      await place.restart();
      await walk.suspectsAgain(attempt);
    }
    walk.judge();
    t.diagnostic(`99 of 100 visitors waited for ${walk.visitedWithinMs.toFixed(0)} ms of work beside a crowd`);
    assert.deepEqual(walk.findings, []);
  });

  test("neither a publication nor the first request after it does", async () => {
    const walk = new Walk(place);
    const publish = () => measure(place.watched, () => place.publish());
    let publication = leastOf(undefined, await publish());
    await walk.all("first asked after a publication", false);
    for (let attempt = 1; attempt <= AGAIN && (walk.hasSuspects || isBeyond(publication)); attempt += 1) {
      publication = leastOf(publication, await publish());
      await walk.suspectsAgain(attempt);
    }
    walk.judge();
    if (isBeyond(publication)) walk.findings.push(sentence("a publication", publication));
    assert.deepEqual(walk.findings, []);
  });
});
