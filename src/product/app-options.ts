import type { FastifyBaseLogger } from 'fastify';
import type { Product } from '#web/feature.ts';
import type { slowestUpload } from '#web/limits/arriving-trouble.ts';
import type { Turns } from '#web/limits/request-limits.ts';

export interface AppOptions {
  logger?: FastifyBaseLogger;
  /** Requests a minute for one session; false only where a benchmark or test sends more than a person would. */
  requestsPerMinute?: number | false;
  /** How many searches, counts and PDFs of one user run at once; more only in a benchmark. */
  heavyRequests?: Partial<Turns>;
  /** The event loop delay in milliseconds above which requests are refused; 0 where a test runs on a busy machine. */
  maxEventLoopDelay?: number;
  trustProxy?: boolean;
  /** Milliseconds between keep-alive messages of a streaming response. */
  heartbeat?: number;
  /** The assembled features; a test adds its own. */
  product?: Product;
  /** How slowly a body may arrive; tests shorten it. */
  bodies?: Partial<typeof slowestUpload>;
  /** How many streaming responses at once. */
  streams?: number;
}
