import { z } from 'zod';
import { institutionsWhere, membershipIn } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { id } from '#kernel/schemas.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { may, type App } from '#web/routes.ts';
import { familyDues } from '#features/money/payments/family/family-dues.queries.ts';
import { studentOptions } from '#features/money/payments/family/student-options.ts';
import { answerOfPayment } from '#features/money/payments/corrections/answer.ts';
import { Identify, identify, RecordUnknown, recordUnknown } from './identify.ts';
import { ExportUnidentified, exportUnidentified } from './export-unidentified.ts';
import { unidentifiedListPage, unidentifiedPage } from './suspense.pages.ts';
import { suspenseByAge, unidentifiedList } from './unidentified.list.ts';
import { unidentifiedPayment } from './unidentified.queries.ts';

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
      answerOfPayment(await recordUnknown(tx, actor, request.body), 'Recorded. Identify it when somebody asks for it.'),
    ),
  );
}
