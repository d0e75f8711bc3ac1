import { z } from 'zod';
import { institutionsWhere, membershipIn, type Actor, institutionsInView } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { id } from '#kernel/schemas.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { may, type App } from '#web/routes.ts';
import { familyDues } from '#features/money/payments/family/family-dues.queries.ts';
import { studentOptions } from '#features/money/payments/family/student-options.ts';
import { answerOfPayment } from '#features/money/payments/corrections/answer.ts';
import { Identify, identify, RecordUnknown, recordUnknown } from './identify.ts';
import { suspenseByAge, unidentifiedList, type SuspenseTotal } from './unidentified.list.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import { and, eq, inArray, asc, or, sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { NotAllowed, orNotFound } from '#kernel/errors.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import {
  type ExportedTable,
  columnsAndCells,
  textCells,
  numberCells,
  dayCells,
  labelled,
} from '#kernel/export/export-table.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { documentNumber } from '#features/money/invoices/document-numbers.ts';
import { channels } from '#features/money/ledger/channels.ts';

const params = z.object({ id });
const config = may('payments.place');
const placing = { ...config, once: true };

/** Money in suspense: the list, its export, and the screen on which one payment is placed. */
export function suspenseRoutes(app: App): void {
  app.get(
    '/unidentified-payments',
    { config, schema: { querystring: unidentifiedList.Filter } },
    async (request, reply) =>
      reply.page(
        unidentifiedListPage,
        await unidentifiedList.props(request, async (db, actor) => ({
          totals: await suspenseByAge(db, actor, request.query),
          placing: institutionsWhere(actor, 'payments.place').map((one) => {
            const { name, currency } = membershipIn(actor, one)!;
            return { id: one, name, currency };
          }),
          can: { export: institutionsWhere(actor, 'payments.export').length > 0 },
        })),
      ),
  );

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/unidentified-payments/export.${format}`,
      { config: may('payments.export'), schema: { querystring: ExportUnidentified }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor) => exportUnidentified(actor, request.query)),
    );

  serveChoices(app, '/unidentified-payments/student-options', 'payments.place', studentOptions);

  app.get(
    '/unidentified-payments/family',
    { config, schema: { querystring: z.object({ student_id: id }) } },
    async (request, reply) =>
      reply.send({
        family: await request.read((db, actor) =>
          familyDues(db, actor, request.query.student_id, undefined, 'payments.place'),
        ),
      }),
  );

  app.get('/payments/:id/identify', { config, schema: { params } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const payment = await unidentifiedPayment(db, actor, request.params.id);
      return { payment, today: today(membershipIn(actor, payment.institutionId)!.timeZone) };
    });
    return reply.page(unidentifiedPage, props);
  });

  app.post('/payments/:id/place', { config: placing, schema: { params, body: Identify } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const done = await identify(tx, actor, request.params.id, request.body);
      return request.body.to_list
        ? { go: '/unidentified-payments', flash: done }
        : answerOfPayment(request.params.id, done);
    }),
  );
  app.post('/unidentified-payments', { config: placing, schema: { body: RecordUnknown } }, (request, reply) =>
    reply.once(async (tx, actor) =>
      answerOfPayment(await recordUnknown(tx, actor, request.body), 'Recorded. Identify it when someone asks for it.'),
    ),
  );
}

interface UnidentifiedListProps extends PropsOfList<typeof unidentifiedList> {
  totals: SuspenseTotal[];
  /** Where the actor records money that nobody can place. */
  placing: { id: number; name: string; currency: string }[];
  can: { export: boolean };
}
export const unidentifiedListPage = page<UnidentifiedListProps>('bank/unidentified-list');

/** One payment, to be placed on a student or split over siblings. */
export const unidentifiedPage = page<{ payment: UnidentifiedPayment; today: string }>('bank/unidentified');

/** A payment that the actor can identify; `inSuspense` tells whether somebody has done so meanwhile. */
async function unidentifiedPayment(db: Db, actor: Actor, id: number) {
  const [payment] = await db
    .select({
      id: payments.id,
      institutionId: payments.institutionId,
      number: payments.receiptNumber,
      day: payments.day,
      amount: payments.amount,
      currency: payments.currency,
      channel: payments.channel,
      reference: payments.reference,
      payer: payments.payerName,
      narration: payments.note,
      inSuspense: payments.inSuspense,
    })
    .from(payments)
    .where(and(eq(payments.id, id), inArray(payments.institutionId, institutionsWhere(actor, 'payments.place'))));
  return orNotFound(payment, 'payment');
}
export type UnidentifiedPayment = Awaited<ReturnType<typeof unidentifiedPayment>>;

const ExportUnidentified = unidentifiedList.Filter.omit({ after: true });

/** Unidentified payments as a table, the oldest first; amounts in major units. */
function exportUnidentified(actor: Actor, filter: z.infer<typeof ExportUnidentified>): ExportedTable {
  const institutionIds = institutionsInView(actor, filter.institution_id, 'payments.export');
  const conditions = unidentifiedList.conditions(actor, filter);
  if (institutionIds.length === 0 || conditions.length === 0) throw new NotAllowed();
  const { columns, cells } = columnsAndCells([
    dayCells('Day', 12, payments.day),
    numberCells('Amount', 16, sql`${payments.amount} / 100.0`),
    textCells('Currency', 9, payments.currency),
    textCells('Channel', 12, labelled(payments.channel, channels)),
    textCells('Reference', 24, payments.reference),
    textCells('Narration', 48, payments.note),
    textCells('Payer', 28, payments.payerName),
    textCells('Receipt', 14, documentNumber('RCT', payments.receiptNumber)),
    textCells('Institution', 28, institutions.name),
  ]);
  return {
    title: 'Unidentified payments',
    counted: (rows) => `${rows} unidentified ${rows === 1 ? 'payment' : 'payments'}`,
    action: 'payments.exportUnidentified',
    filter,
    institutionIds,
    columns,
    rows: sql`select ${payments.institutionId} as "institutionId", ${cells} from ${payments}
      join ${institutions} on ${eq(institutions.id, payments.institutionId)}
      where ${or(...conditions)} and payments.institution_id = any (${sql.param(institutionIds)}::int[])
      order by ${asc(payments.day)}, ${asc(payments.id)}`,
  };
}
