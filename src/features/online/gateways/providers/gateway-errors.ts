/**
 * Why there is no answer: no connection, too slow, rate limited, an error on the provider's side, an answer that is
 * truncated, too large or not in the documented form, or the caller's own signal.
 */
export type Unreachable = 'network' | 'timeout' | 'busy' | 'server' | 'answer' | 'stopped';

const words: Record<Unreachable, string> = {
  network: 'can’t be reached',
  timeout: 'took too long to answer',
  busy: 'is receiving too many requests',
  server: 'has a problem on its side',
  answer: 'sent an answer that can’t be read',
  stopped: 'was not asked to the end',
};

/** The provider's state is not known. The same query can be repeated. */
export class GatewayUnreachable extends Error {
  readonly gateway: string;
  readonly reason: Unreachable;
  /** Seconds that the provider asks to wait. */
  readonly retryAfter: number | null;
  constructor(gateway: string, reason: Unreachable, retryAfter: number | null = null) {
    super(`${gateway} ${words[reason]}. Try again in a few minutes.`);
    this.gateway = gateway;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

/** The provider understood the request and refused it, for example because of a wrong key. */
export class GatewayRefused extends Error {
  readonly gateway: string;
  /** The HTTP status; null if the request was not sent. */
  readonly status: number | null;
  /** The provider's own words, without secrets. */
  readonly reason: string;
  constructor(gateway: string, reason: string, status: number | null = null) {
    super(`${gateway} refused the request: ${reason}`);
    this.gateway = gateway;
    this.status = status;
    this.reason = reason;
  }
}
