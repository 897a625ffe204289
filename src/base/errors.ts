import type { ErrorCode } from "./error-codes.ts";

/** Base of the project's errors: a stable `code` of the catalogue, a message with the given and allowed values, and the cause. */
export class AppError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** A site or price provider gave no usable answer: it blocked us, is down, or sent a different page than requested. */
export class SourceError extends AppError {
  /** Seconds that the other side asked us to wait; null if it did not say. */
  readonly retryAfterSeconds: number | null;
  constructor(code: ErrorCode, message: string, options: ErrorOptions & { retryAfterSeconds?: number | null } = {}) {
    super(code, message, options);
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

/** A document is unreadable or has an unexpected format. `code` is the reason stored with the filing (`pdf_truncated`). */
export class ParseError extends AppError {}

export class NotFoundError extends AppError {}

/** A setting or an argument is invalid. */
export class ConfigError extends AppError {
  constructor(message: string, options?: ErrorOptions) {
    super("config", message, options);
  }
}

/** A command was called incorrectly: an argument or an option is malformed. */
export class UsageError extends ConfigError {}

/** Something needed for the answer is temporarily unavailable. */
export class UnavailableError extends AppError {
  readonly retryAfterSeconds: number;
  constructor(code: ErrorCode, message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(code, message, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export class LimitError extends AppError {
  readonly limit: number;
  constructor(limit: number, message: string) {
    super("limit_reached", message);
    this.limit = limit;
  }
}

/** The request conflicts with the current state. `obstacles` lists in machine-readable form what the request conflicts with. */
export class ConflictError extends AppError {
  readonly obstacles: Readonly<Record<string, readonly string[]>>;
  constructor(message: string, obstacles: ConflictError["obstacles"]) {
    super("conflict", message);
    this.obstacles = obstacles;
  }
}

/** Another process holds the lock of the data folder. */
export class LockedError extends AppError {
  constructor(message: string, options?: ErrorOptions) {
    super("locked", message, options);
  }
}
