import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { NotAllowed } from '#kernel/errors.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import { recordStored } from '#kernel/files.ts';
import { id } from '#kernel/schemas.ts';
import { documentKinds } from '#kernel/uploaded-picture.ts';
import { may, type App } from '#web/routes.ts';
import { answerInTurn, receiveFile, sendStored } from '#web/uploads.ts';
import { addDocument, EditDocument, editDocument, removeDocument } from './change-documents.ts';
import { documentBytes, documentFile } from './document-file.ts';
import { DocumentFields } from './document-fields.ts';
import { openDocument, seesPrivate } from './documents.queries.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';

const params = z.object({ id });
const paper = z.object({ id, documentId: id });
// Taken once the file is complete, so that a slow upload doesn't block others.
const inTurn = takeTurns(3);

/** Routes to upload and download documents of a kind of person. The feature's own tab lists them (`documentsOf`). */
export function documentRoutes(app: App, kind: PersonKind): void {
  const { files } = app.services;
  const { people } = kind;
  const editing = may(kind.edit);
  const tab = (personId: number) => `/${people}/${personId}/documents`;

  app.get(
    `/${people}/:id/documents/:documentId`,
    { config: may(...kind.sees), schema: { params: paper }, exposeHeadRoute: false },
    async (request, reply) => {
      // Views of documents are logged, so this read needs a write transaction.
      const file = await request.write((tx, actor) =>
        openDocument(tx, actor, kind, request.params.id, request.params.documentId),
      );
      const isPicture = file.mediaType === 'image/jpeg';
      return sendStored(reply, files, file, disposition(file.title, isPicture));
    },
  );

  app.post(`/${people}/:id/documents`, { config: editing, schema: { params } }, async (request, reply) => {
    const personId = request.params.id;
    // Checked before the upload is read, to save memory.
    const isAllowed = await request.read((db, actor) => seesPrivate(db, actor, kind, personId));
    if (!isAllowed) await explainRefusal(request, personId);
    const upload = await receiveFile(request, {
      field: 'file',
      bytes: documentBytes,
      kinds: documentKinds,
      fields: DocumentFields,
    });
    return answerInTurn(reply, inTurn, async () => {
      const { fields } = upload;
      const { content, mediaType } = await documentFile(upload);
      await recordStored(files, [content], ([stored]) =>
        request.write((tx, actor) =>
          addDocument(tx, actor, kind, personId, { ...fields, file: { ...stored!, name: fields.title, mediaType } }),
        ),
      );
      return reply.flash(`${fields.title} is added.`).go(tab(personId));
    });
  });

  /** NotFound if the actor can't see the person; NotAllowed if only the documents are restricted. */
  async function explainRefusal(request: FastifyRequest, personId: number): Promise<never> {
    await request.write((tx, actor) => kind.lock(tx, actor, personId));
    throw new NotAllowed();
  }

  app.post(
    `/${people}/:id/documents/:documentId`,
    { config: editing, schema: { params: paper, body: EditDocument } },
    async (request, reply) => {
      const { id: personId, documentId } = request.params;
      await request.write((tx, actor) => editDocument(tx, actor, kind, personId, documentId, request.body));
      return reply.flash('Document saved.').go(tab(personId));
    },
  );

  for (const [act, isRemoved] of [
    ['remove', true],
    ['restore', false],
  ] as const) {
    app.post(
      `/${people}/:id/documents/:documentId/${act}`,
      { config: editing, schema: { params: paper } },
      async (request, reply) => {
        const { id: personId, documentId } = request.params;
        const title = await request.write((tx, actor) =>
          removeDocument(tx, actor, kind, personId, documentId, isRemoved),
        );
        const undo = { action: `${tab(personId)}/${documentId}/restore` };
        if (isRemoved) return reply.flash({ message: `${title} is removed.`, tone: 'good', undo }).go(tab(personId));
        return reply.done(`${title} is restored.`, tab(personId));
      },
    );
  }
}

/** Re-encoded pictures open in the browser; PDFs are untrusted and are only downloaded. */
function disposition(title: string, isPicture: boolean): string {
  const end = isPicture ? 'jpg' : 'pdf';
  const plain =
    title
      .normalize('NFD')
      .replace(/[\u0300-\u036f'’]/g, '')
      .match(/[A-Za-z0-9]+/g)
      ?.join('-') ?? 'document';
  return `${isPicture ? 'inline' : 'attachment'}; filename="${plain}.${end}"; filename*=UTF-8''${encodeURIComponent(title).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}.${end}`;
}
