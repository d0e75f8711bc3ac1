import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { NotAllowed } from '#kernel/errors.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import { recordStored } from '#kernel/files.ts';
import { id } from '#kernel/schemas.ts';
import { documentKinds } from '#kernel/uploaded-picture.ts';
import { may, type App } from '#web/routes.ts';
import { answerInTurn, receiveFile } from '#web/uploads.ts';
import { addDocument, EditDocument, editDocument, removeDocument } from './change-documents.ts';
import { documentBytes, documentFile } from './document-file.ts';
import { DocumentFields } from './document-fields.ts';
import { openDocument, seesPrivate } from './documents.queries.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';

const params = z.object({ id });
const paper = z.object({ id, documentId: id });
// Taken when the file is here whole: who sends slowly keeps nobody waiting.
const inTurn = takeTurns(3);

/** Takes and hands out the papers of people of a kind. The tab that lists them is the feature's own (`documentsOf`). */
export function documentRoutes(app: App, kind: PersonKind): void {
  const { files } = app.services;
  const { people } = kind;
  const editing = may(kind.edit);
  const tab = (personId: number) => `/${people}/${personId}/documents`;

  app.get(
    `/${people}/:id/documents/:documentId`,
    { config: may(...kind.sees), schema: { params: paper }, exposeHeadRoute: false },
    async (request, reply) => {
      // Who opened a person's papers is written down, so this reads in a transaction that writes.
      const file = await request.write((tx, actor) =>
        openDocument(tx, actor, kind, request.params.id, request.params.documentId),
      );
      const isPicture = file.mediaType === 'image/jpeg';
      return reply
        .header('Cache-Control', 'private, no-store')
        .header('X-Content-Type-Options', 'nosniff')
        .header('Content-Security-Policy', `default-src 'none'; sandbox`)
        .header('Content-Length', file.size)
        .header('Content-Disposition', disposition(file.title, isPicture))
        .type(file.mediaType)
        .send(files.open(file.storedAs));
    },
  );

  app.post(`/${people}/:id/documents`, { config: editing, schema: { params } }, async (request, reply) => {
    const personId = request.params.id;
    // Before the upload is read: a file that cannot be kept is not worth the memory.
    const isAllowed = await request.read((db, actor) => seesPrivate(db, actor, kind, personId));
    if (!isAllowed) await explainRefusal(request, personId);
    const upload = await receiveFile(request, {
      ...{ field: 'file', bytes: documentBytes, kinds: documentKinds, fields: DocumentFields },
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

  /** NotFound for whom may not see the person, NotAllowed for whom only the papers are closed. */
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
      return reply.flash('The document is saved.').go(tab(personId));
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
        return restored(request, reply, title, tab(personId));
      },
    );
  }
}

/** The answer to an undo: a page for a button in the page, the bare words for a background request. */
function restored(request: FastifyRequest, reply: FastifyReply, title: string, address: string) {
  const message = `${title} is restored.`;
  return request.headers['x-inertia'] ? reply.flash(message).go(address) : reply.send({ message });
}

/** A picture of ours opens in the browser; a PDF is somebody's own file and is only ever saved. */
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
