import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { can, institutionsWhere, membershipIn, type Actor, institutionInView } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { forFamily } from '#features/money/holds/held/family-holds.ts';
import { heldStudents, withIds } from '#features/money/holds/held/held-students.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import { may, type App } from '#web/routes.ts';
import { openDayOf } from '../days/open-day.ts';
import { familyDues, type FamilyDues } from '#features/money/payments/family/family-dues.queries.ts';
import { TakePayment } from './payment-fields.ts';
import { studentOptions } from '#features/money/payments/family/student-options.ts';
import { takePayment, takePaymentPage, withReceipt, type TakenPayment } from './take-payment.ts';
import { undoPayment } from './undo-payment.ts';

const View = z.object({
  institution_id: queryParam(id),
  academic_session: z.unknown().optional(),
  student_id: queryParam(id),
});

/** The cashier's screen. */
export function counterRoutes(app: App): void {
  app.get('/payments/new', { config: may('payments.take'), schema: { querystring: View } }, async (request, reply) => {
    const { institution_id, student_id } = request.query;
    const props = await request.read(async (db, actor) => {
      const institutionId = counterOf(actor, institution_id);
      const [day, family] = await Promise.all([
        openDayOf(db, actor, institutionId),
        student_id === undefined ? null : familyDues(db, actor, student_id, institutionId),
      ]);
      return { ...placeOf(actor, institutionId), day, family, isUnknown: student_id !== undefined && family === null };
    });
    return reply.page(takePaymentPage, { ...props, family: await withHolds(request, props.family) });
  });

  serveChoices(app, '/payments/student-options', 'payments.take', studentOptions);

  app.get(
    '/payments/family',
    { config: may('payments.take'), schema: { querystring: z.object({ student_id: id }) } },
    async (request, reply) => {
      const family = await request.read((db, actor) => familyDues(db, actor, request.query.student_id));
      return reply.send({ family: await withHolds(request, family) });
    },
  );

  app.post(
    '/payments',
    {
      config: {
        ...may('payments.take'),
        once: true,
        ...allowedForOwnFamily(
          'Cash that is counted at the end of the day, with a receipt. Other channels are refused.',
        ),
      },
      schema: { body: TakePayment },
    },
    (request, reply) => {
      let receipt: Promise<number> | null = null;
      return reply.once(
        async (tx, actor) => {
          const taken = await takePayment(tx, actor, request.body);
          receipt = taken.receipt;
          return { send: taken.payment };
        },
        undefined,
        async (sent) => {
          const payment = sent as TakenPayment;
          if (payment.channel === 'cheque') return payment;
          if (receipt) return { ...payment, receipt: receiptNumber(await receipt) };
          return request.read((db, actor) => withReceipt(db, actor, payment));
        },
      );
    },
  );

  app.post(
    '/payments/:id/undo',
    { config: { ...may('payments.take'), once: true }, schema: { params: z.object({ id }) } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const receipt = await undoPayment(tx, actor, request.params.id);
        return { send: { message: `Payment undone. Receipt ${receipt} is void.` } };
      }),
  );
}

/** With what is withheld from the children, so that the cashier can say what to pay. */
async function withHolds(request: FastifyRequest, family: FamilyDues | null): Promise<FamilyDues | null> {
  if (!family) return null;
  const ids = family.children.map((child) => child.id);
  const holds = await request.read((db) => heldStudents(db, family.institutionId, withIds(ids)));
  return { ...family, holds: [...holds.values()].map(forFamily) };
}

/** The institution whose money is taken: the one in the address, else the first. */
function counterOf(actor: Actor, wanted: number | undefined): number {
  const institutionId = institutionInView(actor, wanted, 'payments.take');
  return institutionId;
}

function placeOf(actor: Actor, institutionId: number) {
  const { currency, timeZone } = membershipIn(actor, institutionId)!;
  return {
    institutionId,
    currency,
    today: today(timeZone),
    institutions: institutionsWhere(actor, 'payments.take').map((one) => ({
      id: one,
      name: membershipIn(actor, one)!.name,
    })),
    can: { backdate: can(actor, 'payments.place', institutionId) },
  };
}
