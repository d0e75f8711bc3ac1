import { sql, type SQL } from 'drizzle-orm';
import { query, withoutNestedLoops, type Db } from '../database.ts';
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

/**
 * The addresses of the people whom an event concerns, for the audiences and channels that are switched on. SMS about a
 * student go to guardians who receive them.
 */
export async function eventRecipients(
  db: Db,
  institutionId: number,
  event: MessageEvent,
  { wanted, studentIds, employeeIds }: { wanted: Wanted[]; studentIds: number[]; employeeIds: number[] },
): Promise<EventRecipient[]> {
  const statement = recipientsQuery(institutionId, event, {
    wanted,
    students: studentIds.length ? idsOf(studentIds) : null,
    employees: employeeIds.length ? idsOf(employeeIds) : null,
  });
  if (!statement) return [];
  const read = () =>
    query<EventRecipient>(
      db,
      sql`select * from (${statement}) r order by kind, "studentId", "guardianId", "employeeId"`,
    );
  const found = await (studentIds.length + employeeIds.length > few ? withoutNestedLoops(db, read) : read());
  return found.map((row) => ({
    ...row,
    studentId: row.studentId && Number(row.studentId),
    guardianId: row.guardianId && Number(row.guardianId),
    employeeId: row.employeeId && Number(row.employeeId),
  }));
}

const few = 200;
const idsOf = (ids: number[]) => sql`select unnest(${sql.param(ids)}::bigint[]) as id`;

interface Concerned {
  wanted: Wanted[];
  /** Queries of ids; guardians are those of the students. Null for none. */
  students: SQL | null;
  employees: SQL | null;
}

/** The same as a query; null if nobody is meant. For many people it runs in `withoutNestedLoops`. */
export function recipientsQuery(
  institutionId: number,
  event: MessageEvent,
  { wanted, students, employees }: Concerned,
): SQL | null {
  const channelsOf = (audience: EventAudience) =>
    wanted.flatMap((one) => (one.audience === audience ? [one.channel] : []));
  const [toStudents, toGuardians, toEmployees] = (['student', 'guardian', 'employee'] as const).map(channelsOf);
  const queries: SQL[] = [];
  const each = (ids: SQL, table: SQL, as: SQL) => sql`(select distinct id from (${ids}) ids) i
      join ${table} ${as} on ${as}.institution_id = ${institutionId} and ${as}.id = i.id and ${as}.merged_into_id is null`;
  if (toStudents!.length && students)
    queries.push(sql`
      select 1 as kind, ${columns('student')}, p.id as "studentId", null::bigint as "guardianId", null::bigint as "employeeId",
        ${studentNames(sql`p`)}, null as guardian, null as employee
      from ${each(students, sql`students`, sql`p`)} cross join ${addressesOf(toStudents!)}
      where p.status <> 'deceased' and c.address is not null ${wishes(event, institutionId)}`);
  if (toGuardians!.length && students)
    queries.push(sql`
      select 2 as kind, ${columns('guardian')}, g."studentId", g."guardianId", null::bigint as "employeeId", g.student, g.first_name, g.number, g.guardian, null as employee
      from (
        select c.channel, c.address, s.id as "studentId", p.id as "guardianId", ${studentNames(sql`s`)},
          concat_ws(' ', p.title, p.first_name, p.surname) as guardian, m.is_marked,
          row_number() over (partition by s.id, c.channel order by m.is_marked desc, l.position, p.id) as place
        from ${each(students, sql`students`, sql`s`)}
        join student_guardians l on l.institution_id = ${institutionId} and l.student_id = s.id
        join guardians p on p.institution_id = ${institutionId} and p.id = l.guardian_id and p.merged_into_id is null
        cross join ${addressesOf(toGuardians!)}
        cross join lateral (select ${event.isMoney ? sql`l.pays_fees` : sql`true`} as is_marked) m
        where s.status <> 'deceased' and c.address is not null and (c.channel <> 'sms' or l.receives_sms)
          ${wishes(event, institutionId)}
      ) g cross join lateral (select g.channel, g.address) c
      where g.is_marked or g.place = 1`);
  if (toEmployees!.length && employees)
    queries.push(sql`
      select 3 as kind, ${columns('employee')}, null::bigint as "studentId", null::bigint as "guardianId", p.id as "employeeId",
        null as student, null as first_name, null as number, null as guardian, concat_ws(' ', p.first_name, p.surname) as employee
      from ${each(employees, sql`employees`, sql`p`)} cross join ${addressesOf(toEmployees!)}
      where c.address is not null ${wishes(event, institutionId)}`);
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
