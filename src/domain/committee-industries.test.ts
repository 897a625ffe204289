import assert from "node:assert/strict";
import { test } from "node:test";
import { COMMITTEE_INDUSTRIES, committeesOver, industriesOfCommittee } from "./committee-industries.ts";
import { MAJOR_GROUPS } from "./sic-major-groups.ts";

test("each line of the table names a committee once, its rule, and industries of the manual", () => {
  const ids = COMMITTEE_INDUSTRIES.map(({ committee }) => committee);
  assert.equal(new Set(ids).size, ids.length);
  for (const { committee, name, rule, subjects } of COMMITTEE_INDUSTRIES) {
    const house = committee.startsWith("H");
    assert.match(committee, /^[HS]S[A-Z]{2}$/);
    assert.ok(name.startsWith(house ? "House Committee on " : "Senate Committee on "), name);
    assert.match(rule, house ? /Rule X, clause 1\([a-t]\)$/ : /Rule XXV, paragraph 1$/);
    for (const { subject, industries } of subjects) {
      assert.ok(subject !== "" && industries.length > 0, committee);
      for (const each of industries) assert.ok(/^\d{2,3}$/.test(each) && MAJOR_GROUPS.has(each.slice(0, 2)), each);
    }
  }
});

test("committees over an industry, over what it is a part of, and over a part of it", () => {
  const over = (name: string) => committeesOver(name).map(({ committee }) => committee);
  assert.deepEqual(over("6021"), ["HSBA", "SSBK"]);
  assert.deepEqual(over("60"), ["HSBA", "SSBK"]);
  assert.deepEqual(over("3760"), ["HSSY", "SSAS", "SSCM"]);
  assert.deepEqual(over("37"), ["HSSY", "SSAS", "SSCM"]);
  assert.deepEqual(over("3571"), []);
  const [drugs] = committeesOver("2834");
  assert.deepEqual(
    drugs?.subjects.map(({ subject }) => subject),
    ["Biomedical research and development"],
    "only the subjects that name it",
  );
  assert.equal(industriesOfCommittee("HSJU"), undefined);
  assert.equal(industriesOfCommittee("HSBA")?.subjects.length, 5);
});
