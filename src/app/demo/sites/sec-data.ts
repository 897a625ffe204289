/** Stand-in for data.sec.gov: the submissions of a company, with the fields of the real site. */
import type { Material } from "./material.ts";
import { createFileAnswer, type Site } from "./site.ts";

/** The response of the site's storage for a missing file. */
const NO_SUCH_KEY = "<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>";

export function createSecDataStandIn(material: Material): Site {
  return async (request) => {
    const createXmlAnswer = (status: number, body: string) => ({
      status,
      headers: { "content-type": "application/xml" },
      body,
    });
    if (!request.headers["user-agent"]) return createXmlAnswer(403, "<Error><Code>AccessDenied</Code></Error>");
    const cik = /^\/submissions\/CIK(\d{10})\.json$/.exec(request.path)?.[1];
    const company = cik === undefined ? null : await material.companies.findCompany(Number(cik));
    if (company === null) return createXmlAnswer(404, NO_SUCH_KEY);
    const submissions = {
      cik,
      entityType: "operating",
      sic: company.sic,
      sicDescription: company.sicDescription,
      name: company.name,
      filings: { recent: { accessionNumber: [] }, files: [] },
    };
    return createFileAnswer(request, Buffer.from(JSON.stringify(submissions)), "application/json", material.modifiedAt);
  };
}
