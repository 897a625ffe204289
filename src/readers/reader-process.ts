/** The child process that reads documents: one job at a time, nothing but bytes in and plain values out. */
import { visibleText } from "../visible-text.ts";
import { endWithParent } from "./end-with-parent.ts";
import { readerNamed } from "./readers.ts";
import { visibleAnswer } from "./visible-answer.ts";

export interface ReaderJob {
  readonly number: number;
  /** Its name. */
  readonly reader: string;
  readonly bytes: Uint8Array;
  readonly input: unknown;
}

export type ReaderAnswer =
  | { readonly number: number; readonly value: unknown }
  | {
      readonly number: number;
      readonly error: { readonly name: string; readonly code: string | null; readonly message: string };
    };

async function answer({ number, reader, bytes, input }: ReaderJob): Promise<ReaderAnswer> {
  try {
    // The channel hands over a Buffer, and pdf.js takes nothing but a plain array.
    const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { number, value: visibleAnswer<unknown>(await readerNamed(reader).read(plain, input as never)) };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return {
      number,
      error: {
        name: error.name,
        code: "code" in error ? String(error.code) : null,
        message: visibleText(error.message),
      },
    };
  }
}

process.on("message", (job: ReaderJob) => {
  void answer(job).then((given) => process.send?.(given));
});
process.on("disconnect", () => process.exit(0));
endWithParent();
// Ctrl+C and a service manager's stop reach the whole group; a reader that died of them would make its document look unreadable.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
