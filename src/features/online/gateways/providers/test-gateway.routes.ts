import { render, query } from '#kernel/database.ts';
import { createHmac } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { amount, choice } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { testGatewayPage } from '../gateways.pages.ts';
import { testGatewayPayments } from '../gateways.schema.ts';
import { readKeys } from './gateway-of.ts';
import { testSignature } from './gateway-errors.ts';

const params = z.object({ reference: z.string().regex(/^[A-Za-z0-9.=-]{1,100}$/) });
const Outcome = z.object({
  outcome: choice({ pay: 'Pay', fail: 'Fail', abandon: 'Abandon', late: 'Pay late', other: 'Pay another amount' }),
  amount: z.preprocess((value) => (value === '' ? undefined : value), amount().optional()),
});

/** How long a slow bank takes. */
const lateSeconds = 60;

/**
 * The page on which one pays in the test gateway. Like a provider's it knows nobody who is signed in: the reference in the
 * address cannot be guessed.
 */
export function testGatewayRoutes(app: App): void {
  const { database, secret } = app.services;

  async function find(reference: string) {
    const rows = await database.anonymous(
      (tx) => query<{ id: number | null }>(tx, render)`select akada_test_gateway_of(${reference}) as id`,
    );
    const institutionId = rows[0]?.id;
    if (!institutionId) throw new NotFound('payment');
    const [row] = await database.asSystem([institutionId], (tx) =>
      tx
        .select()
        .from(testGatewayPayments)
        .where(and(eq(testGatewayPayments.institutionId, institutionId), eq(testGatewayPayments.reference, reference))),
    );
    return row!;
  }

  app.get('/test-gateway/:reference', { config: may('public'), schema: { params } }, async (request, reply) => {
    const { reference, amount: minor, currency, outcome, returnTo } = await find(request.params.reference);
    return reply.page(testGatewayPage, { reference, amount: minor, currency, outcome, returnTo });
  });

  app.post(
    '/test-gateway/:reference',
    { config: may('public'), schema: { params, body: Outcome } },
    async (request, reply) => {
      const payment = await find(request.params.reference);
      const { outcome, amount: other } = request.body;
      if (payment.outcome !== 'open') throw new ValidationError('form', 'This payment has been made already.');
      if (outcome === 'other' && !other) throw new ValidationError('amount', 'Enter the amount to pay instead.');
      const { institutionId, id, reference } = payment;
      const isPaid = outcome !== 'fail' && outcome !== 'abandon';
      await database.asSystem([institutionId], (tx) =>
        tx
          .update(testGatewayPayments)
          .set({
            outcome: isPaid ? 'paid' : outcome === 'fail' ? 'failed' : 'abandoned',
            paid: isPaid ? (outcome === 'other' ? other! : payment.amount) : null,
            paidAt: isPaid ? sql`now() + make_interval(secs => ${outcome === 'late' ? lateSeconds : 0})` : null,
          })
          .where(
            sql`${testGatewayPayments.institutionId} = ${institutionId} and ${testGatewayPayments.id} = ${id} and outcome = 'open'`,
          ),
      );
      // A slow bank is found by asking again; someone who leaves tells nobody.
      if (outcome !== 'late' && outcome !== 'abandon') await report(institutionId, reference);
      return reply.send({ returnTo: payment.returnTo });
    },
  );

  /** Sends the event as a provider does: from outside, with a signature over its bytes. */
  async function report(institutionId: number, reference: string): Promise<void> {
    const keys = await database.asSystem([institutionId], (tx) =>
      readKeys(tx, secret, { institutionId, provider: 'test' }),
    );
    const payload = JSON.stringify({ event: 'test.charge', reference });
    const signature = createHmac('sha512', keys?.settings.secretKey ?? '')
      .update(payload)
      .digest('hex');
    await app.inject({
      method: 'POST',
      url: `/hooks/${institutionId}/test-gateway`,
      payload,
      headers: { 'content-type': 'application/json', [testSignature]: signature },
    });
  }
}
