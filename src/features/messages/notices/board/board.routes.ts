import { z } from 'zod';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { sendStored } from '#web/uploads.ts';
import { boardNoticePage, boardPage } from '../notices.pages.ts';
import { boardOf, findNoticeFile, openOnBoard } from './board.queries.ts';
import { fileDisposition } from './file-disposition.ts';
import { markNoticeRead } from './mark-notice-read.ts';

const config = may('signedIn');
const params = z.object({ id });

/** The notice board as everybody sees it who is signed in: what concerns oneself or one's children. */
export function boardRoutes(app: App): void {
  const { files } = app.services;

  app.get(
    '/notice-board',
    { config, schema: { querystring: z.object({ institution_id: queryParam(id), academic_session: queryParam(id) }) } },
    async (request, reply) =>
      reply.page(boardPage, await request.read((db, actor) => boardOf(db, actor, request.query.institution_id))),
  );

  app.get('/notice-board/:id', { config, schema: { params } }, async (request, reply) =>
    reply.page(boardNoticePage, {
      notice: await request.read((db, actor) => openOnBoard(db, actor, request.params.id)),
    }),
  );

  // Sent by the page, so that a page that is only prefetched counts as unread.
  app.post('/notice-board/:id/read', { config, schema: { params } }, async (request, reply) => {
    await request.write((tx, actor) => markNoticeRead(tx, actor, request.params.id));
    return reply.code(204).send();
  });

  app.get(
    '/notice-board/:id/files/:noticeFileId',
    { config, schema: { params: z.object({ id, noticeFileId: id }) }, exposeHeadRoute: false },
    async (request, reply) => {
      const { id: noticeId, noticeFileId: fileId } = request.params;
      const file = await request.read((db, actor) => findNoticeFile(db, actor, noticeId, fileId));
      return sendStored(reply, files, file, fileDisposition(file));
    },
  );
}
