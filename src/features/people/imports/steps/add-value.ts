import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { searchable } from '#kernel/searchable.ts';
import { addWord, AddWord } from '#features/records/lookups/add-word.ts';
import { createBatch } from '#features/school/structure/batches/create-batch.ts';
import { BatchFields } from '#features/school/structure/batches/batch-fields.ts';
import { academicSessions, classes } from '#features/school/structure/structure.schema.ts';
import type { ImportRow } from '../imports.schema.ts';
import type { School } from '../kinds/kind.ts';

/** The class, arm and seats of a batch that is added while values are corrected. */
export const NewBatch = z.object({
  classId: z.string().max(20).default(''),
  arm: z.string().trim().max(40, 'Use at most 40 characters for the arm.').default(''),
  capacity: z.string().max(6).default(''),
});

interface Wanted {
  key: string;
  value: string;
  /** The place in the form. */
  at: number;
  batch: z.infer<typeof NewBatch>;
}

/** Adds a value of the file to the school's list, or a batch for it; returns what the value means from now on. */
export async function addValue(
  tx: Tx,
  actor: Actor,
  { roster, words }: School,
  { institutionId }: ImportRow,
  { key, value, at, batch }: Wanted,
): Promise<string> {
  const { list } = roster.fields[key]!;
  if (key !== 'batch' && !list)
    throw new ValidationError(`words.${at}.means`, 'Nothing can be added to this field. Choose a value.');
  // A colleague may have added it meanwhile.
  const known = list && words.get(list)?.get(searchable(value));
  if (known) return known;
  try {
    if (list) {
      const input = AddWord.parse({ institutionId, list, name: value });
      await addWord(tx, actor, input);
      return input.name;
    }
    return await addBatch(tx, actor, institutionId, batch);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ValidationError(`words.${at}.means`, error.message);
  }
}

async function addBatch(tx: Tx, actor: Actor, institutionId: number, { classId, arm, capacity }: Wanted['batch']) {
  const [[session], [found]] = await Promise.all([
    tx
      .select({ id: academicSessions.id })
      .from(academicSessions)
      .where(and(eq(academicSessions.institutionId, institutionId), academicSessions.isCurrent)),
    tx
      .select({ id: classes.id, name: classes.name })
      .from(classes)
      .where(and(eq(classes.institutionId, institutionId), eq(classes.id, Number(classId) || 0))),
  ]);
  if (!session) throw new ValidationError('form', 'There is no current session. Choose one in the settings first.');
  if (!found) throw new ValidationError('form', 'Choose the class that is added to.');
  const name = `${found.name} ${arm}`.trim();
  const fields = BatchFields.safeParse({
    classId: found.id,
    sessionId: session.id,
    arm,
    name,
    capacity: capacity || 40,
  });
  if (!fields.success) throw new ValidationError('form', fields.error.issues[0]!.message);
  await createBatch(tx, actor, fields.data);
  return name;
}
