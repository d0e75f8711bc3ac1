import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { withArticle } from '#kernel/contracts/terminology.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { emptyIsNull, id, line } from '#kernel/schemas.ts';
import { wordFor } from '../batches/batch-word.ts';
import { findDuplicate } from '../find-duplicate.ts';
import { classes, programs } from '../structure.schema.ts';

export const ClassFields = z.object({
  programId: z.coerce
    .number({ error: 'Choose a programme.' })
    .int('Choose a programme.')
    .positive('Choose a programme.'),
  name: line(80, 'The name'),
  nextClassId: emptyIsNull(id),
});

/** Refuses a program or next class of another institution, and promotion that leads in a circle. */
export async function checkClass(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  input: z.infer<typeof ClassFields>,
  classId?: number,
): Promise<void> {
  const word = wordFor(actor, institutionId, 'class');
  const [program] = await tx
    .select({ id: programs.id })
    .from(programs)
    .where(and(eq(programs.institutionId, institutionId), eq(programs.id, input.programId)));
  if (!program) throw new ValidationError('programId', 'Choose a programme from the list.');
  const same = await findDuplicate(tx, classes, classes.name, input.name, {
    institutionId,
    except: classId,
    within: [classes.programId, input.programId],
  });
  if (same) throw new ValidationError(...classTaken(actor, institutionId, same)['classes_name']!);
  if (!input.nextClassId) return;
  // Locks all classes: two concurrent edits could form a circle together.
  const all = await tx
    .select({ id: classes.id, name: classes.name, next: classes.nextClassId })
    .from(classes)
    .where(eq(classes.institutionId, institutionId))
    .orderBy(classes.id)
    .for('no key update');
  const byId = new Map(all.map((level) => [level.id, level]));
  const next = byId.get(input.nextClassId);
  if (!next) throw new ValidationError('nextClassId', `Choose ${withArticle(word)} from the list.`);
  if (next.id === classId)
    throw new ValidationError('nextClassId', `${input.name} can’t promote to itself. Choose a different ${word}.`);
  const path = [input.name];
  for (
    let at: typeof next | undefined = next;
    at && path.length <= all.length + 1;
    at = at.next ? byId.get(at.next) : undefined
  ) {
    path.push(at.name);
    if (at.id === classId)
      throw new ValidationError(
        'nextClassId',
        `Promotion would form a loop: ${path.slice(0, -1).join(' → ')} → ${input.name}. Choose a different ${word}.`,
      );
  }
}

export const classTaken = (actor: Actor, institutionId: number, name: string): Record<string, [string, string]> => ({
  classes_name: [
    'name',
    `The programme already has ${withArticle(wordFor(actor, institutionId, 'class'))} named ${name}. Choose a different name.`,
  ],
});
