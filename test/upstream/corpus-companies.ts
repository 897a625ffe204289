/**
 * Fictional responses of the SEC's submissions API for a few large companies, with their real industry codes. The corpus has no
 * recordings of that site.
 */
import type { Material } from "../../src/app/demo/sites/material.ts";

const COMPANIES: readonly (readonly [cik: number, name: string, sic: string, sicDescription: string])[] = [
  [320193, "Apple Inc.", "3571", "Electronic Computers"],
  [789019, "MICROSOFT CORP", "7372", "Services-Prepackaged Software"],
  [1045810, "NVIDIA CORP", "3674", "Semiconductors & Related Devices"],
  [50863, "INTEL CORP", "3674", "Semiconductors & Related Devices"],
  [1018724, "AMAZON COM INC", "5961", "Retail-Catalog & Mail-Order Houses"],
  [1652044, "Alphabet Inc.", "7370", "Services-Computer Programming, Data Processing, Etc."],
  [1326801, "Meta Platforms, Inc.", "7370", "Services-Computer Programming, Data Processing, Etc."],
  [1318605, "Tesla, Inc.", "3711", "Motor Vehicles & Passenger Car Bodies"],
  [858877, "CISCO SYSTEMS, INC.", "3576", "Computer Communications Equipment"],
  [19617, "JPMORGAN CHASE & CO", "6021", "National Commercial Banks"],
  [70858, "BANK OF AMERICA CORP /DE/", "6021", "National Commercial Banks"],
  [72971, "WELLS FARGO & COMPANY/MN", "6021", "National Commercial Banks"],
  [34088, "EXXON MOBIL CORP", "2911", "Petroleum Refining"],
  [93410, "CHEVRON CORP", "2911", "Petroleum Refining"],
  [78003, "PFIZER INC", "2834", "Pharmaceutical Preparations"],
  [200406, "JOHNSON & JOHNSON", "2834", "Pharmaceutical Preparations"],
  [731766, "UNITEDHEALTH GROUP INC", "6324", "Hospital & Medical Service Plans"],
  [732717, "AT&T INC.", "4813", "Telephone Communications (No Radiotelephone)"],
  [732712, "VERIZON COMMUNICATIONS INC", "4813", "Telephone Communications (No Radiotelephone)"],
  [936468, "LOCKHEED MARTIN CORP", "3760", "Guided Missiles & Space Vehicles & Parts"],
  [12927, "BOEING CO", "3721", "Aircraft"],
  [354950, "HOME DEPOT, INC.", "5211", "Retail-Lumber & Other Building Materials Dealers"],
  [104169, "Walmart Inc.", "5331", "Retail-Variety Stores"],
];

export const corpusCompanies: Material["companies"] = {
  async findCompany(cik) {
    const [, name, sic, sicDescription] = COMPANIES.find(([each]) => each === cik) ?? [];
    return name === undefined || sic === undefined || sicDescription === undefined
      ? null
      : { name, sic, sicDescription };
  },
};
