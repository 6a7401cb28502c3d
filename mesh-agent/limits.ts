// Every time and size limit of the data path in one place.

export interface Limits {
  /** From accept until it is known what is spoken. */
  detectMs: number;
  handshakeMs: number;
  connectMs: number;
  /** From the first byte of a request until its head is whole. */
  requestHeadMs: number;
  /** Until the head of an answer. */
  answerHeadMs: number;
  /** Nothing moves on an open stream. */
  idleMs: number;
  /** Nothing moves on a stream of which one side has ended. */
  halfClosedIdleMs: number;
  /** An idle HTTP connection that waits for its next request: from other mesh agents and apps, */
  keepAliveMs: number;
  /** from the own app or Caddy, which may keep theirs for minutes, */
  localKeepAliveMs: number;
  /** and those that this one keeps open itself: to other mesh agents (shorter than keepAliveMs there), */
  poolIdleMs: number;
  /** and to the app (node:http's own default closes after 5 s). */
  appIdleMs: number;
  /** How long a first call waits for the store to tell of a service. */
  discoveryMs: number;
  /** How long an instance that drains still takes connections and keeps idle ones: until then its callers are to have turned away. */
  drainOpenMs: number;
  /** How long connections may go on after a stop. */
  drainMs: number;
  /** Connections that one instance takes. */
  maxInbound: number;
  /** Calls under way for one service. */
  maxOutbound: number;
  /** Requests that one connection may have sent ahead. */
  maxPipelined: number;
  /** Endpoints tried for one call. */
  maxAttempts: number;
  /** Retries may add this share to the calls, and this many a second in any case. */
  retryShare: number;
  retryFloor: number;
}

export const defaultLimits: Limits = {
  detectMs: 3000,
  handshakeMs: 10_000,
  connectMs: 3000,
  requestHeadMs: 15_000,
  answerHeadMs: 60_000,
  idleMs: 3_600_000,
  halfClosedIdleMs: 300_000,
  keepAliveMs: 75_000,
  localKeepAliveMs: 300_000,
  poolIdleMs: 30_000,
  appIdleMs: 4000,
  discoveryMs: 3000,
  drainOpenMs: 2000,
  drainMs: 15_000,
  maxInbound: 4096,
  maxOutbound: 4096,
  maxPipelined: 64,
  maxAttempts: 3,
  retryShare: 0.2,
  retryFloor: 10,
};
