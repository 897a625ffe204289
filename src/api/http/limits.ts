/** Bounds of the HTTP server; the defaults are what the service promises, tests scale them down. */
export interface Limits {
  /** Requests of the free plan in any 60 s. */
  readonly freeQuota: number;
  /** Requests of the premium plan in any 60 s. */
  readonly premiumQuota: number;
  /** Identities whose requests are remembered. */
  readonly identities: number;
  readonly urlBytes: number;
  readonly headerBytes: number;
  readonly headerLines: number;
  readonly bodyBytes: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** Time in milliseconds for which a client may read nothing of an answer. */
  readonly stallTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  /** Interval in milliseconds at which the two request timeouts are checked. */
  readonly checkIntervalMs: number;
  readonly connections: number;
  /** Most connections of one address (IPv6: one /64); trusted proxies are exempt. */
  readonly connectionsPerAddress: number;
  /** Most connections of one IPv6 /48, which may hold 65,536 addresses; trusted proxies are exempt. */
  readonly connectionsPerNetwork: number;
  /** Requests of one connection that are answered at once; further pipelined ones wait, and nothing more is read meanwhile. */
  readonly exchangesPerConnection: number;
  /** Requests that wait so on all connections together; a connection that brings more is closed. */
  readonly waitingRequests: number;
  readonly compressedBytes: number;
  /** Bytes of the answers that are kept by their targets. */
  readonly keptAnswerBytes: number;
  /** An event loop held up for this long sheds what waited meanwhile. */
  readonly overloadLagMs: number;
  /** Requests that take longer are logged. */
  readonly slowMs: number;
  /** Time in milliseconds that requests in flight have when the server closes. */
  readonly closeTimeoutMs: number;
  /** Time in milliseconds that idle connections stay open when the server closes: a client may have sent a request that has not arrived. */
  readonly closeIdleAfterMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  freeQuota: 20,
  premiumQuota: 200,
  identities: 100_000,
  urlBytes: 8192,
  headerBytes: 16_384,
  headerLines: 200,
  bodyBytes: 65_536,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  stallTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  checkIntervalMs: 1000,
  connections: 5000,
  connectionsPerAddress: 200,
  connectionsPerNetwork: 800,
  exchangesPerConnection: 16,
  waitingRequests: 20_000,
  compressedBytes: 16 * 1024 * 1024,
  keptAnswerBytes: 16 * 1024 * 1024,
  overloadLagMs: 1000,
  slowMs: 2000,
  closeTimeoutMs: 10_000,
  closeIdleAfterMs: 250,
};
