import { z } from 'zod';
import { institutionChoice } from '#kernel/actor.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { noticeFormPage, noticeListPage, noticePage } from '../notices.pages.ts';
import { findNotice, noticeFormChoices, noticePageProps } from './notice.queries.ts';
import { noticeList } from './notices.list.ts';
import { PublishNotice, publishNotice, withdrawNotice } from './notify-of-notices.ts';
import { openedOf, edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { notices } from '../notices.schema.ts';
import {
  lockNotice,
  announcementOf,
  createNotice,
  CreateNotice,
  checkNotice,
  NoticeFields,
  tidied,
} from './edit-notices.ts';

const config = may('notices.edit');
const params = z.object({ id });
const View = z.object({ institution_id: queryParam(id), academic_session: queryParam(id) });

/** Writing notices. */
export function noticeRoutes(app: App): void {
  app.get('/notices', { config, schema: { querystring: noticeList.Filter } }, async (request, reply) =>
    reply.page(noticeListPage, await noticeList.props(request)),
  );

  app.get('/notices/new', { config, schema: { querystring: View } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const choice = institutionChoice(actor, request.query.institution_id, 'notices.edit');
      return { ...choice, ...(await noticeFormChoices(db, actor, choice.institutionId)) };
    });
    return reply.page(noticeFormPage, { ...props, notice: null });
  });

  app.get('/notices/:id', { config, schema: { params } }, async (request, reply) =>
    reply.page(noticePage, await request.snapshot((db, actor) => noticePageProps(db, actor, request.params.id))),
  );

  app.get('/notices/:id/edit', { config, schema: { params } }, async (request, reply) => {
    const props = await request.snapshot(async (db, actor) => {
      const notice = await findNotice(db, actor, request.params.id);
      return { notice, ...(await noticeFormChoices(db, actor, notice.institutionId)) };
    });
    const { institutionId } = props.notice;
    return reply.page(noticeFormPage, {
      ...props,
      institutionId,
      institutions: [],
      opened: openedOf(EditNotice, props.notice),
    });
  });

  app.post('/notices', { config: { ...config, once: true }, schema: { body: CreateNotice } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const noticeId = await createNotice(tx, actor, request.body);
      return { flash: 'Draft saved. Add attachments, then publish it.', go: `/notices/${noticeId}` };
    }),
  );
  app.post('/notices/:id', { config, schema: { params, body: EditNotice } }, async (request, reply) => {
    await request.write((tx, actor) => editNotice(tx, actor, request.params.id, request.body));
    return reply.flash('Notice saved.').seeOther(`/notices/${request.params.id}`);
  });
  app.get(
    '/notices/:id/announcement',
    { config: { ...config, isHeavy: true }, schema: { params } },
    async (request, reply) =>
      reply.send(await request.snapshot((tx, actor) => announcementOf(tx, actor, request.params.id))),
  );
  app.post('/notices/:id/publish', { config, schema: { params, body: PublishNotice } }, async (request, reply) => {
    const title = await request.write((tx, actor) => publishNotice(tx, actor, request.params.id, request.body));
    return reply.flash(`${title} was published.`).seeOther(`/notices/${request.params.id}`);
  });
  app.post('/notices/:id/withdraw', { config, schema: { params } }, async (request, reply) => {
    const title = await request.write((tx, actor) => withdrawNotice(tx, actor, request.params.id));
    return reply.flash(`${title} was withdrawn.`).seeOther(`/notices/${request.params.id}`);
  });
}

const EditNotice = edits(NoticeFields);

/** Edits a notice. A published one changes for everybody at once; it is announced once. One that begins
 * earlier than before is announced by the job. */
const editNotice = editRecord({
  action: 'notices.edit',
  type: 'notice',
  table: notices,
  may: 'notices.edit',
  fields: EditNotice,
  lock: lockNotice,
  together: [['fromDay', 'untilDay']],
  sets: ['batchIds', 'classIds', 'departments'],
  read: ({ input }) => tidied(input),
  check: ({ tx, actor, before, values }) => checkNotice(tx, actor, before.institutionId, values, before.isPublic),
  nameOf: ({ before }) => `the notice ${before.title}`,
});
