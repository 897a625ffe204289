/**
 * The channel between the two halves of pdf.js, which parse a document and hand out what they found; here both run in one thread. Its own
 * channel copies every message in depth, which takes a tenth of the time of reading a report.
 */

type Listener = (event: { readonly data: unknown }) => void;

/** A piece of a page's operators. The half that parses empties both lists after it has sent them, and leaves their elements alone. */
interface OperatorsMessage {
  readonly chunk: { readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] };
}

/** The part of pdf.js that parses. Its module sets it on the global object, for programs that run it in a thread of theirs. */
interface Parser {
  readonly WorkerMessageHandler: { initializeFromPort(port: Channel): void };
}

class Channel {
  readonly #listeners = new Set<Listener>();

  postMessage(message: unknown, transfer: readonly ArrayBuffer[] | null = null): void {
    const data = isOperators(message)
      ? withOwnLists(message)
      : structuredClone(message, { transfer: [...(transfer ?? [])] });
    // What a listener throws is a rejection of nobody's promise, as it is in the channel of pdf.js.
    void Promise.resolve().then(() => {
      for (const listener of this.#listeners) listener({ data });
    });
  }

  addEventListener(_type: string, listener: Listener, { signal }: { readonly signal?: AbortSignal } = {}): void {
    this.#listeners.add(listener);
    signal?.addEventListener("abort", () => this.#listeners.delete(listener));
  }
}

/** A channel at whose other end a parser listens, for one document. */
export function createChannel(): Channel {
  const channel = new Channel();
  (globalThis as unknown as { readonly pdfjsWorker: Parser }).pdfjsWorker.WorkerMessageHandler.initializeFromPort(
    channel,
  );
  return channel;
}

function isOperators(message: unknown): message is OperatorsMessage {
  const { chunk } = message as Partial<OperatorsMessage>;
  return Array.isArray(chunk?.fnArray) && Array.isArray(chunk.argsArray);
}

function withOwnLists(message: OperatorsMessage): OperatorsMessage {
  const { chunk } = message;
  return { ...message, chunk: { ...chunk, fnArray: [...chunk.fnArray], argsArray: [...chunk.argsArray] } };
}
