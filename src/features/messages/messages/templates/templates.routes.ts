import { z } from 'zod';
import { openedOf } from '#kernel/edit/edit.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { templateFormPage, templateListPage } from '../messages.pages.ts';
import { addTemplate } from './add-template.ts';
import { editTemplate } from './edit-template.ts';
import { removeTemplate } from './remove-template.ts';
import { AddTemplate, EditTemplate } from './template-fields.ts';
import { newTemplate, templateForm } from './template-form.queries.ts';
import { templateList } from './templates.list.ts';

const params = z.object({ messageTemplateId: id });
const config = may('messages.send');
const list = '/messages/templates';
const one = `${list}/:messageTemplateId` as const;

/** Texts of messages that are used again. */
export function templateRoutes(app: App): void {
  app.get(list, { config, schema: { querystring: templateList.Filter } }, async (request, reply) =>
    reply.page(templateListPage, await templateList.props(request)),
  );

  app.get(`${list}/new`, { config, schema: { querystring: z.object(viewFields) } }, async (request, reply) =>
    reply.page(
      templateFormPage,
      await request.read(async (_db, actor) => newTemplate(actor, request.query.institution_id)),
    ),
  );

  app.post(list, { config: { ...config, once: true }, schema: { body: AddTemplate } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      await addTemplate(tx, actor, request.body);
      return { flash: `${request.body.name} was added.`, go: list };
    }),
  );

  app.get(`${one}/edit`, { config, schema: { params } }, async (request, reply) => {
    const form = await request.read((db, actor) => templateForm(db, actor, request.params.messageTemplateId));
    return reply.page(templateFormPage, { ...form, opened: openedOf(EditTemplate, form.template) });
  });

  app.post(one, { config, schema: { params, body: EditTemplate } }, async (request, reply) => {
    await request.write((tx, actor) => editTemplate(tx, actor, request.params.messageTemplateId, request.body));
    return reply.flash(`${request.body.name} was saved.`).go(list);
  });

  app.post(`${one}/remove`, { config, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => removeTemplate(tx, actor, request.params.messageTemplateId));
    return reply.flash(`${name} was removed.`).go(list);
  });
}
