/**
 * Securities that no longer exist: the issuer was bought for cash or for shares at a ratio, merged, or was a bank that was shut.
 * Each date is the day on which the merger closed or the bank was shut, as announced by the issuer. The dates were recorded from
 * general knowledge. Of 131 dates, 82 agree with lists of S&P 500 members or of the SEC's registrants. The other 49 were not
 * compared with any list. The table is incomplete, so a security that is missing here may have ended, too. Today's lists of
 * securities do not show such an end. At most, the lists show that no security has the symbol of the missing security today.
 */
import { addDays, type IsoDate } from "./dates.ts";
import { mayBeOneIssuer } from "./issuer-name.ts";

/** Symbol; day on which the merger closed or the bank was shut; issuer; first day if another security had the symbol earlier. */
const DEFUNCT: readonly (readonly [symbol: string, on: string, issuer: string, from?: string])[] = [
  ["ABMD", "2022-12-22", "Abiomed"],
  ["AET", "2018-11-28", "Aetna"],
  ["AGN", "2020-05-08", "Allergan"],
  ["AJRD", "2023-07-28", "Aerojet Rocketdyne Holdings"],
  ["ALXN", "2021-07-21", "Alexion Pharmaceuticals"],
  ["AMED", "2025-08-14", "Amedisys"],
  ["ANDV", "2018-10-01", "Andeavor"],
  ["ANSS", "2025-07-17", "Ansys"],
  ["APC", "2019-08-08", "Anadarko Petroleum"],
  ["ARG", "2016-05-23", "Airgas"],
  ["ARNA", "2022-03-11", "Arena Pharmaceuticals"],
  ["ATVI", "2023-10-13", "Activision Blizzard"],
  ["AVLR", "2022-10-19", "Avalara"],
  ["AY", "2024-12-12", "Atlantica Yield"],
  ["AY", "2024-12-12", "Atlantica Sustainable Infrastructure"],
  ["AZPN", "2025-03-12", "Aspen Technology"],
  ["BCR", "2017-12-29", "C. R. Bard"],
  ["BERY", "2025-04-30", "Berry Global Group"],
  ["BPMC", "2025-07-18", "Blueprint Medicines"],
  ["BXLT", "2016-06-03", "Baxalta"],
  ["CA", "2018-11-05", "CA, Inc."],
  ["CELG", "2019-11-20", "Celgene"],
  ["CEQP", "2023-11-03", "Crestwood Equity Partners"],
  ["CERE", "2024-08-01", "Cerevel Therapeutics Holdings"],
  ["CERN", "2022-06-08", "Cerner"],
  ["CHX", "2025-07-16", "ChampionX"],
  ["CLR", "2022-11-22", "Continental Resources"],
  ["COL", "2018-11-26", "Rockwell Collins"],
  ["CONE", "2022-03-25", "CyrusOne"],
  ["COR", "2021-12-28", "CoreSite Realty"],
  ["COUP", "2023-02-28", "Coupa Software"],
  ["CSII", "2023-04-27", "Cardiovascular Systems"],
  ["CTLT", "2024-12-18", "Catalent"],
  ["CTXS", "2022-09-30", "Citrix Systems"],
  ["CVET", "2022-10-13", "Covetrus"],
  ["CXO", "2021-01-15", "Concho Resources"],
  ["DCP", "2023-06-15", "DCP Midstream"],
  ["DFS", "2025-05-18", "Discover Financial Services"],
  ["DISH", "2023-12-31", "DISH Network"],
  ["DNB", "2025-08-26", "Dun & Bradstreet Holdings", "2020-07-01"],
  ["DNKN", "2020-12-15", "Dunkin' Brands Group"],
  ["DRE", "2022-10-03", "Duke Realty"],
  ["DTV", "2015-07-24", "DIRECTV"],
  ["EMC", "2016-09-07", "EMC Corporation"],
  ["EQM", "2020-06-17", "EQM Midstream Partners"],
  ["ESRX", "2018-12-20", "Express Scripts Holding"],
  ["ETFC", "2020-10-02", "E*TRADE Financial"],
  ["EVBG", "2024-07-02", "Everbridge"],
  ["EVOP", "2023-03-24", "EVO Payments"],
  ["FL", "2025-09-08", "Foot Locker"],
  ["FLIR", "2021-05-14", "FLIR Systems"],
  ["FNA", "2025-04-21", "Paragon 28"],
  ["FRC", "2023-05-01", "First Republic Bank"],
  ["HES", "2025-07-18", "Hess Corporation"],
  ["HZNP", "2023-10-06", "Horizon Therapeutics"],
  ["IMGN", "2024-02-12", "ImmunoGen"],
  ["INFA", "2025-11-18", "Informatica", "2021-10-27"],
  ["INFO", "2022-02-28", "IHS Markit"],
  ["INST", "2020-03-24", "Instructure"],
  ["INST", "2024-11-13", "Instructure Holdings", "2021-07-22"],
  ["IPG", "2025-11-26", "Interpublic Group of Companies"],
  ["ITCI", "2025-04-02", "Intra-Cellular Therapies"],
  ["JNPR", "2025-07-02", "Juniper Networks"],
  ["JWN", "2025-05-20", "Nordstrom"],
  ["KL", "2022-02-08", "Kirkland Lake Gold"],
  ["KRTX", "2024-03-18", "Karuna Therapeutics"],
  ["KSU", "2021-12-14", "Kansas City Southern"],
  ["LLTC", "2017-03-10", "Linear Technology"],
  ["LMRK", "2021-10-01", "Landmark Infrastructure Partners"],
  ["LSXMA", "2024-09-09", "Liberty Media, Liberty SiriusXM, series A"],
  ["LSXMK", "2024-09-09", "Liberty Media, Liberty SiriusXM, series C"],
  ["LVLT", "2017-11-01", "Level 3 Communications"],
  ["MANT", "2022-09-14", "ManTech International"],
  ["MAXR", "2023-05-03", "Maxar Technologies"],
  ["MJN", "2017-06-15", "Mead Johnson Nutrition"],
  ["MMP", "2023-09-25", "Magellan Midstream Partners"],
  ["MNDT", "2022-09-12", "Mandiant"],
  ["MON", "2018-06-07", "Monsanto"],
  ["MRO", "2024-11-22", "Marathon Oil"],
  ["MXIM", "2021-08-26", "Maxim Integrated Products"],
  ["NBL", "2020-10-05", "Noble Energy"],
  ["NEWR", "2023-11-08", "New Relic"],
  ["NLSN", "2022-10-11", "Nielsen Holdings"],
  ["NS", "2024-05-03", "NuStar Energy"],
  ["NUAN", "2022-03-04", "Nuance Communications"],
  ["NUVA", "2023-09-01", "NuVasive"],
  ["PBCT", "2022-04-01", "People's United Financial"],
  ["PCP", "2016-01-29", "Precision Castparts"],
  ["PSXP", "2022-03-09", "Phillips 66 Partners"],
  ["PXD", "2024-05-03", "Pioneer Natural Resources"],
  ["RETA", "2023-09-26", "Reata Pharmaceuticals"],
  ["RHT", "2019-07-09", "Red Hat"],
  ["RTN", "2020-04-03", "Raytheon Company"],
  ["RVNC", "2025-02-06", "Revance Therapeutics"],
  ["SBNY", "2023-03-12", "Signature Bank"],
  ["SGEN", "2023-12-14", "Seagen"],
  ["SHLX", "2022-10-19", "Shell Midstream Partners"],
  ["SIVB", "2023-03-10", "SVB Financial Group"],
  ["SKX", "2025-09-12", "Skechers U.S.A."],
  ["SPLK", "2024-03-18", "Splunk"],
  ["SRCL", "2024-11-04", "Stericycle"],
  ["STOR", "2023-02-03", "STORE Capital"],
  ["SWAV", "2024-05-31", "Shockwave Medical"],
  ["SWN", "2024-10-01", "Southwestern Energy"],
  ["SWTX", "2025-07-01", "SpringWorks Therapeutics"],
  ["TCF", "2021-06-09", "TCF Financial"],
  ["TCO", "2020-12-29", "Taubman Centers"],
  ["TCP", "2021-03-03", "TC PipeLines"],
  ["TEN", "2022-11-17", "Tenneco"],
  ["TIF", "2021-01-07", "Tiffany & Co."],
  ["TSS", "2019-09-17", "Total System Services"],
  ["TWC", "2016-05-18", "Time Warner Cable"],
  ["TWTR", "2022-10-27", "Twitter"],
  ["TWX", "2018-06-14", "Time Warner"],
  ["VAR", "2021-04-15", "Varian Medical Systems"],
  ["VIVO", "2023-01-31", "Meridian Bioscience"],
  ["VMW", "2023-11-22", "VMware"],
  ["WBA", "2025-08-28", "Walgreens Boots Alliance"],
  ["WCG", "2020-01-23", "WellCare Health Plans"],
  ["WFM", "2017-08-28", "Whole Foods Market"],
  ["WORK", "2021-07-21", "Slack Technologies"],
  ["WPX", "2021-01-07", "WPX Energy"],
  ["WRK", "2024-07-05", "WestRock"],
  ["X", "2025-06-18", "United States Steel"],
  ["XEC", "2021-10-01", "Cimarex Energy"],
  ["XL", "2018-09-12", "XL Group"],
  ["XLNX", "2022-02-14", "Xilinx"],
  ["Y", "2022-10-19", "Alleghany"],
  ["ZEN", "2022-11-22", "Zendesk"],
  ["ZNGA", "2022-05-23", "Zynga"],
  ["ZUO", "2025-02-14", "Zuora"],
];

