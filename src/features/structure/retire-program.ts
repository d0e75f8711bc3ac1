import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { lockProgram } from './lock-rows.ts';
import { programs } from './structure.schema.ts';
import { recordAct } from './write-down.ts';

/** A retired program is offered to nobody new; what happened in it stays. Restoring takes that back. */
export async function retireProgram(tx: Tx, actor: Actor, programId: number, isRetired: boolean): Promise<string> {
  const { institutionId, id, name, retiredAt } = await lockProgram(tx, actor, programId);
  if (Boolean(retiredAt) === isRetired) return name;
  await tx
    .update(programs)
    .set({ retiredAt: isRetired ? sql`now()` : null })
    .where(and(eq(programs.institutionId, institutionId), eq(programs.id, id)));
  const [act, done] = isRetired ? ['retireProgram', 'retired'] : ['restoreProgram', 'restored'];
  await recordAct(
    tx,
    actor,
    `structure.${act}`,
    { institutionId, type: 'program', id, name },
    `${done} the program ${name}`,
    {
      from: isRetired ? 'offered' : 'retired',
      to: isRetired ? 'retired' : 'offered',
    },
  );
  return name;
}
