/** The files of a bundle in a folder or on a file server: pieces of them, each within the size that was promised. */
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { AppError, SourceError } from "../errors.ts";
import type { PoliteClient } from "../outbound/client.ts";

export interface BundleFiles {
  /** The address or folder, without credentials. */
  readonly place: string;
  /** A whole file. @throws {AppError} `bundle_too_large` when it is larger than `most` bytes; as `range` otherwise. */
  whole(name: string, most: number, signal: AbortSignal): Promise<Uint8Array>;
  /** A part of a file. @throws {AppError} `bundle_unreachable`, `bundle_damaged` when the file ends before. */
  range(name: string, offset: number, bytes: number, signal: AbortSignal): Promise<Uint8Array>;
}

/** A folder on this machine. Links are not followed. */
export function folderFiles(folder: string): BundleFiles {
  async function read(name: string, offset: number, most: number): Promise<Uint8Array> {
    const file = join(folder, name);
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
      (cause: Error) => {
        throw new AppError("bundle_unreachable", `${file} cannot be read: ${cause.message}.`, { cause });
      },
    );
    try {
      const about = await handle.stat();
      if (!about.isFile()) throw new AppError("bundle_malformed", `${file} is no file.`);
      const bytes = Math.min(most, Math.max(0, about.size - offset));
      const block = Buffer.allocUnsafeSlow(bytes);
      let at = 0;
      while (at < bytes) {
        const { bytesRead } = await handle.read(block, at, bytes - at, offset + at);
        if (bytesRead === 0) break;
        at += bytesRead;
      }
      return block.subarray(0, at);
    } finally {
      await handle.close();
    }
  }
  return {
    place: folder,
    async whole(name, most) {
      const found = await read(name, 0, most + 1);
      if (found.length > most) throw tooLarge(join(folder, name), most);
      return found;
    },
    async range(name, offset, bytes) {
      return complete(await read(name, offset, bytes), bytes, join(folder, name));
    },
  };
}

const NO_RANGES =
  "The server may give no parts of files (ranges, RFC 9110 section 14): then copy the bundle into a folder and name that.";

/** A folder of a file server. @param http bounds the time of an answer. */
export function servedFiles(address: string, http: PoliteClient): BundleFiles {
  const base = new URL(address.endsWith("/") ? address : `${address}/`);
  const place = `${base.origin}${base.pathname}`.replace(/\/$/, "");

  async function ask(name: string, headers: Record<string, string>, maxBytes: number, signal: AbortSignal) {
    const url = new URL(name, base).href;
    try {
      return await http.request({
        url,
        label: `${place}/${name}`,
        headers: { "accept-encoding": "identity", ...headers },
        maxBytes,
        signal,
      });
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (error.code === "too_large") throw tooLarge(`${place}/${name}`, maxBytes);
      throw new AppError("bundle_unreachable", error.message, { cause: error });
    }
  }
  const unexpected = (name: string, status: number, expected: number) =>
    new AppError(
      "bundle_unreachable",
      `${place}/${name} answered with status ${status}; ${expected} was expected.${status === 200 ? ` ${NO_RANGES}` : ""}`,
    );
  return {
    place,
    async whole(name, most, signal) {
      const { status, body } = await ask(name, {}, most, signal);
      if (status !== 200) throw unexpected(name, status, 200);
      return body;
    },
    async range(name, offset, bytes, signal) {
      if (bytes === 0) return new Uint8Array();
      const range = `bytes=${offset}-${offset + bytes - 1}`;
      const { status, body } = await ask(name, { range }, bytes, signal).catch((cause: unknown) => {
        if (!(cause instanceof AppError) || cause.code !== "bundle_too_large") throw cause;
        throw new AppError("bundle_unreachable", `${cause.message} ${NO_RANGES}`, { cause });
      });
      if (status !== 206) throw unexpected(name, status, 206);
      return complete(body, bytes, `${place}/${name}`);
    },
  };
}

function complete(found: Uint8Array, bytes: number, file: string): Uint8Array {
  if (found.length === bytes) return found;
  throw new AppError("bundle_damaged", `${file} is cut off: ${found.length} of ${bytes} bytes are there.`);
}

function tooLarge(file: string, most: number): AppError {
  return new AppError("bundle_too_large", `${file} has more than ${most} bytes.`);
}
