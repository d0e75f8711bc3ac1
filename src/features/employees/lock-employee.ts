import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { employees } from '#features/people/people.schema.ts';
import { visibleTo } from './employees.policy.ts';

/**
 * The employee's row, locked, or NotFound for whom the actor may not see. Somebody who takes over is locked too, in the
 * order of their ids: two who leave to each other do not wait for ever.
 */
export async function lockEmployee(tx: Tx, actor: Actor, employeeId: number, besideId: number | null = null) {
  if (besideId !== null)
    await tx
      .select({ id: employees.id })
      .from(employees)
      .where(and(visibleTo(actor, employees), inArray(employees.id, [employeeId, besideId])))
      .orderBy(employees.id)
      .for('no key update');
  const [row] = await tx
    .select()
    .from(employees)
    .where(and(visibleTo(actor, employees), eq(employees.id, employeeId)))
    .for('no key update');
  if (!row) throw new NotFound('employee');
  return row;
}
