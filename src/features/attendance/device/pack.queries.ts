import { sql } from 'drizzle-orm';
import { institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { rowsOf, type Db } from '#kernel/database.ts';
import { addDays, today, type Day } from '#kernel/dates.ts';
import type { Code } from '../marks/mark-fields.ts';
import type { Mark } from '../marks/mark.ts';
import type { TakingMode } from '../mark-kinds.ts';
import type { RollStudent } from '../registers/roll.queries.ts';

/** What a device needs to take registers without a network. */
export interface Pack {
  institutions: {
    id: number;
    name: string;
    timeZone: string;
    taken: TakingMode;
    codes: Code[];
    /** School days from yesterday on, with 2 sittings or 1. */
    days: { onDate: Day; sittings: number }[];
  }[];
  batches: {
    id: number;
    institutionId: number;
    name: string;
    students: RollStudent[];
  }[];
  /** Taken from yesterday on. */
  registers: {
    batchId: number;
    onDate: Day;
    sitting: number;
    offeringId: number | null;
    takenBy: string | null;
    roll: number[];
    marks: (Mark & { studentId: number })[];
  }[];
}

const daysAhead = 7;

/** The batches that the actor leads, with their registers of the coming days. */
export async function packOf(db: Db, actor: Actor): Promise<Pack> {
  const institutionIds = institutionsWhere(actor, 'attendance.takeOwn', 'attendance.take').filter(
    (id) => membershipIn(actor, id)!.employeeIds.length > 0,
  );
  if (institutionIds.length === 0) return { institutions: [], batches: [], registers: [] };
  const employeeIds = institutionIds.flatMap((id) => membershipIn(actor, id)!.employeeIds);
  const own = sql`b.institution_id = any (${sql.param(institutionIds)}::int[]) and b.closed_at is null and exists (
    select from batch_teachers x where (x.institution_id, x.batch_id) = (b.institution_id, b.id)
      and x.employee_id = any (${sql.param(employeeIds)}::bigint[]))
    and exists (select from academic_sessions y where (y.institution_id, y.id) = (b.institution_id, b.session_id) and y.is_current)`;
  // Institutions lie in several time zones: what is a day too much is not looked at.
  const first = addDays(today('UTC'), -2);
  const [institutions, batches, registers] = await Promise.all([
    rowsOf<Pack['institutions'][number]>(
      db,
      sql`select i.id, i.short_name as name, i.time_zone as "timeZone", coalesce(r.taken, 'twice') as taken,
        coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'letters', c.letters, 'label', c.label, 'meaning', c.meaning,
            'isRetired', c.retired_at is not null) order by c.label, c.id)
          from attendance_codes c where c.institution_id = i.id), '[]') as codes,
        coalesce((select jsonb_agg(jsonb_build_object('onDate', d.on_date, 'sittings', d.sittings) order by d.on_date)
          from akada_school_days(i.id, ${first}::date, ${addDays(first, daysAhead + 2)}::date) d), '[]') as days
      from institutions i left join attendance_rules r on r.institution_id = i.id
      where i.id = any (${sql.param(institutionIds)}::int[]) order by i.id`,
    ),
    rowsOf<Pack['batches'][number]>(
      db,
      sql`select b.id::int as id, b.institution_id as "institutionId", b.name,
        coalesce((select jsonb_agg(jsonb_build_object('id', s.id,
            'name', s.surname || ', ' || s.first_name || coalesce(' ' || s.middle_name, ''),
            'number', s.admission_number, 'gender', s.gender,
            'expected', case when s.status = 'suspended' then jsonb_build_object('kind', 'suspended', 'why', 'Suspended') end)
            order by s.sort_name, s.id)
          from students s where (s.institution_id, s.batch_id) = (b.institution_id, b.id) and s.merged_into_id is null), '[]') as students
      from batches b where ${own} order by b.institution_id, b.name, b.id`,
    ),
    rowsOf<Pack['registers'][number]>(
      db,
      sql`select g.batch_id::int as "batchId", g.on_date::text as "onDate", g.sitting, g.offering_id::int as "offeringId",
        a.name as "takenBy", to_jsonb(g.roll) as roll,
        coalesce((select jsonb_agg(jsonb_build_object('studentId', m.student_id, 'kind', m.kind, 'codeId', m.code_id,
            'minutes', m.minutes, 'leftAt', to_char(m.left_at, 'HH24:MI'), 'remark', m.remark))
          from attendance_marks m where (m.institution_id, m.register_id) = (g.institution_id, g.id)), '[]') as marks
      from batches b join attendance_registers g on (g.institution_id, g.batch_id) = (b.institution_id, b.id)
      left join accounts a on a.id = g.taken_by
      where ${own} and g.on_date >= ${first}::date and g.offering_id is null`,
    ),
  ]);
  return { institutions, batches, registers };
}
