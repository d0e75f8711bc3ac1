import { accountNameOf } from '#kernel/account-name.ts';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { type Db, type Tx, hasKey } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { NotFound } from '#kernel/errors.ts';
import { files } from '#kernel/tables.ts';
import { listValuesOf } from '#features/records/lookups/lookups.queries.ts';
import { readsHistory, logAccess } from '../history.queries.ts';
import { documents, type Entity } from '../people.schema.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';

/** The column with the person's id. */
export const ownerColumn = {
  student: documents.studentId,
  employee: documents.employeeId,
  guardian: documents.guardianId,
} as const satisfies Record<Entity, unknown>;

/**
 * A person's documents and the document types, for users who can see the private group. The view is logged. NotFound for
 * all other users.
 */
export async function documentsOf(tx: Tx, actor: Actor, kind: PersonKind, id: number) {
  const [person] = await tx
    .select({ institutionId: kind.table.institutionId })
    .from(kind.table)
    .where(and(kind.visibleTo(actor), kind.privateTo(actor), eq(kind.table.id, id)));
  if (!person) throw new NotFound(kind.entity);
  const institutionId = person.institutionId as number;
  const membership = membershipIn(actor, institutionId)!;
  const day = today(membership.timeZone);
  const addedBy = accountNameOf(
    sql`a.name`,
    readsHistory(actor, kind, institutionId) ? sql`a.username` : sql`null::text`,
  );
  const rows = await tx
    .select({
      id: documents.id,
      type: documents.type,
      title: documents.title,
      mediaType: files.mediaType,
      size: files.size,
      issuedOn: documents.issuedOn,
      expiresOn: documents.expiresOn,
      /** Days until it expires; negative if it has expired. */
      daysLeft: sql<number | null>`${documents.expiresOn} - ${day}::date`,
      addedBy: sql<string | null>`(select ${addedBy} from accounts a where a.id = ${documents.accountId})`,
      addedAt: documents.createdAt,
    })
    .from(documents)
    .innerJoin(files, hasKey(files, documents.institutionId, documents.fileId))
    .where(
      and(eq(documents.institutionId, institutionId), eq(ownerColumn[kind.entity], id), isNull(documents.removedAt)),
    )
    .orderBy(asc(documents.type), desc(documents.id));
  const types = await listValuesOf(tx, institutionId, 'documentTypes');
  await logAccess(tx, actor, {
    institutionId,
    entity: kind.entity,
    subjectId: id,
    groups: ['private'],
    place: 'record',
  });
  return { rows, types, can: { edit: membership.permissions.has(kind.edit) } };
}
export type Documents = Awaited<ReturnType<typeof documentsOf>>;

/** The file of a document that has not been removed. The view is logged. */
export async function openDocument(tx: Tx, actor: Actor, kind: PersonKind, id: number, documentId: number) {
  const [found] = await tx
    .select({
      institutionId: documents.institutionId,
      title: documents.title,
      storedAs: files.storedAs,
      size: files.size,
      mediaType: files.mediaType,
    })
    .from(documents)
    .innerJoin(
      kind.table,
      and(eq(kind.table.institutionId, documents.institutionId), eq(kind.table.id, ownerColumn[kind.entity])),
    )
    .innerJoin(files, hasKey(files, documents.institutionId, documents.fileId))
    .where(
      and(
        kind.visibleTo(actor),
        kind.privateTo(actor),
        eq(kind.table.id, id),
        eq(documents.id, documentId),
        isNull(documents.removedAt),
      ),
    );
  if (!found) throw new NotFound('document');
  const { institutionId } = found;
  await logAccess(tx, actor, {
    institutionId,
    entity: kind.entity,
    subjectId: id,
    groups: ['private'],
    place: 'file',
  });
  return found;
}

/** Whether the actor can see the person's private group. */
export const seesPrivate = async (db: Db, actor: Actor, kind: PersonKind, id: number): Promise<boolean> =>
  (await db.$count(kind.table, and(kind.visibleTo(actor), kind.privateTo(actor), eq(kind.table.id, id)))) > 0;
