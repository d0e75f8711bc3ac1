import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { visibleTo } from './employees.policy.ts';

/**
 * Locks the employee's row; NotFound if the actor can't see the employee. A successor is locked too, in the order of
 * ids, so that two exits that name each other as successor can't deadlock.
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
