import { sql, type SQL } from 'drizzle-orm';
import { isOneOf, rowsOf, type Db } from '../database.ts';
import type { EventAudience, MessageEvent } from './events.ts';

export interface EventRecipient {
  audience: EventAudience;
  channel: 'sms' | 'email';
  address: string;
  studentId: number | null;
  guardianId: number | null;
  employeeId: number | null;
  /** Of the fields of every event. */
  student: string | null;
  first_name: string | null;
  number: string | null;
  guardian: string | null;
  employee: string | null;
}

interface Wanted {
  audience: EventAudience;
  channel: 'sms' | 'email';
}

/** The addresses of the people whom an event concerns, for the audiences and channels that are switched on. */
export async function eventRecipients(
  db: Db,
  institutionId: number,
  event: MessageEvent,
  { wanted, studentIds, employeeIds }: { wanted: Wanted[]; studentIds: number[]; employeeIds: number[] },
): Promise<EventRecipient[]> {
  const query = recipientsQuery(institutionId, event, {
    wanted,
    students: studentIds.length ? (column) => isOneOf(column, studentIds) : null,
    employees: employeeIds.length ? (column) => isOneOf(column, employeeIds) : null,
  });
  if (!query) return [];
  const found = await rowsOf<EventRecipient>(
    db,
    sql`select * from (${query}) r order by kind, "studentId", "guardianId", "employeeId"`,
  );
  return found.map((row) => ({
    ...row,
    studentId: row.studentId && Number(row.studentId),
    guardianId: row.guardianId && Number(row.guardianId),
    employeeId: row.employeeId && Number(row.employeeId),
  }));
}

interface Concerned {
  wanted: Wanted[];
  /** The condition on the id of a student, whose guardians are also meant; null for none. */
  students: ((column: SQL) => SQL) | null;
  employees: ((column: SQL) => SQL) | null;
}

/** The same as a query; null if nobody is meant. */
export function recipientsQuery(
  institutionId: number,
  event: MessageEvent,
  { wanted, students, employees }: Concerned,
): SQL | null {
  const channelsOf = (audience: EventAudience) =>
    wanted.flatMap((one) => (one.audience === audience ? [one.channel] : []));
  const [toStudents, toGuardians, toEmployees] = (['student', 'guardian', 'employee'] as const).map(channelsOf);
  const queries: SQL[] = [];
  const here = sql`p.institution_id = ${institutionId} and p.merged_into_id is null`;
  if (toStudents!.length && students)
    queries.push(sql`
      select 1 as kind, ${columns('student')}, p.id as "studentId", null::bigint as "guardianId", null::bigint as "employeeId",
        ${studentNames(sql`p`)}, null as guardian, null as employee
      from students p cross join ${addressesOf(toStudents!)}
      where ${here} and ${students(sql`p.id`)} and p.status <> 'deceased' and c.address is not null ${wishes(event, institutionId)}`);
  if (toGuardians!.length && students)
    queries.push(sql`
      select 2 as kind, ${columns('guardian')}, g."studentId", g."guardianId", null::bigint as "employeeId", g.student, g.first_name, g.number, g.guardian, null as employee
      from (
        select c.channel, c.address, s.id as "studentId", p.id as "guardianId", ${studentNames(sql`s`)},
          concat_ws(' ', p.title, p.first_name, p.surname) as guardian, m.is_marked,
          row_number() over (partition by s.id, c.channel order by m.is_marked desc, l.position, p.id) as place
        from students s
        join student_guardians l on (l.institution_id, l.student_id) = (s.institution_id, s.id)
        join guardians p on (p.institution_id, p.id) = (l.institution_id, l.guardian_id)
        cross join ${addressesOf(toGuardians!)}
        cross join lateral (select ${event.isMoney ? sql`l.pays_fees` : sql`(l.receives_sms or c.channel = 'email')`} as is_marked) m
        where s.institution_id = ${institutionId} and s.merged_into_id is null and ${students(sql`s.id`)}
          and s.status <> 'deceased' and p.merged_into_id is null and c.address is not null ${wishes(event, institutionId)}
      ) g cross join lateral (select g.channel, g.address) c
      where g.is_marked or g.place = 1`);
  if (toEmployees!.length && employees)
    queries.push(sql`
      select 3 as kind, ${columns('employee')}, null::bigint as "studentId", null::bigint as "guardianId", p.id as "employeeId",
        null as student, null as first_name, null as number, null as guardian, concat_ws(' ', p.first_name, p.surname) as employee
      from employees p cross join ${addressesOf(toEmployees!)}
      where ${here} and ${employees(sql`p.id`)} and c.address is not null ${wishes(event, institutionId)}`);
  return queries.length ? sql.join(queries, sql` union all `) : null;
}

const columns = (audience: EventAudience) => sql`${audience}::text as audience, c.channel, c.address`;

const studentNames = (of: SQL) =>
  sql`concat_ws(' ', ${of}.first_name, ${of}.surname) as student, ${of}.first_name, ${of}.admission_number as number`;

const addressesOf = (channels: string[]) => sql`lateral (
  select * from (values ('sms', coalesce(p.mobile, p.phone)), ('email', p.email)) v (channel, address)
  where v.channel = any (${sql.param(channels)}::text[])) c`;

/** Those who want no marketing get none. Blocked numbers are left to the queue, which says that they are blocked. */
const wishes = ({ isMarketing }: MessageEvent, institutionId: number) =>
  isMarketing
    ? sql`and not exists (select from contact_wishes w where w.institution_id = ${institutionId}
        and w.address = lower(c.address) and w.channel = c.channel and w.ended_at is null)`
    : sql``;
