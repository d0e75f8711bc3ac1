import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { CustomField, CustomFile, CustomValue } from '#kernel/custom-field.ts';
import type { Tx } from '#kernel/database.ts';
import type { Entity } from '#features/people/people.schema.ts';
import { files } from '#kernel/tables.ts';
import type { Reading } from './read-custom-value.ts';

/** A file that a form has sent ahead and that belongs to nobody yet. */
export const waitingPurpose = (fieldId: number) => `waiting for custom field ${fieldId}`;
/** Of whom a file is, also after another took its place: whoever erases a person's data finds it by this. */
export const claimedPurpose = (entity: Entity, personId: number) => `custom field of ${entity} ${personId}`;

interface Person {
  institutionId: number;
  entity: Entity;
  personId: number;
}

/** The file whose id a form sends: the one there was, or one that the same person has just sent for this field. */
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
            eq(files.purpose, waitingPurpose(field.id)),
            sql`${files.accountId} = ${actor.accountId}`,
          ),
        )
        .returning({ id: files.id, name: files.name, size: files.size })
    : [];
  return file ? { value: file } : { refusal: `The file for ${field.label} did not arrive. Choose it again.` };
}
