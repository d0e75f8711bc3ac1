import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { checkbox, id } from '#kernel/schemas.ts';
import { checkClass, ClassFields, classTaken } from './class-fields.ts';
import { finalClasses, promoteTo } from './promote-to.ts';
import { classes } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';

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
  const subject = { institutionId, type: 'class', id: row!.id, name: input.name } as const;
  await recordAction(tx, actor, 'structure.createClass', subject, `added the class ${input.name}`, input);
  if (top) await promoteTo(tx, actor, { institutionId, from: top.id, to: row!.id });
  return row!.id;
}
