import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import { recordStored, keepFile, type StoredFile } from '#kernel/files.ts';
import { id, line, optionalDay } from '#kernel/schemas.ts';
import { documentKinds, redraw, type FileKind } from '#kernel/uploaded-picture.ts';
import { may, type App } from '#web/routes.ts';
import { answerInTurn, receiveFile, sendStored } from '#web/uploads.ts';
import { openDocument, seesPrivate, ownerColumn } from './documents.queries.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changesBetween, detailsOf, type Changes } from '#kernel/edit/changes.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { differing, edits, mergeEdit } from '#kernel/edit/edit.ts';
import { checkListValues } from '#features/records/lookups/check-list-values.ts';
import { documents } from '../people.schema.ts';
import { listValue } from '../person-fields.ts';
import type { Transformer } from '@napi-rs/image';

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
      return reply.flash(`${fields.title} is added.`).seeOther(tab(personId));
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
      return reply.flash('Document saved.').seeOther(tab(personId));
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
          return reply.flash({ message: `${title} is removed.`, tone: 'good', undo }).seeOther(tab(personId));
        return reply.redirectOrJson(`${title} is restored.`, tab(personId));
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

/** More than any record needs: stops a folder that is uploaded twice. */
const mostEach = 100;
const lists = { type: 'documentTypes' } as const;
const idColumn = { student: 'studentId', employee: 'employeeId', guardian: 'guardianId' } as const;

type Kept = StoredFile & { name: string; mediaType: string };

/** Adds a document to a person's record. */
async function addDocument(
  tx: Tx,
  actor: Actor,
  kind: PersonKind,
  personId: number,
  input: DocumentFields & { file: Kept },
): Promise<void> {
  const person = await lockForPapers(tx, actor, kind, personId);
  const { institutionId } = person;
  const { file, ...fields } = input;
  const here = and(eq(documents.institutionId, institutionId), eq(ownerColumn[kind.entity], personId));
  if ((await tx.$count(documents, and(here, isNull(documents.removedAt)))) >= mostEach)
    throw new ValidationError('file', `This record already has ${mostEach} documents. Remove one first.`);
  const { type } = await checkListValues(tx, institutionId, lists, fields);
  const fileId = await keepFile(tx, actor, institutionId, { ...file, purpose: 'document' });
  await tx.insert(documents).values({
    ...fields,
    institutionId,
    type,
    fileId,
    accountId: actor.accountId,
    [idColumn[kind.entity]]: personId,
  });
  await note(tx, actor, kind, person, 'addDocument', 'added a document to', {
    document: { from: null, to: fields.title },
  });
}

/** The details of a document besides its file. */
const DocumentFields = z
  .object({
    type: listValue('The type'),
    title: line(150, 'The title'),
    issuedOn: optionalDay,
    expiresOn: optionalDay,
  })
  .refine(({ issuedOn, expiresOn }) => !issuedOn || !expiresOn || expiresOn >= issuedOn, {
    path: ['expiresOn'],
    message: 'The expiry date is before the issue date.',
  });
type DocumentFields = z.infer<typeof DocumentFields>;

const EditDocument = edits(DocumentFields);

/** Edits the details of a document. Its file stays. */
async function editDocument(
  tx: Tx,
  actor: Actor,
  kind: PersonKind,
  personId: number,
  documentId: number,
  sent: z.infer<typeof EditDocument>,
): Promise<void> {
  const person = await lockForPapers(tx, actor, kind, personId);
  const before = await findPaper(tx, kind, person, documentId);
  if (before.removedAt) throw new NotFound('document');
  const { input } = await mergeEdit(tx, actor, {
    fields: EditDocument,
    sent,
    current: before,
    subject: { institutionId: person.institutionId, type: kind.entity, id: person.id },
    together: [['issuedOn', 'expiresOn']],
  });
  const fields = { ...input, ...(await checkListValues(tx, person.institutionId, lists, input, before)) };
  const changes = changesBetween(before, fields);
  if (Object.keys(changes).length === 0) return;
  await tx
    .update(documents)
    .set(differing(fields, changes))
    .where(hasKey(documents, person.institutionId, documentId));
  await note(tx, actor, kind, person, 'editDocument', 'edited a document on', changes);
}

