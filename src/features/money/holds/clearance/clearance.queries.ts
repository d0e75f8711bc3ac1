import { sql } from 'drizzle-orm';
import { allow, can, type Actor } from '#kernel/actor.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { holdOf, liftOf, debtOf, stillWithheld } from '../held/debt-and-holds.ts';
import type { Withheld } from '../holds.ts';

export interface ClearanceStudent {
  id: number;
  /** Surname, First Middle. */
  name: string;
  admissionNumber: string;
  isCleared: boolean;
  /** The day until which a hold is lifted, which is why the student is cleared. */
  liftedUntil: string | null;
  /** Null without the permission to view fees. */
  debt: { owed: number; daysOverdue: number | null; toPay: number } | null;
}

export interface ClearanceBatch {
  id: number;
  name: string;
  students: ClearanceStudent[];
}

interface Row {
  batchId: number;
  batch: string;
  students: ClearanceStudent[];
}

/** Everybody in the batches, cleared or held, by batch and name. */
export async function clearanceOf(
  db: Db,
  actor: Actor,
  institutionId: number,
  { batchIds, what }: { batchIds: number[]; what: Withheld },
): Promise<ClearanceBatch[]> {
  const seesAmounts = can(actor, 'fees.view', institutionId);
  if (!seesAmounts) allow(actor, 'fees.viewClearance', institutionId);
  const isHeld = sql`coalesce(${what} = any (${stillWithheld}), false)`;
  const rows = await query<Row>(
    db,
    render(sql`
    select c.id as "batchId", c.name as batch, coalesce((
      select jsonb_agg(jsonb_build_object('id', students.id,
          'name', concat_ws(', ', students.surname, concat_ws(' ', students.first_name, students.middle_name)),
          'admissionNumber', students.admission_number, 'isCleared', not ${isHeld},
          'liftedUntil', case when ${what} = any (h.withheld) and ${what} = any (l.lifts) then l.until end,
          'debt', case when ${seesAmounts} then jsonb_build_object('owed', coalesce(d.owed, 0), 'daysOverdue', d.late,
            'toPay', coalesce(h.to_pay, 0)) end) order by students.sort_name, students.id)
      from students left join ${debtOf} on true left join ${holdOf} on true left join ${liftOf} on true
      where students.institution_id = c.institution_id and students.batch_id = c.id
        and students.status in ('active', 'suspended') and ${visibleTo(actor, students)}), '[]') as students
    from batches c join classes k on (k.institution_id, k.id) = (c.institution_id, c.class_id)
    where c.institution_id = ${institutionId} and c.id = any (${sql.param(batchIds)}::bigint[])
    order by k.program_id, k.position, c.name, c.id`),
  );
  return rows.map(({ batchId, batch, students: of }) => ({ id: batchId, name: batch, students: of }));
}

export interface BatchChoice {
  id: number;
  name: string;
  classId: number;
  className: string;
  students: number;
}

/** The batches of the current session with students whom the actor can see, in the order of the classes. */
export async function clearanceBatches(db: Db, actor: Actor, institutionId: number): Promise<BatchChoice[]> {
  const rows = await query<BatchChoice>(
    db,
    render(sql`
    select c.id, c.name, k.id as "classId", k.name as "className",
      (select count(*)::int from students where students.institution_id = c.institution_id and students.batch_id = c.id
        and students.status in ('active', 'suspended') and ${visibleTo(actor, students)}) as students
    from batches c join classes k on (k.institution_id, k.id) = (c.institution_id, c.class_id)
    join academic_sessions a on (a.institution_id, a.id) = (c.institution_id, c.session_id)
    where c.institution_id = ${institutionId} and a.is_current and c.closed_at is null
    order by k.program_id, k.position, c.name, c.id`),
  );
  return can(actor, 'students.view', institutionId) ? rows : rows.filter((batch) => batch.students > 0);
}

/** Without a rule that is on, everybody is cleared. */
export async function hasRuleFor(db: Db, institutionId: number, what: Withheld): Promise<boolean> {
  const rows = await query<{ isOn: boolean }>(
    db,
    render(sql`select exists (
    select from hold_rules r where r.institution_id = ${institutionId} and r.is_on and ${what} = any (r.withholds)) as "isOn"`),
  );
  return rows[0]!.isOn;
}
