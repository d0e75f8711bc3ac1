import { z } from 'zod';
import { openedOf } from '#kernel/edit/edit.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { templateFormPage, templateListPage } from '../messages.pages.ts';
import { newTemplate, templateForm, lockTemplate, addTemplate, AddTemplate, EditTemplate, taken } from './templates.ts';
import { templateList } from './templates.list.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { readTexts } from '../fields/read-text.ts';
import { messageTemplates } from '../messages.schema.ts';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';

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
    return reply.flash(`${request.body.name} was saved.`).seeOther(list);
  });

  app.post(`${one}/remove`, { config, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => removeTemplate(tx, actor, request.params.messageTemplateId));
    return reply.flash(`${name} was removed.`).seeOther(list);
  });
}

/** Changes a template. Messages that were written from it keep their text. */
const editTemplate = editRecord({
  action: 'messages.editTemplate',
  type: 'message_template',
  table: messageTemplates,
  may: 'messages.send',
  fields: EditTemplate,
  lock: lockTemplate,
  check: ({ actor, before, values }) =>
    readTexts(actor, before.institutionId, 'guardians', { subject: values.subject ?? '', body: values.body }),
  taken: () => taken,
  nameOf: ({ values }) => `the message template “${values.name}”`,
});

/** Removes a template; messages that were written from it stay. Returns its name. */
async function removeTemplate(tx: Tx, actor: Actor, id: number): Promise<string> {
  const { institutionId, name, subject, body } = await lockTemplate(tx, actor, id);
  await tx.delete(messageTemplates).where(hasKey(messageTemplates, institutionId, id));
  await record(tx, actor, 'messages.removeTemplate', {
    institutionId,
    summary: `removed the message template “${name}”`,
    subject: { type: 'message_template', id },
    details: { name, subject, body },
  });
  return name;
}
