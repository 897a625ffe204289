/**
 * Strict parser of JSON request bodies (RFC 8259, I-JSON RFC 7493): refuses text that two parsers could read differently. Needed
 * because `JSON.parse`, and with it secure-json-parse, silently keeps the last of two members with the same name.
 */
import { AppError } from "../../base/errors.ts";

/** The text is not JSON, or not unambiguous JSON. `message` is a complete sentence. */
export class MalformedJsonError extends AppError {
  constructor(message: string) {
    super("malformed_request", message);
  }
}

const MAX_DEPTH = 32;
const SPACE = /[\x20\t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"/y;
const WORD = /true|false|null/y;
const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/**
 * Parses one JSON value; skips a byte order mark. Numbers too large for a double become infinite.
 * @throws {MalformedJsonError} on anything else, a duplicate name, `__proto__`, half of a surrogate pair, or nesting beyond 32.
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new MalformedJsonError("The body is not UTF-8.");
  }
  return new Reader(text).readDocument();
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readDocument(): unknown {
    this.#takeMatch(SPACE);
    if (this.#at === this.#text.length) throw new MalformedJsonError("The body is empty; it must be a JSON object.");
    const value = this.#readValue(0);
    this.#takeMatch(SPACE);
    if (this.#at < this.#text.length) throw this.#createSyntaxError();
    return value;
  }

  #readValue(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new MalformedJsonError(`The body is nested deeper than ${MAX_DEPTH}.`);
    switch (this.#text[this.#at]) {
      case "{":
        return this.#readObject(depth);
      case "[":
        return this.#readArray(depth);
      case '"':
        return this.#readString();
      default: {
        const word = this.#takeMatch(WORD);
        if (word) return WORDS[word];
        const number = this.#takeMatch(NUMBER);
        if (!number) throw this.#createSyntaxError();
        return Number(number);
      }
    }
  }

  #readObject(depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = {};
    this.#at += 1;
    this.#takeMatch(SPACE);
    if (this.#skipIfNext("}")) return members;
    do {
      this.#takeMatch(SPACE);
      if (this.#text[this.#at] !== '"') throw this.#createSyntaxError();
      const name = this.#readString();
      if (name === "__proto__") throw new MalformedJsonError("The body has a field '__proto__'.");
      if (Object.hasOwn(members, name))
        throw new MalformedJsonError(`An object in the body has the field ${quoteForError(name)} twice.`);
      this.#takeMatch(SPACE);
      if (!this.#skipIfNext(":")) throw this.#createSyntaxError();
      this.#takeMatch(SPACE);
      members[name] = this.#readValue(depth + 1);
      this.#takeMatch(SPACE);
    } while (this.#skipIfNext(","));
    if (!this.#skipIfNext("}")) throw this.#createSyntaxError();
    return members;
  }

  #readArray(depth: number): unknown[] {
    const values: unknown[] = [];
    this.#at += 1;
    this.#takeMatch(SPACE);
    if (this.#skipIfNext("]")) return values;
    do {
      this.#takeMatch(SPACE);
      values.push(this.#readValue(depth + 1));
      this.#takeMatch(SPACE);
    } while (this.#skipIfNext(","));
    if (!this.#skipIfNext("]")) throw this.#createSyntaxError();
    return values;
  }

  #readString(): string {
    const literal = this.#takeMatch(STRING);
    if (!literal) throw this.#createSyntaxError();
    const text = JSON.parse(literal) as string;
    if (!text.isWellFormed()) throw new MalformedJsonError("The body has a lone surrogate.");
    return text;
  }

  #takeMatch(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #skipIfNext(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #createSyntaxError(): MalformedJsonError {
    const code = this.#text.codePointAt(this.#at);
    const what = code === undefined ? "it ends too early" : `unexpected ${quoteForError(String.fromCodePoint(code))}`;
    return new MalformedJsonError(`The body is not JSON: ${what} at character ${this.#at}.`);
  }
}

/** Quotes at most 32 characters of a text for an error message, with control characters escaped. */
function quoteForError(text: string): string {
  return JSON.stringify([...text].slice(0, 32).join("").toWellFormed());
}