/** Removes a document or restores it. Its file stays for the undo. Returns the title. */
async function removeDocument(
  tx: Tx,
  actor: Actor,
  kind: PersonKind,
  personId: number,
  documentId: number,
  isRemoved: boolean,
): Promise<string> {
  const person = await lockForPapers(tx, actor, kind, personId);
  const paper = await findPaper(tx, kind, person, documentId);
  if (isRemoved === (paper.removedAt !== null)) return paper.title;
  await tx
    .update(documents)
    .set({ removedAt: isRemoved ? sql`now()` : null })
    .where(hasKey(documents, person.institutionId, documentId));
  const [action, did, change] = isRemoved
    ? (['removeDocument', 'removed a document from', { from: paper.title, to: null }] as const)
    : (['restoreDocument', 'restored a document on', { from: null, to: paper.title }] as const);
  await note(tx, actor, kind, person, action, did, { document: change });
  return paper.title;
}

type Person = Awaited<ReturnType<PersonKind['lock']>>;

async function lockForPapers(tx: Tx, actor: Actor, kind: PersonKind, personId: number): Promise<Person> {
  const person = await kind.lock(tx, actor, personId);
  allow(actor, kind.edit, person.institutionId);
  if (!(await seesPrivate(tx, actor, kind, personId))) throw new NotAllowed();
  return person;
}

async function findPaper(tx: Tx, kind: PersonKind, { institutionId, id }: Person, documentId: number) {
  const [paper] = await tx
    .select()
    .from(documents)
    .where(
      and(eq(documents.institutionId, institutionId), eq(ownerColumn[kind.entity], id), eq(documents.id, documentId)),
    );
  if (!paper) throw new NotFound('document');
  return paper;
}

/** The title stays out of the summary, which is visible to everyone who can see the person: it may be confidential. */
const note = (tx: Tx, actor: Actor, kind: PersonKind, person: Person, action: string, did: string, changes: Changes) =>
  record(tx, actor, `${kind.people}.${action}`, {
    institutionId: person.institutionId,
    summary: `${did} the record of ${person.firstName} ${person.surname}`,
    subject: { type: kind.entity, id: person.id },
    details: detailsOf(changes, () => 'private'),
  });

/** The largest upload. */
export const documentBytes = 10 * 1_048_576;
/** Enough pixels to read a scanned page. */
const longestSide = 2400;

export interface DocumentFile {
  content: Buffer;
  mediaType: 'application/pdf' | 'image/jpeg';
}

/** The stored form of an upload: a PDF unchanged, a picture as a new JPEG without metadata. */
export async function documentFile({ content, kind }: { content: Buffer; kind: FileKind }): Promise<DocumentFile> {
  if (kind !== 'pdf') return { content: await redraw(content, 'file', () => encode(content)), mediaType: 'image/jpeg' };
  if (!content.subarray(-2048).includes('%%EOF'))
    throw new ValidationError('file', 'This PDF is incomplete. Save or scan it again, then upload it.');
  return { content, mediaType: 'application/pdf' };
}

async function encode(upload: Buffer): Promise<Buffer> {
  // The library is loaded on the first upload, not at every start.
  const { CompressionType, ResizeFit, Transformer } = await import('@napi-rs/image');
  const original: Transformer = new Transformer(upload).rotate();
  const { width, height } = await original.metadata();
  if (Math.max(width, height) > longestSide)
    original.resize({ width: longestSide, height: longestSide, fit: ResizeFit.Inside });
  const page = await original.png({ compressionType: CompressionType.Fast });
  const size = await new Transformer(page).metadata();
  // JPEG has no transparency, so transparent areas become white.
  const white = Buffer.alloc(size.width * size.height * 4, 255);
  return Transformer.fromRgbaPixels(white, size.width, size.height).overlay(page, 0, 0).jpeg(80);
}
