/** Webhook secrets: generated at random, and stored encrypted with AES-256-GCM under the operator's master key. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, scryptSync } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../base/config.ts";
import { AppError, ConfigError } from "../../base/errors.ts";
import { makeFolder } from "../../store/make-folder.ts";

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT_VERSION = 1;
const PURPOSE = Buffer.from("congress-trades webhook secret");
const MIN_PASSPHRASE_LENGTH = 16;

/** Generates a secret of 32 random bytes: `whsec_` and base64. */
export function createSecret(): string {
  return `whsec_${randomBytes(KEY_BYTES).toString("base64")}`;
}

export interface SecretBox {
  /** Identifies the master key without revealing it. */
  readonly fingerprint: string;
  /** Returns a format byte, 12 bytes of IV, 16 bytes of tag, and the ciphertext. The result differs on each call. */
  seal(secret: string): Uint8Array;
  /** @throws {AppError} `secret_sealed_otherwise` if `sealed` was altered, or made with another master key. */
  open(sealed: Uint8Array): string;
}

/** @param masterKey 32 bytes, as returned by `loadOrCreateMasterKey`. */
export function createSecretBox(masterKey: Uint8Array): SecretBox {
  return {
    fingerprint: createHmac("sha256", masterKey).update("congress-trades master key").digest("hex").slice(0, 16),
    seal(secret) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", masterKey, iv).setAAD(PURPOSE);
      const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.of(FORMAT_VERSION), iv, cipher.getAuthTag(), sealed]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      const body = 1 + IV_BYTES + TAG_BYTES;
      try {
        if (bytes[0] !== FORMAT_VERSION || bytes.length < body) throw new RangeError("not a sealed secret");
        const decipher = createDecipheriv("aes-256-gcm", masterKey, bytes.subarray(1, 1 + IV_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(PURPOSE)
          .setAuthTag(bytes.subarray(1 + IV_BYTES, body));
        return Buffer.concat([decipher.update(bytes.subarray(body)), decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new AppError(
          "secret_sealed_otherwise",
          "A webhook secret cannot be decrypted: it was encrypted with a different master key. Restore MASTER_KEY, or put the original DATA_DIR/master.key back.",
          { cause },
        );
      }
    },
  };
}

/**
 * Loads the key that seals secrets: MASTER_KEY, or else the key in `DATA_DIR/master.key`, created on first use with mode 0600.
 * @throws {ConfigError} if MASTER_KEY is too short, or the file cannot be read or created.
 */
export function loadOrCreateMasterKey(settings: Pick<Config, "MASTER_KEY">, dataDir: string): Uint8Array {
  return readMasterKey(settings, dataDir) ?? withKeyFile(dataDir, (path) => createKeyFile(dataDir, path));
}

/** Like `loadOrCreateMasterKey`, but returns undefined if no key exists yet. @throws {ConfigError} */
export function readMasterKey(settings: Pick<Config, "MASTER_KEY">, dataDir: string): Uint8Array | undefined {
  return settings.MASTER_KEY === null ? withKeyFile(dataDir, readKeyFile) : parseMasterKey(settings.MASTER_KEY);
}

function withKeyFile<T>(dataDir: string, work: (path: string) => T): T {
  const path = join(dataDir, "master.key");
  try {
    return work(path);
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError(`The master key "${path}" cannot be read or created: ${(cause as Error).message}.`, {
      cause,
    });
  }
}

/** Parses MASTER_KEY. It is a key (64 hex digits or base64 of 32 bytes) or a passphrase of at least 16 characters. */
function parseMasterKey(text: string): Uint8Array {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  if (/^[A-Za-z0-9+/]{43}=$/.test(text)) return Buffer.from(text, "base64");
  if (text.length >= MIN_PASSPHRASE_LENGTH) return scryptSync(text, PURPOSE, KEY_BYTES);
  throw new ConfigError(
    `MASTER_KEY must be 64 hex digits, the base64 of 32 bytes, or a passphrase of at least ${MIN_PASSPHRASE_LENGTH} characters, not ${text.length} characters.`,
  );
}

function readKeyFile(path: string): Uint8Array | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const key = Buffer.from(text, "base64");
  if (key.length !== KEY_BYTES) {
    throw new ConfigError(`The master key "${path}" must be the base64 of 32 bytes, not of ${key.length}.`);
  }
  return key;
}

/** Writes a temporary file and links it into place. So if two processes start together, both use the key of the first. */
function createKeyFile(dataDir: string, path: string): Uint8Array {
  makeFolder(dataDir);
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const file = openSync(temporary, "wx", 0o600);
  try {
    writeSync(file, `${randomBytes(KEY_BYTES).toString("base64")}\n`);
    fsyncSync(file);
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    closeSync(file);
    rmSync(temporary, { force: true });
  }
  const key = readKeyFile(path);
  if (key === undefined) throw new Error("it was deleted while it was being created");
  return key;
}
