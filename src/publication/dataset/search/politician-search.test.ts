import assert from "node:assert/strict";
import { test } from "node:test";
import type { Member, PoliticianFilter } from "../dataset.ts";
import { PoliticianSearch, type SearchedPolitician } from "./politician-search.ts";

const seats: readonly SearchedPolitician[] = [
  { id: "A000001", name: "Edward Example", chamber: "house", party: "Democrat", state: "CA", district: 12 },
  { id: "B000002", name: "Zoë Example", chamber: "house", party: "Republican", state: "VT", district: 0 },
  { id: "C000003", name: "Jane Sample", chamber: "senate", party: "Independent", state: "CA", district: null },
];
const member: Member = {
  otherNames: [],
  terms: [],
  inOffice: true,
  hasLeft: false,
  committees: [],
  unreadReports: 0,
  openAmendments: 0,
};
const committee = { id: "SSZZ", name: "Examples", chamber: "senate", parent: null, title: null } as const;
const members = new Map<string, Member>([
  ["A000001", { ...member, inOffice: false }],
  ["B000002", { ...member, otherNames: ["Zoë Former"] }],
  ["C000003", { ...member, committees: [committee] }],
]);

test("finds politicians by every filter, alone and combined", () => {
  const search = new PoliticianSearch(seats, members);
  const cases: readonly (readonly [PoliticianFilter, readonly number[]])[] = [
    [{}, [0, 1, 2]],
    [{ words: [] }, [0, 1, 2]],
    [{ chamber: "house" }, [0, 1]],
    [{ party: "Independent" }, [2]],
    [{ state: "CA" }, [0, 2]],
    [{ district: 12 }, [0]],
    [{ district: 0 }, [1]],
    [{ inOffice: true }, [1, 2]],
    [{ inOffice: false }, [0]],
    [{ committee: "SSZZ" }, [2]],
    [{ words: ["example"] }, [0, 1]],
    [{ words: ["zoe", "former"] }, [1]],
    [{ words: ["ted"] }, [0]],
    [{ words: ["ample"] }, []],
    [{ state: "CA", inOffice: true, words: ["s"] }, [2]],
    [{ state: "CA", district: 0 }, []],
  ];
  for (const [filter, expected] of cases) {
    assert.deepEqual([...search.find(filter)], expected, JSON.stringify(filter));
  }
});
