import { z } from 'zod';
import { openedOf } from '#kernel/edit/edit.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { periodFormPage, periodListPage } from '../registration.routes.ts';
import {
  changePeriod,
  periodActs,
  EditPeriod,
  editPeriod,
  findPeriod,
  listPeriods,
  periodChoices,
  AddPeriods,
  addPeriods,
} from './periods.ts';

const config = may('registration.manage');
const params = z.object({ id });
const querystring = z.object(viewFields);
const home = '/registration-periods';

/** When the students of a class register for a term, within which units, and what it costs late. */
export function periodRoutes(app: App): void {
  app.get(home, { config, schema: { querystring } }, async (request, reply) => {
    const rows = await request.read((db, actor) => listPeriods(db, actor, request.query.institution_id));
    return reply.page(periodListPage, { rows });
  });

  app.get(`${home}/new`, { config, schema: { querystring } }, async (request, reply) => {
    const choices = await request.read((db, actor) => periodChoices(db, actor, request.query.institution_id));
    return reply.page(periodFormPage, { ...choices, period: null });
  });

  app.post(home, { config: { ...config, once: true }, schema: { body: AddPeriods } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const count = await addPeriods(tx, actor, request.body);
      return { flash: `Registration of ${countOf(count, 'class', 'classes')} was set up.`, go: home };
    }),
  );

  app.get(`${home}/:id/edit`, { config, schema: { params } }, async (request, reply) => {
    const props = await request.snapshot(async (db, actor) => {
      const period = await findPeriod(db, actor, request.params.id);
      const choices = await periodChoices(db, actor, period.institutionId);
      return { ...choices, period: { ...period, program: '' }, opened: openedOf(EditPeriod, period) };
    });
    return reply.page(periodFormPage, props);
  });

  app.post(`${home}/:id`, { config, schema: { params, body: EditPeriod } }, async (request, reply) => {
    await request.write((tx, actor) => editPeriod(tx, actor, request.params.id, request.body));
    return reply.flash('The registration was saved.').seeOther(home);
  });

  for (const act of periodActs)
    app.post(`${home}/:id/${act}`, { config, schema: { params } }, async (request, reply) => {
      const words = await request.write((tx, actor) => changePeriod(tx, actor, act, request.params.id));
      return reply.flash(words).seeOther(home);
    });
}
