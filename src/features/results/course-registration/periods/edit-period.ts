import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, type Db, type Tx } from '#kernel/database.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { edits } from '#kernel/edit/edit.ts';
import { NotFound } from '#kernel/errors.ts';
import type { Period } from '../registration.ts';
import { registrationPeriods } from '../registration.schema.ts';
import { PeriodFields, checkPeriod } from './period-fields.ts';

export const EditPeriod = edits(PeriodFields);

export interface FoundPeriod extends Period {
  className: string;
  term: string;
}

/** A period that the actor can edit; locked with `lock`. */
export async function findPeriod(db: Db, actor: Actor, periodId: number, lock = false): Promise<FoundPeriod> {
  const within = institutionsWhere(actor, 'registration.manage');
  const [row] = await query<FoundPeriod>(
    db,
    sql`select p.id::int as id, p.institution_id as "institutionId", p.class_id::int as "classId", p.term_id::int as "termId",
      p.minimum_units as "minimumUnits", p.maximum_units as "maximumUnits", p.opens_on::text as "opensOn",
      p.closes_on::text as "closesOn", p.late_until::text as "lateUntil", p.late_fee::float8 as "lateFee",
      p.late_category_id::int as "lateCategoryId", p.allows_override as "allowsOverride",
      p.closed_on::text as "closedOn", c.name as "className", t.name || ', ' || y.name as term
    from registration_periods p
    join classes c on (c.institution_id, c.id) = (p.institution_id, p.class_id)
    join terms t on (t.institution_id, t.id) = (p.institution_id, p.term_id)
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where p.institution_id = any (${sql.param(within)}::int[]) and p.id = ${periodId}
    ${lock ? sql`for update of p` : sql``}`,
  );
  if (!row) throw new NotFound('registration period');
  return row;
}

/** Edits days, limits and the late fee. Fees that were charged stay. */
export const editPeriod = editRecord({
  action: 'registration.editPeriod',
  type: 'registration_period',
  table: registrationPeriods,
  may: 'registration.manage',
  fields: EditPeriod,
  lock: (tx: Tx, actor: Actor, id: number) => findPeriod(tx, actor, id, true),
  together: [['lateFee', 'lateCategoryId']],
  check: ({ tx, before, values }) => checkPeriod(tx, before.institutionId, values),
  nameOf: ({ before }) => `the course registration of ${before.className}, ${before.term}`,
});
