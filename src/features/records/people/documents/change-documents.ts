import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changesBetween, detailsOf, type Changes } from '#kernel/edit/changes.ts';
import type { Tx } from '#kernel/database.ts';
import { differing, edits, mergeEdit } from '#kernel/edit/edit.ts';
import { NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import { keepFile, type StoredFile } from '#kernel/files.ts';
import { checkWords } from '#features/records/lookups/check-words.ts';
import { DocumentFields } from './document-fields.ts';
import { ownerColumn, seesPrivate } from './documents.queries.ts';
import { documents } from '../people.schema.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';

/** More than any record needs: stops a folder that is uploaded twice. */
const mostEach = 100;
const lists = { type: 'documentTypes' } as const;
const idColumn = { student: 'studentId', employee: 'employeeId', guardian: 'guardianId' } as const;

type Kept = StoredFile & { name: string; mediaType: string };

/** Adds a document to a person's record. */
export async function addDocument(
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
  const { type } = await checkWords(tx, institutionId, lists, fields);
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

export const EditDocument = edits(DocumentFields);

/** Edits the details of a document. Its file stays. */
export async function editDocument(
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
  const fields = { ...input, ...(await checkWords(tx, person.institutionId, lists, input, before)) };
  const changes = changesBetween(before, fields);
  if (Object.keys(changes).length === 0) return;
  await tx
    .update(documents)
    .set(differing(fields, changes))
    .where(and(eq(documents.institutionId, person.institutionId), eq(documents.id, documentId)));
  await note(tx, actor, kind, person, 'editDocument', 'edited a document on', changes);
}

/** Removes a document or restores it. Its file stays for the undo. Returns the title. */
export async function removeDocument(
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
    .where(and(eq(documents.institutionId, person.institutionId), eq(documents.id, documentId)));
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
