/** pdf.js leaves some promises of a damaged document without a handler; Node would end the process for them. */

/** Names of its own exceptions, which it does not export. */
const OF_PDFJS =
  /^(?:(?:XRefEntry|XRefParse|ParserEOF|MissingData|UnknownError|Abort|InvalidPDF|Password|Response)Exception|FormatError|(?:Jpeg|Jpx|Jbig2)Error)$/;

let watching = 0;

function onRejection(reason: unknown): void {
  if (!(reason instanceof Error) || !OF_PDFJS.test(reason.name)) throw reason;
}

/** Runs `read` so that what pdf.js drops is passed over; what `read` itself throws, and every other rejection, stays what it is. */
export async function withoutStrays<T>(read: () => Promise<T>): Promise<T> {
  if (watching++ === 0) process.on("unhandledRejection", onRejection);
  try {
    return await read();
  } finally {
    // Node reports a rejection after the turn in which it happened.
    await new Promise((resolve) => setImmediate(resolve));
    if (--watching === 0) process.off("unhandledRejection", onRejection);
  }
}
