import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#kernel/database.ts';
import { hmacOfBody } from '#kernel/secrets/signatures.ts';
import type { FoundAnswer, Gateway } from './gateway.ts';
import { testGatewayPayments } from '../gateways.schema.ts';

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

export const testSignature = 'x-test-gateway-signature';

type TestPayment = typeof testGatewayPayments.$inferSelect;

/**
 * A payment provider inside the product, for demonstrations: it has its own page (`/test-gateway/…`) and reports
 * the result with a signed webhook and in answers to queries, like any other provider.
 */
export function testGateway(database: Database, institutionId: number): Gateway {
  const within = <T>(work: Parameters<typeof database.asSystem<T>>[1]) => database.asSystem([institutionId], work);
  return {
    name: 'test',
    label: 'Test gateway',
    currencies: ['NGN', 'GHS', 'KES', 'ZAR', 'USD', 'GBP', 'EUR'],
    fields: [],
    problems: () => ({}),
    modeOf: () => 'test',
    async start({ reference, amount, returnTo }) {
      await within((tx) =>
        tx
          .insert(testGatewayPayments)
          .values({ institutionId, reference, amount: amount.minor, currency: amount.currency, returnTo }),
      );
      return `${new URL(returnTo).origin}/test-gateway/${reference}`;
    },
    async query({ reference }) {
      const [found] = await within((tx) =>
        tx
          .select()
          .from(testGatewayPayments)
          .where(
            and(eq(testGatewayPayments.institutionId, institutionId), eq(testGatewayPayments.reference, reference)),
          ),
      );
      return found ? answerOf(found) : { status: 'unknown', reference };
    },
    webhook: { verify: hmacOfBody(testSignature, 'sha512'), secret: 'secretKey' },
    readEvent(body) {
      const { data } = Event.safeParse(body);
      return data ? { kind: 'charge', reference: data.reference, providerId: null, account: null } : null;
    },
  };
}

/** What the test gateway sends. */
const Event = z.object({ event: z.literal('test.charge'), reference: z.string().min(1).max(100) });

function answerOf({ id, reference, outcome, amount, paid, currency, paidAt }: TestPayment): FoundAnswer {
  const isThere = outcome === 'paid' && paidAt !== null && paidAt.getTime() <= Date.now();
  const status = outcome === 'open' || (outcome === 'paid' && !isThere) ? 'pending' : outcome;
  return {
    status: status === 'paid' ? 'successful' : status,
    reference,
    providerId: `T${id}`,
    amount: { minor: paid ?? amount, currency },
    fee: null,
    paidAt: isThere ? paidAt : null,
    channel: 'test',
    account: null,
    raw: {},
  };
}
