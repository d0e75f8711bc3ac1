import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { takeTurns } from '#kernel/export/turns.ts';
import { discardAll, recordStored } from '#kernel/files.ts';
import { id, line } from '#kernel/schemas.ts';
import { documentKinds } from '#kernel/uploaded-picture.ts';
import { documentBytes, documentFile } from '#features/records/people/documents/serve-documents.ts';
import { may, type App } from '#web/routes.ts';
import { answerInTurn, receiveFile } from '#web/uploads.ts';
import { attachFile, detachFile, replaceFile, lockNotice } from './edit-notices.ts';

const config = may('notices.edit');
const params = z.object({ id });
const ofFile = z.object({ id, noticeFileId: id });
const fields = z.object({ title: line(120, 'The title') });
const inTurn = takeTurns(3);

/** Attachments of notices. A file that is removed or replaced is deleted. */
export function noticeFileRoutes(app: App): void {
  const { files } = app.services;

  const receive = async (request: FastifyRequest, noticeId: number) => {
    // Checked before the upload is read, to save memory.
    await request.write((tx, actor) => lockNotice(tx, actor, noticeId));
    return receiveFile(request, { field: 'file', bytes: documentBytes, kinds: documentKinds, fields });
  };

  app.post('/notices/:id/files', { config, schema: { params } }, async (request, reply) => {
    const noticeId = request.params.id;
    const upload = await receive(request, noticeId);
    return answerInTurn(reply, inTurn, async () => {
      const { title } = upload.fields;
      const { content, mediaType } = await documentFile(upload);
      await recordStored(files, [content], ([stored]) =>
        request.write((tx, actor) => attachFile(tx, actor, noticeId, { title, file: { ...stored!, mediaType } })),
      );
      return reply.flash(`${title} is attached.`).seeOther(`/notices/${noticeId}`);
    });
  });

  app.post(
    '/notices/:id/files/:noticeFileId/replace',
    { config, schema: { params: ofFile } },
    async (request, reply) => {
      const { id: noticeId, noticeFileId } = request.params;
      const upload = await receive(request, noticeId);
      return answerInTurn(reply, inTurn, async () => {
        const { title } = upload.fields;
        const { content, mediaType } = await documentFile(upload);
        const old = await recordStored(files, [content], ([stored]) =>
          request.write((tx, actor) =>
            replaceFile(tx, actor, { noticeId, id: noticeFileId }, { title, file: { ...stored!, mediaType } }),
          ),
        );
        await discardAll(files, [old]);
        return reply.flash(`${title} is replaced.`).seeOther(`/notices/${noticeId}`);
      });
    },
  );

  app.post(
    '/notices/:id/files/:noticeFileId/remove',
    { config, schema: { params: ofFile } },
    async (request, reply) => {
      const { id: noticeId, noticeFileId } = request.params;
      const { title, storedAs } = await request.write((tx, actor) => detachFile(tx, actor, noticeId, noticeFileId));
      await discardAll(files, [storedAs]);
      return reply.flash(`${title} is removed.`).seeOther(`/notices/${noticeId}`);
    },
  );
}
