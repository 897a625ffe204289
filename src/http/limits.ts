/** Bounds of the HTTP server; the defaults are what the service promises, tests scale them down. */
export const DEFAULT_LIMITS = {
  /** Requests of the free plan in any 60 s. */
  freeQuota: 20,
  /** Requests of the premium plan in any 60 s. */
  premiumQuota: 200,
  /** Identities whose requests are remembered. */
  identities: 100_000,
  urlBytes: 8192,
  headerBytes: 16_384,
  headerLines: 200,
  bodyBytes: 65_536,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /** Time in milliseconds for which a client may read nothing of an answer. */
  stallTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  /** Interval in milliseconds at which the two request timeouts are checked. */
  checkIntervalMs: 1000,
  connections: 5000,
  /** Most connections of one address (IPv6: one /64); trusted proxies are exempt. */
  connectionsPerAddress: 200,
  /** Most connections of one IPv6 /48, which may hold 65,536 addresses; trusted proxies are exempt. */
  connectionsPerNetwork: 800,
  /** Requests of one connection that are answered at once; further pipelined ones wait, and nothing more is read meanwhile. */
  exchangesPerConnection: 16,
  /** Requests that wait so on all connections together; a connection that brings more is closed. */
  waitingRequests: 20_000,
  compressedBytes: 16 * 1024 * 1024,
  /** Bytes of the answers that are cached by their targets. */
  cachedAnswerBytes: 16 * 1024 * 1024,
  /** An event loop held up for this long refuses the callers who took most of its time. */
  behindLagMs: 500,
  /** One held up for this long sheds all that waited meanwhile, where nobody is known to have taken most of its time. */
  overloadLagMs: 1000,
  /** Requests that take longer are logged. */
  slowMs: 2000,
  /** Time in milliseconds that requests in flight have when the server closes. */
  closeTimeoutMs: 10_000,
  /** Time in milliseconds that idle connections stay open when the server closes: a client may have sent a request that has not arrived. */
  closeIdleAfterMs: 250,
};

export type Limits = Readonly<typeof DEFAULT_LIMITS>;
