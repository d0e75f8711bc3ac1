import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { NotAllowed, Refused, Uncertain } from '#kernel/errors.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { addDocument, EditDocument, editDocument, removeDocument } from './change-documents.ts';
import { documentBytes, documentFile } from './document-file.ts';
import { DocumentFields } from './document-fields.ts';
import { openDocument, seesPrivate } from './documents.queries.ts';
import type { PersonKind } from './person-kind.ts';
import { receiveFile, type Received } from './receive-file.ts';

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
    const upload = await receiveFile(request, { field: 'file', bytes: documentBytes, none: 'Choose a file.' });
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const title = await inTurn(gone.signal, () => add(request, personId, upload)).catch((error: unknown) => {
      if (!gone.signal.aborted) throw error;
    });
    if (title === undefined) return reply.hijack();
    return reply.flash(`${title} is on the record.`).go(tab(personId));
  });

  async function add(request: FastifyRequest, personId: number, upload: Received): Promise<string> {
    const { data: fields, error } = DocumentFields.safeParse(upload.fields);
    if (error) throw refusalOf(error.issues);
    const { content, mediaType } = await documentFile(upload.content);
    const stored = await files.store(Readable.from([content]), { bytes: documentBytes * 2, field: 'file' });
    try {
      const file = { ...stored, name: fields.title, mediaType };
      await request.write((tx, actor) => addDocument(tx, actor, kind, personId, { ...fields, file }));
      return fields.title;
    } catch (cause) {
      // Perhaps it is on the record now: better a file too many than one too few.
      if (!(cause instanceof Uncertain)) await files.discard(stored.storedAs);
      throw cause;
    }
  }

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
        if (isRemoved)
          return reply.flash({ message: `${title} is taken off the record.`, tone: 'good', undo }).go(tab(personId));
        return restored(request, reply, title, tab(personId));
      },
    );
  }
}

/** The answer to an undo: a page for a button in the page, the bare words for a background request. */
function restored(request: FastifyRequest, reply: FastifyReply, title: string, address: string) {
  const message = `${title} is on the record again.`;
  return request.headers['x-inertia'] ? reply.flash(message).go(address) : reply.send({ message });
}

function refusalOf(issues: readonly { path: PropertyKey[]; message: string }[]): Refused {
  const errors = Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
  const [field, message] = Object.entries(errors)[0]!;
  return new Refused(field, message, errors);
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
