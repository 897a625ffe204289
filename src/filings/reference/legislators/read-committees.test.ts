import assert from "node:assert/strict";
import { test } from "node:test";
import { joinCommitteeSeats } from "./committee-seats.ts";
import { readCommitteeMemberships } from "./read-committee-members.ts";
import { readCommittees } from "./read-committees.ts";

const toBytes = (value: unknown) => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));

const senate = {
  type: "senate",
  name: "Senate Committee on Samples",
  thomas_id: "SSZZ",
  url: "https://example.org",
  subcommittees: [
    { name: "the First Part", thomas_id: "01", phone: "" },
    { name: "Second Part", thomas_id: "13" },
  ],
};
const joint = { type: "joint", name: "Joint Committee on Examples", thomas_id: "JZZZ" };
const toSeat = (bioguide: string, more: object = {}) => ({
  name: "Sample",
  party: "majority",
  rank: 1,
  bioguide,
  ...more,
});

function catchError(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof Error && "code" in error);
    return `${error.code} ${error.message}`;
  }
  return "accepted";
}

test("reads committees, each followed by the subcommittees, whose ids begin with the committee's code", () => {
  assert.deepEqual(readCommittees(toBytes([senate, joint])), [
    { id: "SSZZ", name: "Senate Committee on Samples", chamber: "senate", parent: null },
    { id: "SSZZ01", name: "the First Part", chamber: "senate", parent: "Senate Committee on Samples" },
    { id: "SSZZ13", name: "Second Part", chamber: "senate", parent: "Senate Committee on Samples" },
    { id: "JZZZ", name: "Joint Committee on Examples", chamber: "joint", parent: null },
  ]);
});

test("rejects an invalid committee list, and names the place of the fault", () => {
  const read = (value: unknown) => catchError(() => readCommittees(toBytes(value)));
  assert.match(read("<html>"), /^json_malformed /);
  assert.match(read({ SSZZ: [] }), /^json_unexpected_shape committee list: the file: /);
  assert.match(read([]), /^json_empty /);
  assert.match(read([joint, { ...senate, type: "both" }]), /^json_unexpected_shape .*1\.type.*senate/);
  assert.match(read([{ ...senate, thomas_id: "ss" }]), /^json_unexpected_shape .*0\.thomas_id/);
  assert.match(read([{ ...senate, subcommittees: [{ name: " ", thomas_id: "01" }] }]), /subcommittees\.0\.name/);
  assert.match(read([senate, joint, senate]), /^json_duplicate .*SSZZ/);
});

test("reads seats with their titles; a committee may be empty", () => {
  const members = readCommitteeMemberships(
    toBytes({
      SSZZ13: [toSeat("Z900002")],
      HSYY: [],
      SSZZ: [toSeat("Z900001", { title: " Chairman " }), toSeat("Z900002", { title: "" })],
    }),
  );
  assert.deepEqual(members, [
    { committeeId: "SSZZ13", politicianId: "Z900002", title: null },
    { committeeId: "SSZZ", politicianId: "Z900001", title: "Chairman" },
    { committeeId: "SSZZ", politicianId: "Z900002", title: null },
  ]);
});

test("rejects an invalid committee membership file, and names the place of the fault", () => {
  const read = (value: unknown) => catchError(() => readCommitteeMemberships(toBytes(value)));
  assert.match(read(JSON.stringify({ SSZZ: [toSeat("Z900001")] }).slice(0, -4)), /^json_malformed /);
  assert.match(read([senate]), /^json_unexpected_shape committee membership: the file/);
  assert.match(read({ SSZZ: [] }), /^json_empty /);
  assert.match(read({ SSZZ: [toSeat("Z900001"), { name: "Nobody" }] }), /^json_unexpected_shape .*SSZZ\.1\.bioguide/);
  assert.match(read({ samples: [toSeat("Z900001")] }), /^json_unexpected_shape .*samples/);
  assert.match(read({ SSZZ: [toSeat("Z900001"), toSeat("Z900001")] }), /^json_duplicate .*Z900001.*SSZZ/);
});

test("joins seats to their committees by id, and reports committees without a name", () => {
  const members = [
    { committeeId: "SSZZ13", politicianId: "Z900001", title: null },
    { committeeId: "ZZZZ", politicianId: "Z900001", title: "Chairman" },
    { committeeId: "SSZZ", politicianId: "Z900001", title: "Ranking Member" },
    { committeeId: "JZZZ", politicianId: "Z900001", title: null },
    { committeeId: "AAAA", politicianId: "Z900002", title: null },
  ];
  const { byMember, unlistedCommitteeIds } = joinCommitteeSeats(readCommittees(toBytes([senate, joint])), members);
  assert.deepEqual(unlistedCommitteeIds, ["AAAA", "ZZZZ"]);
  assert.deepEqual([...byMember.keys()], ["Z900001"]);
  assert.deepEqual(
    byMember.get("Z900001")?.map(({ id, parent, title }) => [id, parent, title]),
    [
      ["JZZZ", null, null],
      ["SSZZ", null, "Ranking Member"],
      ["SSZZ13", "Senate Committee on Samples", null],
    ],
  );
});
