/** How to cite a folder of data, for people and for a repository that assigns a DOI. */

interface Citation {
  readonly title: string;
  readonly about: string;
  readonly version: string;
  /** Suffix of a deposit's title: `version 2026-11-24.1`. */
  readonly edition: string;
  readonly day: string;
  /** Tells users what a citation should contain besides the title. */
  readonly message: string;
}

const AUTHORS = "The congress-trades contributors";

export function buildCitationFiles({ title, about, version, edition, day, message }: Citation) {
  return {
    "CITATION.cff": [
      "cff-version: 1.2.0",
      `message: ${message}`,
      `title: ${JSON.stringify(title)}`,
      "type: dataset",
      `abstract: ${JSON.stringify(about)}`,
      "authors:",
      `  - name: ${AUTHORS}`,
      `version: ${JSON.stringify(version)}`,
      `date-released: ${day}`,
      "",
    ].join("\n"),
    "zenodo.json": `${JSON.stringify(
      {
        metadata: {
          title: `${title}, ${edition}`,
          upload_type: "dataset",
          publication_date: day,
          version,
          description: about,
          creators: [{ name: AUTHORS }],
          keywords: ["STOCK Act", "periodic transaction report", "U.S. Congress", "financial disclosure"],
        },
      },
      null,
      2,
    )}\n`,
  };
}
