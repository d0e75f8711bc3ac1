import { sql } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { orNotFound } from '#kernel/errors.ts';

export interface LeaveTypeRow {
  id: number;
  institutionId: number;
  /** For people of several institutions. */
  institution: string | null;
  name: string;
  daysAYear: number | null;
  isPaid: boolean;
  needsPaper: boolean;
  isRestricted: boolean;
  countsAllDays: boolean;
  isRetired: boolean;
}

/** The types of leave that the actor edits. */
export async function listTypes(db: Db, actor: Actor, wanted?: number, id?: number): Promise<LeaveTypeRow[]> {
  const ids = institutionsInView(actor, wanted, 'leave.edit');
  const rows = await query<LeaveTypeRow>(db)`
    select t.id::bigint, t.institution_id as "institutionId", t.name, t.days_a_year::float as "daysAYear", t.is_paid as "isPaid",
        t.needs_paper as "needsPaper", t.is_restricted as "isRestricted", t.counts_all_days as "countsAllDays",
        t.retired_at is not null as "isRetired"
      from leave_types t where t.institution_id = any (${sql.param(ids)}::int[])
        and t.id = coalesce(${id ?? null}::bigint, t.id)
      order by t.institution_id, t.retired_at is not null, t.id`;
  return rows.map((row) => ({
    ...row,
    institution: ids.length > 1 ? membershipIn(actor, row.institutionId)!.name : null,
  }));
}

export async function findType(db: Db, actor: Actor, id: number): Promise<LeaveTypeRow> {
  const [type] = await listTypes(db, actor, undefined, id);
  return orNotFound(type, 'leave type');
}
