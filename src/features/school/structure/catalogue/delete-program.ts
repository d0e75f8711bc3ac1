import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { wordFor } from '../batches/batch-word.ts';
import { refuseInUse } from '../in-use.ts';
import { lockProgram } from '../lock-rows.ts';
import { programs } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';

/** Deletes a program without classes. */
export async function deleteProgram(tx: Tx, actor: Actor, programId: number): Promise<string> {
  const { institutionId, id, name } = await lockProgram(tx, actor, programId);
  await refuseInUse(
    tx,
    name,
    [
      {
        singular: wordFor(actor, institutionId, 'class'),
        plural: wordFor(actor, institutionId, 'classes'),
        count: sql`select count(*) from classes where institution_id = ${institutionId} and program_id = ${id}`,
      },
    ],
    'Archive it instead.',
  );
  await tx.delete(programs).where(and(eq(programs.institutionId, institutionId), eq(programs.id, id)));
  await recordAction(
    tx,
    actor,
    'structure.deleteProgram',
    { institutionId, type: 'program', id, name },
    `deleted the programme ${name}`,
  );
  return name;
}
