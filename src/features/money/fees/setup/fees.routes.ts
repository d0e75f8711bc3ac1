import { z } from 'zod';
import { allow, can, institutionsInView } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { audienceOf, countStudents } from '../audience/audience.ts';
import { chooseInstitution, currencyOf } from '../choose-institution.ts';
import { feeFormPage, feeListPage, feePage } from '../fees.pages.ts';
import { CreateFee, createFee, EditFee, editFee, feeInForm } from './create-fee.ts';
import { deleteFee, endFee, feeChoices } from './end-fee.ts';
import { findFee } from './fee.queries.ts';
import { feeList } from './fees.list.ts';
import { feeListChoices } from './list-choices.queries.ts';

const params = z.object({ id });
const View = z.object({ institution_id: queryParam(id), academic_session: queryParam(id) });
const seeing = may('fees.view');
const editing = may('fees.edit');

export function feeRoutes(app: App): void {
  app.get('/fees', { config: seeing, schema: { querystring: feeList.Filter } }, async (request, reply) =>
    reply.page(
      feeListPage,
      await feeList.props(request, async (db, actor, { institution_id: wanted }) => ({
        choices: await feeListChoices(db, actor, wanted),
        can: {
          edit: institutionsInView(actor, wanted, 'fees.edit').length > 0,
          bill: institutionsInView(actor, wanted, 'fees.bill').length > 0,
        },
      })),
    ),
  );

  app.get('/fees/new', { config: editing, schema: { querystring: View } }, async (request, reply) =>
    reply.page(
      feeFormPage,
      await request.read(async (db, actor) => {
        const choice = chooseInstitution(actor, request.query.institution_id);
        const choices = await feeChoices(db, choice.institutionId);
        return { ...choice, fee: null, choices, today: todayOf(actor, choice.institutionId) };
      }),
    ),
  );

  app.post('/fees', { config: { ...editing, once: true }, schema: { body: CreateFee } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const feeId = await createFee(tx, actor, request.body);
      return { flash: 'The fee was added. Nobody is billed yet.', go: `/fees/${feeId}` };
    }),
  );

  app.get('/fees/:id', { config: seeing, schema: { params } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const fee = await findFee(db, actor, request.params.id);
      const { institutionId } = fee;
      return {
        fee,
        currency: currencyOf(actor, institutionId),
        can: { edit: can(actor, 'fees.edit', institutionId), bill: can(actor, 'fees.bill', institutionId) },
      };
    });
    return reply.page(feePage, {
      ...props,
      students: defer(() => request.read((db) => countStudents(db, audienceOf(props.fee)))),
    });
  });

  app.get('/fees/:id/edit', { config: editing, schema: { params } }, async (request, reply) => {
    const fee = await request.read(async (db, actor) => {
      const found = await findFee(db, actor, request.params.id);
      allow(actor, 'fees.edit', found.institutionId);
      return found;
    });
    const { institutionId } = fee;
    const [choices, actor] = await request.read(async (db, current) => [await feeChoices(db, institutionId), current]);
    return reply.page(feeFormPage, {
      institutionId,
      institutions: [],
      currency: currencyOf(actor, institutionId),
      fee,
      choices,
      today: todayOf(actor, institutionId),
      opened: openedOf(EditFee, feeInForm(fee)),
    });
  });

  app.post('/fees/:id', { config: editing, schema: { params, body: EditFee } }, async (request, reply) => {
    const { billed } = await request.write((tx, actor) => editFee(tx, actor, request.params.id, request.body));
    return reply
      .flash(
        billed.count > 0
          ? 'The fee was saved. Invoices issued before keep their amounts: correct them under Changes since billing.'
          : 'The fee was saved.',
      )
      .seeOther(`/fees/${request.params.id}`);
  });

  app.post('/fees/:id/end', { config: editing, schema: { params } }, async (request, reply) => {
    const title = await request.write((tx, actor) => endFee(tx, actor, request.params.id, true));
    return reply
      .flash({
        message: `${title} has ended. Nobody can be billed for it.`,
        tone: 'good',
        undo: { action: `/fees/${request.params.id}/reopen` },
      })
      .seeOther(`/fees/${request.params.id}`);
  });

  app.post('/fees/:id/reopen', { config: editing, schema: { params } }, async (request, reply) => {
    const title = await request.write((tx, actor) => endFee(tx, actor, request.params.id, false));
    return reply.redirectOrJson(`${title} is open again.`, `/fees/${request.params.id}`);
  });

  app.post('/fees/:id/delete', { config: editing, schema: { params } }, async (request, reply) => {
    const title = await request.write((tx, actor) => deleteFee(tx, actor, request.params.id));
    return reply.flash(`The fee ${title} was deleted.`).seeOther('/fees');
  });
}

const todayOf = (actor: Parameters<typeof currencyOf>[0], institutionId: number) =>
  today(actor.institutions.find((each) => each.id === institutionId)!.timeZone);
