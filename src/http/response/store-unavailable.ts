import { AppError, UnavailableError } from "../../base/errors.ts";

const RETRY_SECONDS = 5;

/** Awaits a read of the store. @throws {UnavailableError} if the read fails with an error that is not an `AppError`. */
export async function awaitRead<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new UnavailableError("service_unavailable", "The store cannot be read.", RETRY_SECONDS, { cause });
  }
}