const bySymbol = Map.groupBy(DEFUNCT, ([symbol]) => symbol);

/** For this many days after a security ceased to exist, filings may still report a trade of it, e.g. its exchange for cash. */
const SETTLEMENT_DAYS = 60;

export function listDefunctIssuers(symbol: string): readonly string[] {
  return (bySymbol.get(symbol) ?? []).map(([, , issuer]) => issuer);
}

/**
 * Returns the date on which a trade's security ended; null if no end is known. A trade dated after the end must name the issuer,
 * since symbols are reused. @param isListed whether the symbol is on today's lists. If so, a trade more than `SETTLEMENT_DAYS`
 * after the end is a trade of the security listed today.
 */
export function findSecurityEnd(
  { ticker, name, on }: { readonly ticker: string; readonly name: string; readonly on: IsoDate },
  isListed: boolean,
): IsoDate | null {
  for (const [, day, issuer, from = ""] of (bySymbol.get(ticker) ?? []).toReversed()) {
    const end = day as IsoDate;
    if (on < from) continue;
    const isSettled = !isListed || on <= addDays(end, SETTLEMENT_DAYS);
    if (on <= end ? name === "" || mayBeOneIssuer(name, issuer) : isSettled && mayBeOneIssuer(name, issuer)) {
      return end;
    }
  }
  return null;
}
