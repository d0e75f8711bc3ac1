import { sql } from 'drizzle-orm';
import { institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { addDays, today, type Day } from '#kernel/dates.ts';
import type { Code } from '../marks/mark-fields.ts';
import type { Mark } from '../marks/mark.ts';
import type { TakingMode } from '../mark-kinds.ts';
import { lessonsDue } from '../registers/own-registers.card.ts';
import type { RollStudent } from '../registers/register-page.queries.ts';

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
  /** Registers by lesson that the person takes in the coming days. */
  lessons: {
    batchId: number;
    offeringId: number;
    course: string;
    onDate: Day;
    sitting: number;
    /** 'HH:MM'. */
    startsAt: string;
    endsAt: string;
    /** Of an elective, who is called; null: the whole batch. */
    studentIds: number[] | null;
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
const nothing: Pack = { institutions: [], batches: [], lessons: [], registers: [] };

/** The batches that the actor leads, and the lessons that the actor teaches, with their registers of the coming days. */
export async function packOf(db: Db, actor: Actor): Promise<Pack> {
  const institutionIds = institutionsWhere(actor, 'attendance.takeOwn', 'attendance.take').filter(
    (id) => membershipIn(actor, id)!.employeeIds.length > 0,
  );
  if (institutionIds.length === 0) return nothing;
  // Institutions lie in several time zones: what is a day too much is not looked at.
  const first = addDays(today('UTC'), -2);
  const last = addDays(first, daysAhead + 2);
  const [institutions, [registers]] = await Promise.all([
    query<Pack['institutions'][number]>(db)`
      select i.id, i.short_name as name, i.time_zone as "timeZone", coalesce(r.taken, 'twice') as taken,
        coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'letters', c.letters, 'label', c.label, 'meaning', c.meaning,
            'isRetired', c.retired_at is not null) order by c.label, c.id)
          from attendance_codes c where c.institution_id = i.id), '[]') as codes,
        coalesce((select jsonb_agg(jsonb_build_object('onDate', d.on_date, 'sittings', d.sittings) order by d.on_date)
          from akada_school_days(i.id, ${first}::date, ${last}::date) d), '[]') as days
      from institutions i left join attendance_rules r on r.institution_id = i.id
      where i.id = any (${sql.param(institutionIds)}::int[]) order by i.id`,
    query<Omit<Pack, 'institutions'>>(db, registersOf(actor, institutionIds, first, last)),
  ]);
  return { institutions, ...registers! };
}

function registersOf(actor: Actor, institutionIds: number[], first: Day, last: Day) {
  const employeeIds = institutionIds.flatMap((id) => membershipIn(actor, id)!.employeeIds);
  return sql`
    with n as materialized (${lessonsDue({ institutionIds, employeeIds, from: sql`${first}::date`, to: sql`${last}::date` })}),
    own as (
      select b.institution_id, b.id, b.name, true as is_led from batches b
      where b.institution_id = any (${sql.param(institutionIds)}::int[]) and b.closed_at is null and exists (
          select from batch_teachers x where (x.institution_id, x.batch_id) = (b.institution_id, b.id)
            and x.employee_id = any (${sql.param(employeeIds)}::bigint[]))
        and exists (select from academic_sessions y where (y.institution_id, y.id) = (b.institution_id, b.session_id) and y.is_current)
      union all
      select distinct b.institution_id, b.id, b.name, false from n join batches b on (b.institution_id, b.id) = (n.institution_id, n.batch_id)),
    known as (select institution_id, id, name, bool_or(is_led) as is_led from own group by institution_id, id, name)
    select
      coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'institutionId', b.institution_id, 'name', b.name, 'students',
          coalesce((select jsonb_agg(jsonb_build_object('id', s.id,
              'name', s.surname || ', ' || s.first_name || coalesce(' ' || s.middle_name, ''),
              'number', s.admission_number, 'gender', s.gender,
              'expected', case when s.status = 'suspended' then jsonb_build_object('kind', 'suspended', 'why', 'Suspended') end)
              order by s.sort_name, s.id)
            from students s where (s.institution_id, s.batch_id) = (b.institution_id, b.id) and s.merged_into_id is null), '[]'))
          order by b.institution_id, b.name, b.id) from known b), '[]') as batches,
      coalesce((select jsonb_agg(jsonb_build_object('batchId', n.batch_id, 'offeringId', n.offering_id, 'course', u.title,
          'onDate', n.on_date, 'sitting', n.sitting, 'startsAt', to_char(n.starts_at, 'HH24:MI'), 'endsAt', to_char(n.ends_at, 'HH24:MI'),
          'studentIds', case when u.elective_group is not null then coalesce((select jsonb_agg(x.student_id) from student_electives x
            where (x.institution_id, x.offering_id) = (n.institution_id, n.offering_id)), '[]') end)
          order by n.on_date, n.sitting, n.batch_id, n.offering_id)
        from n join course_offerings f on (f.institution_id, f.id) = (n.institution_id, n.offering_id)
        join courses u on (u.institution_id, u.id) = (f.institution_id, f.course_id)), '[]') as lessons,
      coalesce((select jsonb_agg(jsonb_build_object('batchId', g.batch_id, 'onDate', g.on_date, 'sitting', g.sitting,
          'offeringId', g.offering_id, 'takenBy', a.name, 'roll', to_jsonb(g.roll), 'marks',
          coalesce((select jsonb_agg(jsonb_build_object('studentId', m.student_id, 'kind', m.kind, 'codeId', m.code_id,
              'minutes', m.minutes, 'leftAt', to_char(m.left_at, 'HH24:MI'), 'remark', m.remark))
            from attendance_marks m where (m.institution_id, m.register_id) = (g.institution_id, g.id)), '[]')))
        from known b join attendance_registers g on (g.institution_id, g.batch_id) = (b.institution_id, b.id)
        left join accounts a on a.id = g.taken_by
        where g.on_date >= ${first}::date and (b.is_led and g.offering_id is null
          or (g.institution_id, g.batch_id, g.offering_id) in (select institution_id, batch_id, offering_id from n))), '[]') as registers`;
}

/** The server's answer at /registers/device. */
export interface SentPack {
  accountId: number;
  name: string;
  /** Base64: seals what the device keeps for this account. */
  key: string;
  /** Milliseconds until the session ends if nothing more is heard of it. */
  msLeft: number;
  csrf: string;
  pack: Pack;
}
