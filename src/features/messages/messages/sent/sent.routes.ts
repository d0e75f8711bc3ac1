import { z } from 'zod';
import { institutionsWhere } from '#kernel/actor.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { messageListPage, messagePage } from '../messages.pages.ts';
import { maySeeMessages, maySend } from '../messages.policy.ts';
import { revealing } from '../fields/merge-fields.ts';
import { duplicateMessage, messageOf, exportRecipients } from './duplicate-message.ts';
import { messageList, controlMessage, controlNames } from './messages.list.ts';
import { recipientList } from './recipients.list.ts';

const params = z.object({ id });
const config = may(...maySeeMessages);

/** Messages that were written, and what became of them. */
export function sentRoutes(app: App): void {
  app.get('/messages', { config, schema: { querystring: messageList.Filter } }, async (request, reply) => {
    const props = await messageList.props(request, (_db, actor) => ({
      can: { send: institutionsWhere(actor, ...maySend).length > 0 },
      hides: actor.institutions.flatMap((one) =>
        revealing.filter((needs) => !one.permissions.has(needs)).map((needs) => `${one.id} ${needs}`),
      ),
    }));
    const { hides, ...page } = props;
    const rows = page.rows.map((row) =>
      row.needs?.split(' ').some((needs) => hides.includes(`${row.institutionId} ${needs}`))
        ? { ...row, subject: null, body: '' }
        : row,
    );
    return reply.page(messageListPage, { ...page, rows });
  });

  app.get(
    '/messages/:id',
    { config, schema: { params, querystring: recipientList.Filter.omit({ message: true }) } },
    async (request, reply) => {
      const query = { ...request.query, message: request.params.id };
      const read: typeof request.read = (work) => request.read(work);
      const props = await recipientList.props({ url: request.url, query, read }, async (db, actor) => ({
        message: await messageOf(db, actor, request.params.id),
      }));
      const {
        filter: { message: _, ...filter },
        ...page
      } = props;
      return reply.page(messagePage, { ...page, filter, isFiltered: Boolean(filter.q || filter.state) });
    },
  );

  for (const control of controlNames)
    app.post(`/messages/:id/${control}`, { config: may(...maySend), schema: { params } }, async (request, reply) => {
      const said = await request.write((tx, actor) => controlMessage(tx, actor, request.params.id, control));
      return reply.flash(said).seeOther(`/messages/${request.params.id}`);
    });

  app.post(
    '/messages/:id/duplicate',
    { config: { ...may(...maySend), once: true }, schema: { params } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const { draftId, hasRecipients } = await duplicateMessage(tx, actor, request.params.id);
        const flash = hasRecipients
          ? 'The message was duplicated as a draft.'
          : 'The text was duplicated as a draft. Choose its recipients: you can’t see the original ones.';
        return { flash, go: `/messages/${draftId}/edit` };
      }),
  );

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/messages/:id/recipients.${format}`,
      { config, schema: { params }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor, tx) => exportRecipients(tx, actor, request.params.id)),
    );
}
