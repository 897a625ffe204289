export interface RetryOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Maximum number of retries. */
  readonly retries: number;
  /** A response with a longer `Retry-After` is returned without a retry. */
  readonly maxWaitSeconds: number;
}

/** Retries after `Retry-After`: a 429 always, since the service did nothing; a 503 only for a `GET`, which changes nothing. */
export function addRetries({ fetch, retries, maxWaitSeconds }: RetryOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    for (let left = retries; ; left -= 1) {
      // A body can be sent only once, so each attempt sends a copy.
      const response = await fetch(request.clone());
      const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
      const canRetry = response.status === 429 || (response.status === 503 && request.method === "GET");
      if (left <= 0 || !canRetry || !(seconds >= 0 && seconds <= maxWaitSeconds)) return response;
      await response.body?.cancel();
      await wait(seconds * 1000, request.signal);
    }
  };
}

/** @throws the signal's reason if it is aborted during the wait. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
