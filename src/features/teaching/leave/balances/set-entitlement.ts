import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record, sentence } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict, NotAllowed, NotFound } from '#kernel/errors.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { lockEmployee } from '#features/people/employees/create-employee.ts';
import { isOwnRecord } from '../leave.policy.ts';

export const dayCount = z.coerce
  .number({ error: 'Enter a number of days, such as 21 or 10.5.' })
  .min(0, 'Enter a number of days, such as 21 or 10.5.')
  .max(366, 'A year has 366 days at most.')
  .refine((days) => Number.isInteger(days * 2), 'Enter whole or half days, such as 21 or 10.5.');

export const SetEntitlement = z.object({
  typeId: id,
  year: z.coerce.number().int().min(2000).max(2200),
  /** Blank: the days of the type. */
  days: emptyIsNull(dayCount),
  /** What its page showed. */
  shown: emptyIsNull(dayCount),
});

/** Gives an employee other days of a type in a year than the type has; none gives those of the type back. */
export async function setEntitlement(tx: Tx, actor: Actor, employeeId: number, input: z.output<typeof SetEntitlement>) {
  const { typeId, year, days, shown } = input;
  const employee = await lockEmployee(tx, actor, employeeId);
  const { institutionId } = employee;
  allow(actor, 'leave.edit', institutionId);
  if (isOwnRecord(actor, { institutionId, employeeId }))
    throw new NotAllowed('You can’t set your own days. Ask a colleague to do it.');
  const [now] = await query<{ type: string; days: number | null }>(tx)`
    select t.name as type, e.days::float as days from leave_types t
      left join leave_entitlements e on (e.institution_id, e.type_id) = (t.institution_id, t.id)
        and e.employee_id = ${employeeId}::bigint and e.year = ${year}
      where t.institution_id = ${institutionId} and t.id = ${typeId}::bigint`;
  if (!now) throw new NotFound('leave type');
  if (now.days !== shown) throw new Conflict('These days have since changed. Reload the page to see the new figure.');
  if (days === now.days) return;
  await tx.execute(
    days === null
      ? sql`delete from leave_entitlements where institution_id = ${institutionId} and employee_id = ${employeeId}::bigint
          and type_id = ${typeId}::bigint and year = ${year}`
      : sql`insert into leave_entitlements (institution_id, employee_id, type_id, year, days)
          values (${institutionId}, ${employeeId}::bigint, ${typeId}::bigint, ${year}, ${days})
          on conflict (institution_id, employee_id, type_id, year) do update set days = excluded.days`,
  );
  const name = `${employee.firstName} ${employee.surname}`;
  await record(tx, actor, 'leave.setEntitlement', {
    institutionId,
    summary: sentence`set the days of ${now.type} of ${{ of: 'employee', id: employeeId, name }} in ${year} to ${days ?? 'the default'}`,
    subject: { type: 'employee', id: employeeId },
    details: { type: now.type, year, from: now.days, to: days },
  });
}
