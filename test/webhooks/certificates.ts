/** Creates certificates for TLS receivers while a test runs: X.509 v3, encoded as DER and signed with ECDSA P-256. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

export interface Certificate {
  /** Certificate in PEM format. */
  readonly cert: string;
  readonly key: string;
}

interface CertificateOptions {
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
  /** The issuer that signs the certificate; if absent, the certificate is self-signed. */
  readonly issuer?: Certificate & { readonly name: string };
  readonly authority?: boolean;
}

function encodeDer(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.of(tag, ...length), body]);
}

const encodeSequence = (...parts: readonly Uint8Array[]) => encodeDer(0x30, ...parts);
const encodeObjectId = (hex: string) => encodeDer(0x06, Buffer.from(hex, "hex"));
const ECDSA_SHA256 = encodeSequence(encodeObjectId("2a8648ce3d040302"));
const COMMON_NAME = "550403";
const ALTERNATIVE_NAMES = "551d11";
const BASIC_CONSTRAINTS = "551d13";

function encodeName(text: string): Buffer {
  return encodeSequence(
    encodeDer(0x31, encodeSequence(encodeObjectId(COMMON_NAME), encodeDer(0x0c, Buffer.from(text)))),
  );
}

function encodeTime(at: Date): Buffer {
  return encodeDer(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));
}

export function createCertificate({
  name,
  from,
  to,
  issuer,
  authority = false,
}: CertificateOptions): Certificate & { readonly name: string } {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const extension = authority
    ? encodeSequence(
        encodeObjectId(BASIC_CONSTRAINTS),
        encodeDer(0x04, encodeSequence(encodeDer(0x01, Buffer.of(0xff)))),
      )
    : encodeSequence(
        encodeObjectId(ALTERNATIVE_NAMES),
        encodeDer(0x04, encodeSequence(encodeDer(0x82, Buffer.from(name)))),
      );
  const content = encodeSequence(
    encodeDer(0xa0, encodeDer(0x02, Buffer.of(2))),
    encodeDer(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ECDSA_SHA256,
    encodeName(issuer?.name ?? name),
    encodeSequence(encodeTime(from), encodeTime(to)),
    encodeName(name),
    pair.publicKey.export({ type: "spki", format: "der" }),
    encodeDer(0xa3, encodeSequence(extension)),
  );
  const signer: KeyObject = issuer ? createPrivateKey(issuer.key) : pair.privateKey;
  const signed = encodeSequence(content, ECDSA_SHA256, encodeDer(0x03, Buffer.of(0), sign("sha256", content, signer)));
  const base64 =
    signed
      .toString("base64")
      .match(/.{1,64}/g)
      ?.join("\n") ?? "";
  return {
    name,
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: pair.privateKey.export({ type: "pkcs8", format: "pem" }) as string,
  };
}
