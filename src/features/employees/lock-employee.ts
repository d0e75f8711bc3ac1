import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { employees } from '#features/people/people.schema.ts';
import { visibleTo } from './employees.policy.ts';

/** The employee's row, locked, or NotFound for whom the actor may not see. */
export async function lockEmployee(tx: Tx, actor: Actor, employeeId: number) {
  const [row] = await tx
    .select()
    .from(employees)
    .where(and(visibleTo(actor, employees), eq(employees.id, employeeId)))
    .for('update');
  if (!row) throw new NotFound('employee');
  return row;
}
