import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { sendStored } from '#web/uploads.ts';
import { boardNoticePage, boardPage } from '../notices.pages.ts';
import { boardOf, findNoticeFile, openOnBoard, onBoardOf } from './board.queries.ts';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';

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

/** Re-encoded pictures open in the browser; PDFs are untrusted and are only downloaded. */
function fileDisposition({ title, mediaType }: { title: string; mediaType: string }): string {
  const isPicture = mediaType === 'image/jpeg';
  const end = isPicture ? 'jpg' : 'pdf';
  const words = title
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .match(/[A-Za-z0-9]+/g);
  const escaped = encodeURIComponent(title).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${isPicture ? 'inline' : 'attachment'}; filename="${words?.join('-') ?? 'file'}.${end}"; filename*=UTF-8''${escaped}.${end}`;
}

/** Keeps that the actor has opened a notice. It is a receipt, not an entry of the audit log. */
async function markNoticeRead(tx: Tx, actor: Actor, noticeId: number): Promise<void> {
  const found = await query(
    tx,
    sql`with seen as (select n.institution_id, n.id from notices n where n.id = ${noticeId}::bigint and ${onBoardOf(actor)}),
      kept as (insert into notice_reads (institution_id, notice_id, account_id)
        select institution_id, id, ${actor.accountId}::bigint from seen on conflict do nothing)
      select id from seen`,
  );
  if (found.length === 0) throw new NotFound('notice');
}
