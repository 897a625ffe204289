import { hash } from "node:crypto";

/** A Lua script, which Redis executes atomically. */
export interface StoreScript {
  readonly lua: string;
  readonly sha1: string;
}

export function createStoreScript(lua: string): StoreScript {
  return { lua, sha1: hash("sha1", lua) };
}
