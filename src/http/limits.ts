/** Limits of the HTTP server. The defaults are the documented limits; tests scale them down. */
export const DEFAULT_LIMITS = {
  /** Requests per 60 s on the free plan. */
  freeQuota: 20,
  /** Requests per 60 s on the premium plan. */
  premiumQuota: 200,
  /** Maximum number of identities whose requests are remembered. */
  identities: 100_000,
  urlBytes: 8192,
  headerBytes: 16_384,
  headerLines: 200,
  bodyBytes: 65_536,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /** Milliseconds for which a client may stop reading its answer before its connection is closed. */
  stallTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  /** How often the two request timeouts are checked, in milliseconds. */
  checkIntervalMs: 1000,
  connections: 5000,
  /** Maximum connections per address (IPv6: per /64); trusted proxies are exempt. */
  connectionsPerAddress: 200,
  /** Maximum connections per IPv6 /48, which may hold 65,536 /64s; trusted proxies are exempt. */
  connectionsPerNetwork: 800,
  /** Requests answered concurrently per connection; further pipelined ones are queued, and the socket is not read meanwhile. */
  exchangesPerConnection: 16,
  /** Maximum queued requests of all connections together; a connection whose next request would exceed it is closed. */
  waitingRequests: 20_000,
  compressedBytes: 16 * 1024 * 1024,
  /** Maximum bytes of all cached answers together. The request target is the cache key. */
  cachedAnswerBytes: 16 * 1024 * 1024,
  /** Minimum event-loop lag, in milliseconds, to refuse requests of the heavy callers, who used most of the loop's time. */
  behindLagMs: 500,
  /** Minimum lag in ms to refuse a heavy caller who is the only caller, and to refuse all API requests if no caller is heavy. */
  overloadLagMs: 1000,
  /** Requests that take longer than this many milliseconds are logged as slow. */
  slowMs: 2000,
  /** Milliseconds that requests in flight get to finish at shutdown. */
  closeTimeoutMs: 10_000,
  /** Milliseconds that idle connections stay open at shutdown: a client may have sent a request that has not arrived. */
  closeIdleAfterMs: 250,
};

export type Limits = Readonly<typeof DEFAULT_LIMITS>;
