/** Creates reports of one made-up House member, for tests that write their own index. */
import assert from "node:assert/strict";
import { createHousePtr } from "../../src/app/demo/fictional/house-ptr.ts";
import type { PtrRow } from "../../src/app/demo/fictional/ptr-form.ts";
import type { HouseIndexRow, Material } from "../../src/app/demo/sites/material.ts";

const ROW: PtrRow = {
  id: null,
  owner: null,
  assetName: "Fictional Industries Incorporated",
  ticker: null,
  assetTypeCode: "ST",
  transactionType: "P",
  transactionDate: "09/07/2026",
  notificationDate: "09/20/2026",
  amount: "$1,001 - $15,000",
  capGainsOver200: false,
  filingStatus: "New",
  subholding: null,
  location: null,
  description: null,
  comment: null,
};

/** The first index row of 2026 with a periodic transaction report. */
export async function findFiler({ house }: Pick<Material, "house">): Promise<HouseIndexRow> {
  const rows = (await house.readIndex(2026)) ?? [];
  return rows.find(({ filingType }) => filingType === "P") ?? assert.fail("the material has no report of 2026");
}

/** A report of October 1, 2026 with one row per element of `rows`, or with one row. */
export function createReport(filer: HouseIndexRow, docId: string, rows: readonly Partial<PtrRow>[] = [{}]): Uint8Array {
  return createHousePtr({
    docId,
    filer: `Hon. ${filer.first} ${filer.last}`,
    status: "Member",
    stateDistrict: filer.stateDst,
    signedDate: "10/01/2026",
    rows: rows.map((changed) => ({ ...ROW, ...changed })),
  });
}
