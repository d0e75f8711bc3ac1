import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { lockProgram } from '../lock-rows.ts';
import { programs } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';

/** Retires or restores a program. A retired program accepts no applications; its history stays. */
export async function retireProgram(tx: Tx, actor: Actor, programId: number, isRetired: boolean): Promise<string> {
  const { institutionId, id, name, retiredAt } = await lockProgram(tx, actor, programId);
  if (Boolean(retiredAt) === isRetired) return name;
  await tx
    .update(programs)
    .set({ retiredAt: isRetired ? sql`now()` : null })
    .where(and(eq(programs.institutionId, institutionId), eq(programs.id, id)));
  const [action, verb] = isRetired ? ['retireProgram', 'archived'] : ['restoreProgram', 'restored'];
  await recordAction(
    tx,
    actor,
    `structure.${action}`,
    { institutionId, type: 'program', id, name },
    `${verb} the programme ${name}`,
    {
      from: isRetired ? 'offered' : 'archived',
      to: isRetired ? 'archived' : 'offered',
    },
  );
  return name;
}
