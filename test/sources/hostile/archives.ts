/** Files that pretend to be an index of the House: archives and XML that attack their reader. */
import { randomBytes } from "node:crypto";
import { strToU8, type Zippable, zipSync } from "fflate";
import { indexReader } from "../../../src/filings/sources/house-clerk/readers.ts";
import { createHostileFiles } from "./hostile-file.ts";

const MEMBER =
  "<Member><Prefix/><Last>Dunn</Last><First>Neal</First><Suffix/><FilingType>P</FilingType><StateDst>FL02</StateDst><Year>2025</Year><FilingDate>3/4/2025</FilingDate><DocID>20029079</DocID></Member>";
const createIndex = (inside: string, before = ""): string =>
  `<?xml version="1.0" encoding="utf-8"?>${before}<FinancialDisclosure>${inside}</FinancialDisclosure>`;
const createZip = (files: Zippable): Buffer => Buffer.from(zipSync(files));
const createIndexZip = (xml: string | Uint8Array): Buffer =>
  createZip({ "2025FD.txt": strToU8("Prefix\r\n"), "2025FD.xml": typeof xml === "string" ? strToU8(xml) : xml });
const good = createIndexZip(createIndex(MEMBER));

/** Finds the offset of the central-directory record of file `number`, counted from 0. */
function findRecord(zip: Buffer, number: number): number {
  let at = zip.readUInt32LE(zip.length - 6);
  for (let each = 0; each < number; each++) at += 46 + zip.readUInt16LE(at + 28);
  return at;
}

function editZip(change: (zip: Buffer, xml: number) => void): Buffer {
  const zip = Buffer.from(good);
  change(zip, findRecord(zip, 1));
  return zip;
}

const entries =
  '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">';

export const HOSTILE_INDEXES = createHostileFiles(
  indexReader,
  { year: 2025 },
  {
    "a ZIP that expands a thousandfold": [
      /^archive_too_large$/,
      () => createIndexZip(createIndex(" ".repeat(60_000_000))),
    ],
    "a ZIP that claims to unpack to 4 GB": [
      /^archive_too_large$/,
      () => editZip((zip, xml) => zip.writeUInt32LE(0xfffffff0, xml + 24)),
    ],
    "a ZIP that claims a smaller size than it unpacks to": [
      /^archive_damaged$/,
      () => editZip((zip, xml) => zip.writeUInt32LE(10, xml + 24)),
    ],
    "a ZIP with overlapping files": [
      /^archive_damaged$/,
      () => editZip((zip, xml) => zip.writeUInt32LE(zip.readUInt32LE(findRecord(zip, 0) + 42), xml + 42)),
    ],
    "a ZIP with a wrong checksum": [/^archive_damaged$/, () => editZip((zip, xml) => zip.writeUInt32LE(1, xml + 16))],
    "a ZIP with a path to a parent folder": [
      /^archive_unexpected_entries$/,
      () => createZip({ "../2025FD.xml": strToU8(createIndex(MEMBER)) }),
    ],
    "a ZIP with an absolute path": [/^archive_unexpected_entries$/, () => createZip({ "/etc/passwd": strToU8("x") })],
    "a ZIP with a link": [
      /^xml_/,
      () => createZip({ "2025FD.xml": [strToU8("/etc/passwd"), { os: 3, attrs: 0o120777 << 16 }] }),
    ],
    "a ZIP of 100,000 files": [
      /^archive_/,
      () => {
        const files: Zippable = {};
        for (let number = 0; number < 100_000; number++) files[`f${number}`] = [new Uint8Array(), { level: 0 }];
        return createZip(files);
      },
    ],
    "an encrypted ZIP": [/^archive_encrypted$/, () => editZip((zip, xml) => zip.writeUInt16LE(1, xml + 8))],
    "a truncated ZIP": [/^archive_truncated$/, () => good.subarray(0, good.length - 30)],
    "a ZIP within a ZIP": [/^archive_unexpected_entries$/, () => createZip({ "2025FD.zip": good })],
    "a web page instead of a ZIP": [/^archive_not_a_zip$/, () => "<!DOCTYPE html><title>Maintenance</title>"],
    "an empty ZIP": [/^archive_/, () => ""],
    "XML with an external entity": [
      /^xml_doctype$/,
      () =>
        createIndexZip(
          createIndex(MEMBER.replace("Dunn", "&x;"), '<!DOCTYPE f [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
        ),
    ],
    "XML with a billion-laughs attack": [
      /^xml_doctype$/,
      () => createIndexZip(createIndex("&c;", `<!DOCTYPE f [${entries}]>`)),
    ],
    "XML with a million character references": [
      /^(xml|archive)_/,
      () => createIndexZip(createIndex(MEMBER.replace("Dunn", "&#65;".repeat(1_000_000)))),
    ],
    "XML with a million different references": [
      /^xml_/,
      () =>
        createIndexZip(
          createIndex(
            MEMBER.replace(
              "Dunn",
              Array.from({ length: 1_000_000 }, (_, at) => `&#${65 + ((at * 7919) % 20_000)};`).join(""),
            ),
          ),
        ),
    ],
    "XML with an attribute of 10 MB": [
      /^xml_/,
      () =>
        createIndexZip(
          createIndex(MEMBER).replace("<Member>", `<Member x="${randomBytes(7_500_000).toString("base64")}">`),
        ),
    ],
    "XML in UTF-16": [/^xml_malformed$/, () => createIndexZip(Buffer.from(createIndex(MEMBER), "utf16le"))],
    "XML that does not end": [/^xml_malformed$/, () => createIndexZip(createIndex(MEMBER).slice(0, -30))],
    "XML nested 100,000 deep": [
      /^(xml|archive)_/,
      () => createIndexZip(createIndex("<a>".repeat(100_000) + "</a>".repeat(100_000))),
    ],
    "XML with unrelated content": [/^xml_unexpected_shape$/, () => createIndexZip("<rss><channel/></rss>")],
  },
);
