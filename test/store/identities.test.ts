import assert from "node:assert/strict";
import { testOnBoth } from "./both-databases.ts";
import { NOON, politician } from "./made.ts";

testOnBoth("whose ids are one person's is kept, and makes a version when it changes", async (store) => {
  const politicians = [politician("A000001"), politician("B000001"), politician("C000001")];
  await store.publications.publish({ at: NOON, outcomes: [], politicians });
  const publish = async (identities: Record<string, string>) =>
    (await store.publications.publish({ at: NOON, outcomes: [], identities })).changed;
  const merged = async () =>
    (await store.reference.politicians()).flatMap(({ id, mergedInto }) => (mergedInto ? [[id, mergedInto]] : []));
  assert.equal(await publish({ A000001: "B000001", Z000009: "B000001", C000001: "Z000009" }), true);
  assert.deepEqual(await merged(), [["A000001", "B000001"]]);
  assert.equal(await publish({ A000001: "B000001" }), false);
  await store.publications.publish({ at: NOON, outcomes: [], politicians });
  assert.deepEqual(await merged(), [["A000001", "B000001"]], "the members' record says nothing of it");
  assert.equal(await publish({}), true);
  assert.deepEqual(await merged(), []);
});
