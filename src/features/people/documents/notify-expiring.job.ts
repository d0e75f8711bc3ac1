import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#kernel/database.ts';
import { expiryWarningDays, formatDay } from '#kernel/dates.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import type { Permission } from '#kernel/permissions.ts';
import { noticeSubject } from './notice-subject.ts';
import type { Entity } from '../people.schema.ts';

/** Before office hours. */
export const notifyExpiringDaily: Job<{ database: Database }> = {
  queue: 'papers.expiring',
  cron: '30 5 * * *',
  work: ({ database }) => notifyExpiring(database),
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'papers.expiring': true;
  }
}

/** Notifies users who can view and replace a document, once, before it expires. */
export async function notifyExpiring(database: Database): Promise<void> {
  const { rows } = await database.anonymous((tx) =>
    tx.execute<{ id: number }>(sql`select akada_expiring(${expiryWarningDays}) as id`),
  );
  for (const { id } of rows) await database.asSystem([id], (tx) => notifyOf(tx, id));
}

interface ExpiringPaper {
  entity: Entity;
  personId: number;
  name: string;
  expiresOn: string;
}

const kinds = {
  student: { people: 'students', needs: ['students.viewPrivate', 'students.edit'] },
  employee: { people: 'employees', needs: ['employees.viewPrivate', 'employees.edit'] },
  guardian: { people: 'guardians', needs: ['students.viewPrivate', 'guardians.edit'] },
} as const satisfies Record<Entity, { people: string; needs: [Permission, Permission] }>;

async function notifyOf(tx: Tx, institutionId: number): Promise<void> {
  const told = await markTold(tx, institutionId);
  for (const [entity, papers] of Map.groupBy(told, (one) => one.entity)) {
    const { people } = kinds[entity];
    const [seeing, editing] = kinds[entity].needs;
    const [first] = papers as [ExpiringPaper, ...ExpiringPaper[]];
    const isOne = papers.length === 1;
    await notify(tx, {
      institutionId,
      to: sql`${holdersOf(institutionId, seeing)} intersect ${holdersOf(institutionId, editing)}`,
      kind: 'papers.expiring',
      title: isOne
        ? `A document of ${first.name} expires on ${formatDay(first.expiresOn)}`
        : `${papers.length} documents of ${people} expire within ${expiryWarningDays} days`,
      body: isOne ? null : namesIn(papers),
      // An erasure finds the people named in the notification by its subject.
      subject: `${noticeSubject(people)}${papers.map(({ personId }) => personId).join(',')},`,
      href: isOne
        ? `/${people}/${first.personId}/documents`
        : `/${people}?institution_id=${institutionId}&papers=expiring`,
    });
  }
}

/** Documents of current people, marked as notified in the same transaction. */
async function markTold(tx: Tx, institutionId: number): Promise<ExpiringPaper[]> {
  const { rows } = await tx.execute<Record<keyof ExpiringPaper, never>>(sql`
    with owner as (
      select 'student' as entity, id, first_name || ' ' || surname as name from students
      where institution_id = ${institutionId} and merged_into_id is null and status in ('applicant', 'active', 'suspended')
      union all
      select 'employee', id, first_name || ' ' || surname from employees
      where institution_id = ${institutionId} and merged_into_id is null and left_on is null and anonymised_at is null
      union all
      select 'guardian', id, first_name || ' ' || surname from guardians
      where institution_id = ${institutionId} and merged_into_id is null and anonymised_at is null),
    told as (
      update documents d set expiry_told = d.expires_on from institutions i, owner o
      where d.institution_id = ${institutionId} and i.id = d.institution_id and d.removed_at is null
        and d.expires_on between (now() at time zone i.time_zone)::date
          and (now() at time zone i.time_zone)::date + ${expiryWarningDays}::int
        and d.expiry_told is distinct from d.expires_on
        and o.entity = case when d.student_id is not null then 'student' when d.employee_id is not null then 'employee' else 'guardian' end
        and o.id = coalesce(d.student_id, d.employee_id, d.guardian_id)
      returning o.entity, o.id as "personId", o.name, d.expires_on as "expiresOn")
    select * from told order by "expiresOn", name`);
  return rows.map((row) => ({ ...row, personId: Number(row.personId) }) as ExpiringPaper);
}

const mostNames = 6;

function namesIn(papers: ExpiringPaper[]): string {
  const named = papers.slice(0, mostNames).map(({ name, expiresOn }) => `${name} (${formatDay(expiresOn)})`);
  const more = papers.length - named.length;
  return `${named.join(', ')}${more ? ` and ${more} more` : ''}`;
}
