import type { ErrorCode } from "./error-codes.ts";

/** The project's errors: each has a stable `code` of the catalogue, a sentence that names what was given and what is allowed, and keeps its cause. */
export class AppError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** A public body or a provider did not answer as it should: blocked, down, or another page than the one asked for. */
export class SourceError extends AppError {
  /** Seconds the other side asked us to wait; null when it did not say. */
  readonly retryAfterSeconds: number | null;
  constructor(code: ErrorCode, message: string, options: ErrorOptions & { retryAfterSeconds?: number | null } = {}) {
    super(code, message, options);
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

/** A document is not the form that its reader knows, or cannot be read at all. `code` is the reason stored with the filing (`pdf_truncated`). */
export class ParseError extends AppError {}

/** The requested thing does not exist. */
export class NotFoundError extends AppError {}

/** A setting or an argument is wrong. */
export class ConfigError extends AppError {
  constructor(message: string, options?: ErrorOptions) {
    super("config", message, options);
  }
}

/** A command was called as it cannot be: an argument or an option is not of its form. */
export class UsageError extends ConfigError {}

/** Something needed to answer is not there for now. */
export class UnavailableError extends AppError {
  readonly retryAfterSeconds: number;
  constructor(code: ErrorCode, message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(code, message, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** An account has as many of something as it may. Code `limit_reached`. */
export class LimitError extends AppError {
  readonly limit: number;
  constructor(limit: number, message: string, options?: ErrorOptions) {
    super("limit_reached", message, options);
    this.limit = limit;
  }
}

/** It conflicts with the present state. `told` has the obstacles for programs. */
export class ConflictError extends AppError {
  readonly told: Readonly<Record<string, readonly string[]>>;
  constructor(message: string, told: ConflictError["told"], options?: ErrorOptions) {
    super("conflict", message, options);
    this.told = told;
  }
}

/** Another process holds the data folder. */
export class LockedError extends AppError {
  constructor(message: string, options?: ErrorOptions) {
    super("locked", message, options);
  }
}
