/**
 * Tests that no request within the limits, and no publication, blocks the service's event loop at 100,000 trades and 300
 * versions. Each request is sent to a service that has just started, by a crowd once its response may be cached, and as the
 * first one after a publication.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { describeMeasured, exceedsLimits, measure, measureRepeatedly, mergeLowest } from "./guard.ts";
import { type LargePlace, openLargePlace } from "./place.ts";
import { findMismatchedRoutes, Walk } from "./walk.ts";

const AGAIN = 3;

describe("the service stays within the time and memory limits on a large store", () => {
  let place: LargePlace;
  before(async () => {
    place = await openLargePlace();
  });
  after(() => place[Symbol.asyncDispose]());

  test("the list of most expensive requests covers exactly the served routes", () => {
    assert.deepEqual(findMismatchedRoutes(place.watched.serves.routes), []);
  });

  test("an idle service's background work stays within the limits", async () => {
    const held = await measureRepeatedly(place.watched, () => sleep(4000));
    assert.ok(!exceedsLimits(held), describeMeasured("an idle service", held));
  });

  test("no request after startup, alone or from a crowd, blocks the service for over 50 ms or takes over 100 MB", async (t) => {
    const walk = new Walk(place);
    await walk.askAll("first request", true);
    for (let attempt = 1; attempt <= AGAIN && walk.hasSuspects; attempt += 1) {
      await place.restart();
      await walk.repeatSuspects(attempt);
    }
    walk.judge();
    t.diagnostic(`99 of 100 visits next to a crowd waited for at most ${walk.p99VisitMs.toFixed(0)} ms of work`);
    assert.deepEqual(walk.findings, []);
  });

  test("a publication and the first requests after the publication stay within the limits", async () => {
    const walk = new Walk(place);
    const publish = () => measure(place.watched, () => place.publish());
    let publication = mergeLowest(undefined, await publish());
    await walk.askAll("first request after a publication", false);
    for (let attempt = 1; attempt <= AGAIN && (walk.hasSuspects || exceedsLimits(publication)); attempt += 1) {
      publication = mergeLowest(publication, await publish());
      await walk.repeatSuspects(attempt);
    }
    walk.judge();
    if (exceedsLimits(publication)) walk.findings.push(describeMeasured("a publication", publication));
    assert.deepEqual(walk.findings, []);
  });
});
