import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { CustomField, CustomFile, CustomValue } from '#kernel/contracts/custom-field.ts';
import type { Tx } from '#kernel/database.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { files } from '#kernel/tables.ts';
import type { Reading } from './read-custom-value.ts';

/** The purpose of an uploaded file whose form has not been saved yet. */
export const pendingPurpose = (fieldId: number) => `waiting for custom field ${fieldId}`;
/** The purpose of a person's file, kept when it is replaced so that an erasure finds it. */
export const claimedPurpose = (entity: Entity, personId: number) => `custom field of ${entity} ${personId}`;

interface Person {
  institutionId: number;
  entity: Entity;
  personId: number;
}

/** The file of a submitted id: the existing one, or one that the actor just uploaded for this field. */
export async function claimFile(
  tx: Tx,
  actor: Actor,
  { institutionId, entity, personId }: Person,
  field: CustomField,
  sent: unknown,
  old: CustomValue | null,
): Promise<Reading> {
  if (sent === undefined || sent === null || sent === '') return { value: null };
  const fileId = Number(sent);
  if (old && (old as CustomFile).id === fileId) return { value: old };
  const [file] = Number.isSafeInteger(fileId)
    ? await tx
        .update(files)
        .set({ purpose: claimedPurpose(entity, personId) })
        .where(
          and(
            eq(files.institutionId, institutionId),
            eq(files.id, fileId),
            eq(files.purpose, pendingPurpose(field.id)),
            sql`${files.accountId} = ${actor.accountId}`,
          ),
        )
        .returning({ id: files.id, name: files.name, size: files.size })
    : [];
  return file ? { value: file } : { refusal: `The file for ${field.label} wasn’t uploaded. Choose it again.` };
}
