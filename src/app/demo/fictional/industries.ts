/** Made-up SEC submissions: real industry codes with the SEC's descriptions, of companies that do not exist. */
import type { Company, Material } from "../sites/material.ts";
import { FIRST_CIK, type FictionalSecurity, listIssuers } from "./securities.ts";

const CODES = {
  "1311": "Crude Petroleum & Natural Gas",
  "2000": "Food and Kindred Products",
  "2086": "Bottled & Canned Soft Drinks & Carbonated Waters",
  "2834": "Pharmaceutical Preparations",
  "2836": "Biological Products, (No Diagnostic Substances)",
  "3312": "Steel Works, Blast Furnaces & Rolling & Finishing Mills",
  "3571": "Electronic Computers",
  "3576": "Computer Communications Equipment",
  "3674": "Semiconductors & Related Devices",
  "3711": "Motor Vehicles & Passenger Car Bodies",
  "3730": "Ship & Boat Building & Repairing",
  "3760": "Guided Missiles & Space Vehicles & Parts",
  "3990": "Miscellaneous Manufacturing Industries",
  "4011": "Railroads, Line-Haul Operating",
  "4512": "Air Transportation, Scheduled",
  "4911": "Electric Services",
  "5331": "Retail-Variety Stores",
  "6021": "National Commercial Banks",
  "6331": "Fire, Marine & Casualty Insurance",
  "6798": "Real Estate Investment Trusts",
  "7370": "Services-Computer Programming, Data Processing, Etc.",
  "7372": "Services-Prepackaged Software",
  "8062": "Services-General Medical & Surgical Hospitals, NEC",
} as const;
export type IndustryCode = keyof typeof CODES;

/** The one real company, which `doctor` requests. */
const APPLE = { cik: 320193, name: "Apple Inc.", sic: "3571", sicDescription: CODES["3571"] };

/** The site has no file for an issuer without `sic`. */
export function createFictionalCompanies(securities: readonly FictionalSecurity[]): Material["companies"] {
  const issuers = listIssuers(securities);
  return {
    async findCompany(cik): Promise<Company | null> {
      if (cik === APPLE.cik) return APPLE;
      const issuer = issuers[cik - FIRST_CIK];
      if (issuer?.sic === undefined) return null;
      const { company: name, sic } = issuer;
      return { name, sic, sicDescription: sic === "" ? "" : CODES[sic] };
    },
  };
}
