import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { changesBetween } from '#kernel/edit/changes.ts';
import { edits, mergeEdit } from '#kernel/edit/edit.ts';
import { ValidationError } from '#kernel/errors.ts';
import { refuseTaken } from '../entries/taken-registers.ts';
import { WeekFields } from './week-fields.ts';
import { schoolWeek, type SchoolWeek } from './week.queries.ts';

export const EditWeek = edits(WeekFields);

/** Changes the weekdays on which an institution has school, for all terms. */
export async function editWeek(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  sent: z.output<typeof EditWeek>,
): Promise<void> {
  allow(actor, 'calendar.edit', institutionId);
  // There may be no rule yet to lock.
  await tx.execute(sql`select from institutions where id = ${institutionId} for no key update`);
  const before = await schoolWeek(tx, institutionId);
  const { input } = await mergeEdit(tx, actor, {
    fields: EditWeek,
    sent,
    current: { ...before, closesTaken: false },
    subject: { institutionId, type: 'institution', id: institutionId },
    together: [['schoolWeekdays', 'halfWeekdays']],
  });
  const values: SchoolWeek = {
    schoolWeekdays: inOrder(input.schoolWeekdays),
    halfWeekdays: inOrder(input.halfWeekdays),
  };
  if (values.schoolWeekdays.length === 0)
    throw new ValidationError('schoolWeekdays', 'Choose at least one school day.');
  if (values.halfWeekdays.some((day) => !values.schoolWeekdays.includes(day)))
    throw new ValidationError('halfWeekdays', 'Half days are school days too. Choose them among the school days.');
  const changes = changesBetween(before, values);
  if (Object.keys(changes).length === 0) return;
  if (!input.closesTaken) await refuseClosed(tx, institutionId, before, values);
  await tx.execute(sql`insert into calendar_rules (institution_id, school_weekdays, half_weekdays)
    values (${institutionId}, ${sql.param(values.schoolWeekdays)}::smallint[], ${sql.param(values.halfWeekdays)}::smallint[])
    on conflict (institution_id) do update
    set school_weekdays = excluded.school_weekdays, half_weekdays = excluded.half_weekdays`);
  await record(tx, actor, 'calendar.editWeek', {
    institutionId,
    summary: 'changed the school week',
    subject: { type: 'institution', id: institutionId },
    details: { changes },
  });
}

/** Weekdays with registers in the current session that would no longer be school days. */
async function refuseClosed(tx: Tx, institutionId: number, before: SchoolWeek, after: SchoolWeek): Promise<void> {
  const gone = before.schoolWeekdays.filter((day) => !after.schoolWeekdays.includes(day));
  if (gone.length === 0) return;
  await refuseTaken(
    tx,
    institutionId,
    sql`extract(isodow from u.on_date)::int = any (${sql.param(gone)}::int[])
      and not exists (select from calendar_entries e where e.institution_id = u.institution_id and e.kind = 'school_day'
        and u.on_date between e.starts_on and e.ends_on)
      and exists (select from academic_sessions y where y.institution_id = u.institution_id and y.is_current
        and u.on_date between y.starts_on and y.ends_on)`,
    'save the school week',
  );
}

const inOrder = (days: number[]): number[] => [...new Set(days)].toSorted((one, other) => one - other);
