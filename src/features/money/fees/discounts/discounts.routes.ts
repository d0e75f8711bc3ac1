import { z } from 'zod';
import { allow, can, institutionsInView, membershipIn } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { Requested } from '#features/records/approvals/request-approval.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { studentsWithScheme } from '../audience/discounts-of.ts';
import { chooseInstitution, currencyOf } from '../choose-institution.ts';
import { studentChoices } from '#features/people/students/student-choices.ts';
import { discountList } from './discounts.list.ts';
import { discountFormPage, discountListPage, discountPage } from './discounts.pages.ts';
import { namedInWords, nameStudents, NameStudents, unnameStudent, UnnameStudent } from './name-students.ts';
import { enrolledStudents, receiversNamed } from './receivers.queries.ts';
import { archiveScheme, CreateScheme, createScheme, EditScheme, editScheme } from './save-scheme.ts';
import { findScheme, schemeChoices } from './scheme.queries.ts';

const params = z.object({ id });
const View = z.object({ institution_id: queryParam(id), academic_session: queryParam(id) });
const editing = may('fees.edit');

export function discountRoutes(app: App): void {
  app.get(
    '/discounts',
    { config: may('fees.view'), schema: { querystring: discountList.Filter } },
    async (request, reply) =>
      reply.page(
        discountListPage,
        await discountList.props(request, (_, actor, { institution_id: wanted }) => ({
          can: { edit: institutionsInView(actor, wanted, 'fees.edit').length > 0 },
        })),
      ),
  );

  serveChoices(app, '/discounts/student-options', 'fees.edit', studentChoices);

  app.get('/discounts/new', { config: editing, schema: { querystring: View } }, async (request, reply) =>
    reply.page(
      discountFormPage,
      await request.read(async (db, actor) => {
        const choice = chooseInstitution(actor, request.query.institution_id);
        return { ...choice, scheme: null, ...(await schemeChoices(db, choice.institutionId)) };
      }),
    ),
  );

  app.post('/discounts', { config: editing, schema: { body: CreateScheme } }, async (request, reply) => {
    const schemeId = await request.write((tx, actor) => createScheme(tx, actor, request.body));
    return reply.flash('The discount was added. Add it to the fees that apply it.').go(`/discounts/${schemeId}`);
  });

  app.get('/discounts/:id', { config: may('fees.view'), schema: { params } }, async (request, reply) => {
    const [scheme, actor] = await request.read(async (db, current) => [
      await findScheme(db, current, request.params.id),
      current,
    ]);
    const { institutionId } = scheme;
    return reply.page(discountPage, {
      scheme,
      currency: currencyOf(actor, institutionId),
      can: { edit: can(actor, 'fees.edit', institutionId) },
      receivers: defer(async () => {
        const all = await request.read((db) => enrolledStudents(db, institutionId));
        const day = today(membershipIn(actor, institutionId)!.timeZone);
        const ids = await request.read((db) => studentsWithScheme(db, institutionId, scheme.id, all, day));
        return { total: ids.length, rows: await request.read((db) => receiversNamed(db, institutionId, ids)) };
      }),
    });
  });

  app.get('/discounts/:id/edit', { config: editing, schema: { params } }, async (request, reply) => {
    const [scheme, currency] = await request.read(async (db, actor) => {
      const found = await findScheme(db, actor, request.params.id);
      allow(actor, 'fees.edit', found.institutionId);
      return [found, currencyOf(actor, found.institutionId)] as const;
    });
    const { institutionId } = scheme;
    return reply.page(discountFormPage, {
      institutionId,
      institutions: [],
      currency,
      scheme,
      opened: openedOf(EditScheme, scheme),
      ...(await request.read((db) => schemeChoices(db, institutionId))),
    });
  });

  app.post('/discounts/:id', { config: editing, schema: { params, body: EditScheme } }, async (request, reply) => {
    await request.write((tx, actor) => editScheme(tx, actor, request.params.id, request.body));
    return reply
      .flash('The discount was saved. Invoices issued before keep their discounts.')
      .go(`/discounts/${request.params.id}`);
  });

  app.post('/discounts/:id/archive', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => archiveScheme(tx, actor, request.params.id, true));
    const undo = { action: `/discounts/${request.params.id}/restore` };
    return reply.flash({ message: `${name} was archived.`, tone: 'good', undo }).go(`/discounts/${request.params.id}`);
  });

  app.post('/discounts/:id/restore', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => archiveScheme(tx, actor, request.params.id, false));
    return reply.done(`${name} was restored.`, `/discounts/${request.params.id}`);
  });

  app.post(
    '/discounts/:id/students',
    { config: editing, schema: { params, body: NameStudents } },
    async (request, reply) => {
      const done = await request.write((tx, actor) => nameStudents(tx, actor, request.params.id, request.body));
      return reply
        .flash(done instanceof Requested ? { message: done.message, tone: 'info' } : namedInWords(done))
        .go(`/discounts/${request.params.id}`);
    },
  );

  app.post(
    '/discounts/:id/students/remove',
    { config: editing, schema: { params, body: UnnameStudent } },
    async (request, reply) => {
      await request.write((tx, actor) => unnameStudent(tx, actor, request.params.id, request.body.studentId));
      return reply.flash('The student was removed.').go(`/discounts/${request.params.id}`);
    },
  );
}
