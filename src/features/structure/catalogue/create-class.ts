import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { checkClass, ClassFields, classTaken } from './class-fields.ts';
import { classes } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';

export const CreateClass = ClassFields.extend({ institutionId: id });

/** Adds a class at the end of its program. */
export async function createClass(
  tx: Tx,
  actor: Actor,
  { institutionId, ...input }: z.infer<typeof CreateClass>,
): Promise<number> {
  allow(actor, 'structure.edit', institutionId);
  await checkClass(tx, actor, institutionId, input);
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
  return row!.id;
}
