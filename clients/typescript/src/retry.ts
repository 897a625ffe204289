/** Waits out what the service asks to wait for: a 429 always, since nothing was done; a 503 only where the request changes nothing. */
export interface RetryOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Attempts after the first. */
  readonly retries: number;
  /** A longer `Retry-After` is not waited for: its answer is given. */
  readonly maxWaitSeconds: number;
}

export function retrying({ fetch, retries, maxWaitSeconds }: RetryOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    for (let left = retries; ; left -= 1) {
      // A body can be sent once: what is sent is a copy.
      const response = await fetch(request.clone());
      const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
      const mayRepeat = response.status === 429 || (response.status === 503 && request.method === "GET");
      if (left <= 0 || !mayRepeat || !(seconds >= 0 && seconds <= maxWaitSeconds)) return response;
      await response.body?.cancel();
      await wait(seconds * 1000, request.signal);
    }
  };
}

/** @throws the signal's reason when it is aborted meanwhile. */
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
