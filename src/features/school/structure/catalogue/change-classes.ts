import { sql, and, eq, asc, desc } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { type Tx, type Db, hasKey } from '#kernel/database.ts';
import { refuseDuplicate, ValidationError } from '#kernel/errors.ts';
import { checkbox, id, emptyIsNull, line } from '#kernel/schemas.ts';
import { classes, programs } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';
import { withArticle } from '#kernel/contracts/terminology.ts';
import { termFor, batchesTerm, batchTerm } from '../batches/batch-term.ts';
import { findDuplicate } from '../find-duplicate.ts';
import { lockClass } from '../lock-rows.ts';
import { refuseInUse } from '../in-session.ts';

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
  const word = termFor(actor, institutionId, 'class');
  const [program] = await tx
    .select({ id: programs.id })
    .from(programs)
    .where(hasKey(programs, institutionId, input.programId));
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
    `The programme already has ${withArticle(termFor(actor, institutionId, 'class'))} named ${name}. Choose a different name.`,
  ],
});

export const CreateClass = ClassFields.extend({
  institutionId: id,
  /** The program's last class, if it is final, promotes to the new one. */
  followsTop: checkbox,
});

/** Adds a class at the end of its program. */
export async function createClass(
  tx: Tx,
  actor: Actor,
  { institutionId, followsTop, ...input }: z.infer<typeof CreateClass>,
): Promise<number> {
  allow(actor, 'structure.edit', institutionId);
  await checkClass(tx, actor, institutionId, input);
  const top = followsTop
    ? (await finalClasses(tx, institutionId)).find(({ programId }) => programId === input.programId)
    : undefined;
  const position = sql`(select coalesce(max(position), 0) + 1 from classes where institution_id = ${institutionId} and program_id = ${input.programId})`;
  const [row] = await refuseDuplicate(
    tx
      .insert(classes)
      .values({ institutionId, ...input, position })
      .returning({ id: classes.id }),
    classTaken(actor, institutionId, input.name),
  );
  const subject = { institutionId, type: 'class', id: row!.id } as const;
  await recordAction(tx, actor, 'structure.createClass', subject, `added the class ${input.name}`, input);
  if (top) await promoteTo(tx, actor, { institutionId, from: top.id, to: row!.id });
  return row!.id;
}

interface Link {
  institutionId: number;
  from: number;
  to: number;
}

/** Makes a final class promote to another one. A class that promotes to one already is left as it is. */
export async function promoteTo(tx: Tx, actor: Actor, { institutionId, from, to }: Link): Promise<void> {
  // All of them in order, as by everybody who changes promotion: two links at once could form a circle.
  const all = await tx
    .select({ id: classes.id, name: classes.name, next: classes.nextClassId })
    .from(classes)
    .where(eq(classes.institutionId, institutionId))
    .orderBy(asc(classes.id))
    .for('no key update');
  const byId = new Map(all.map((level) => [level.id, level]));
  const [before, after] = [byId.get(from), byId.get(to)];
  if (!before || !after || before.next !== null) return;
  for (let at: typeof after | undefined = after, steps = 0; at && steps <= all.length; steps++) {
    if (at.id === from) return;
    at = at.next === null ? undefined : byId.get(at.next);
  }
  await tx
    .update(classes)
    .set({ nextClassId: to })
    .where(hasKey(classes, institutionId, from));
  const subject = { institutionId, type: 'class', id: from } as const;
  await recordAction(tx, actor, 'structure.editClass', subject, `made ${before.name} promote to ${after.name}`, {
    changes: { nextClassId: { from: null, to } },
  });
}

/** The last class of each program, if nobody is promoted from it. */
export async function finalClasses(db: Db, institutionId: number) {
  const last = await db
    .selectDistinctOn([classes.programId], {
      id: classes.id,
      programId: classes.programId,
      name: classes.name,
      next: classes.nextClassId,
    })
    .from(classes)
    .where(eq(classes.institutionId, institutionId))
    .orderBy(asc(classes.programId), desc(classes.position), desc(classes.id));
  return last.filter(({ next }) => next === null).map(({ next: _, ...level }) => level);
}

export const MoveClass = z.object({ direction: z.enum(['up', 'down']) });

/** Moves a class up or down by one in its program; does nothing at either end. */
export async function moveClass(
  tx: Tx,
  actor: Actor,
  classId: number,
  { direction }: z.infer<typeof MoveClass>,
): Promise<void> {
  const { institutionId, programId, name } = await lockClass(tx, actor, classId);
  const order = await tx
    .select({ id: classes.id, position: classes.position })
    .from(classes)
    .where(and(eq(classes.institutionId, institutionId), eq(classes.programId, programId)))
    .orderBy(asc(classes.position), asc(classes.id));
  const from = order.findIndex((level) => level.id === classId);
  const to = from + (direction === 'up' ? -1 : 1);
  if (to < 0 || to >= order.length) return;
  order.splice(to, 0, ...order.splice(from, 1));
  for (const [at, level] of order.entries()) {
    if (level.position === at + 1) continue;
    await tx
      .update(classes)
      .set({ position: at + 1 })
      .where(hasKey(classes, institutionId, level.id));
  }
  const subject = { institutionId, type: 'class', id: classId } as const;
  await recordAction(tx, actor, 'structure.moveClass', subject, `moved ${name} ${direction}`, {
    from: from + 1,
    to: to + 1,
  });
}

/** Deletes a class that never had a batch and that no other class promotes to. */
export async function deleteClass(tx: Tx, actor: Actor, classId: number): Promise<string> {
  const { institutionId, id, name } = await lockClass(tx, actor, classId);
  await refuseInUse(
    tx,
    name,
    [
      {
        singular: batchTerm(actor, institutionId),
        plural: batchesTerm(actor, institutionId),
        count: sql`select count(*) from batches where institution_id = ${institutionId} and class_id = ${id}`,
      },
    ],
    `Its history must be kept, so the ${termFor(actor, institutionId, 'class')} can’t be deleted.`,
  );
  const [before] = await tx
    .select({ name: classes.name })
    .from(classes)
    .where(and(eq(classes.institutionId, institutionId), eq(classes.nextClassId, id)));
  if (before)
    throw new ValidationError(
      'form',
      `${before.name} promotes to ${name}. Choose a different ${termFor(actor, institutionId, 'class')} there first.`,
    );
  await tx.delete(classes).where(hasKey(classes, institutionId, id));
  const subject = { institutionId, type: 'class', id } as const;
  await recordAction(tx, actor, 'structure.deleteClass', subject, `deleted the class ${name}`);
  return name;
}
