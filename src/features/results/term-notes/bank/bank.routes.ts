import { z } from 'zod';
import { institutionChoice, institutionsInView } from '#kernel/actor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { bankPage, remarkFormPage } from '../term-notes.pages.ts';
import { remarksOf } from './bank.queries.ts';
import { addRemark, AddRemark, addUsualRemarks, AddUsualRemarks, removeRemark } from './remarks.ts';

const config = may('assessment.edit');
const once = { ...config, once: true };
const querystring = z.object(viewFields);
const home = '/remark-bank';

/** The bank of remarks, by range of average. */
export function bankRoutes(app: App): void {
  app.get(home, { config: may('assessment.view'), schema: { querystring } }, async (request, reply) => {
    const { institution_id: wanted } = request.query;
    const props = await request.read(async (db, actor) => {
      const [editable] = institutionsInView(actor, wanted, 'assessment.edit');
      return {
        remarks: await remarksOf(db, institutionsInView(actor, wanted, 'assessment.view')),
        editable: editable ?? null,
      };
    });
    return reply.page(bankPage, props);
  });
  app.get(`${home}/new`, { config, schema: { querystring } }, async (request, reply) => {
    return reply.page(
      remarkFormPage,
      institutionChoice(request.actor, request.query.institution_id, 'assessment.edit'),
    );
  });
  app.post(home, { config: once, schema: { body: AddRemark } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      await addRemark(tx, actor, request.body);
      return { flash: 'The remark was added.', go: home };
    }),
  );
  app.post(`${home}/usual`, { config: once, schema: { body: AddUsualRemarks } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const added = await addUsualRemarks(tx, actor, request.body.institutionId);
      return { flash: `${countOf(added, 'remark')} added.`, go: home };
    }),
  );
  app.post(`${home}/:id/remove`, { config, schema: { params: z.object({ id }) } }, async (request, reply) => {
    await request.write((tx, actor) => removeRemark(tx, actor, request.params.id));
    return reply.flash('The remark was removed.').seeOther(home);
  });
}
