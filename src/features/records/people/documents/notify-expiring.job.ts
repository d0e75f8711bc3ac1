import { sql } from 'drizzle-orm';
import { render, type Database, type Tx, query } from '#kernel/database.ts';
import { expiryWarningDays, formatDay } from '#kernel/dates.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import type { PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import type { Product } from '#web/feature.ts';
import { noticeSubject } from './notice-subject.ts';
import type { Entity } from '../people.schema.ts';

/** Before office hours. */
export const notifyExpiringDaily: Job<{ database: Database; product: Pick<Product, 'personalData'> }> = {
  queue: 'papers.expiring',
  cron: '30 5 * * *',
  work: ({ database, product }) => notifyExpiring(database, product.personalData),
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'papers.expiring': true;
  }
}

/** Notifies users who can view and replace a document, once, before it expires. */
export async function notifyExpiring(database: Database, { kinds }: Kinds): Promise<void> {
  const rows = await database.anonymous(
    (tx) => query<{ id: number }>(tx, render)`select akada_expiring(${expiryWarningDays}) as id`,
  );
  for (const { id } of rows) await database.asSystem([id], (tx) => notifyOf(tx, kinds, id));
}

type Kinds = Pick<PersonalDataRegistry, 'kinds'>;

interface ExpiringPaper {
  entity: Entity;
  personId: number;
  name: string;
  expiresOn: string;
}

async function notifyOf(tx: Tx, kinds: readonly PersonKind[], institutionId: number): Promise<void> {
  const told = await markTold(tx, kinds, institutionId);
  for (const { entity, people, groups, edit } of kinds) {
    const papers = told.filter((paper) => paper.entity === entity);
    const [first] = papers;
    if (!first) continue;
    const isOne = papers.length === 1;
    await notify(tx, {
      institutionId,
      to: sql`${holdersOf(institutionId, groups.private)} intersect ${holdersOf(institutionId, edit)}`,
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
async function markTold(tx: Tx, kinds: readonly PersonKind[], institutionId: number): Promise<ExpiringPaper[]> {
  const owners = kinds.map(
    ({ entity, people, isCurrent }) => sql`
      select ${entity} as entity, id, first_name || ' ' || surname as name from ${sql.identifier(people)}
      where institution_id = ${institutionId} and merged_into_id is null and ${isCurrent}`,
  );
  const rows = await query<Record<keyof ExpiringPaper, never>>(tx, render)`
    with owner as (${sql.join(owners, sql` union all `)}),
    told as (
      update documents d set expiry_told = d.expires_on from institutions i, owner o
      where d.institution_id = ${institutionId} and i.id = d.institution_id and d.removed_at is null
        and d.expires_on between (now() at time zone i.time_zone)::date
          and (now() at time zone i.time_zone)::date + ${expiryWarningDays}::int
        and d.expiry_told is distinct from d.expires_on
        and o.entity = case when d.student_id is not null then 'student' when d.employee_id is not null then 'employee' else 'guardian' end
        and o.id = coalesce(d.student_id, d.employee_id, d.guardian_id)
      returning o.entity, o.id as "personId", o.name, d.expires_on as "expiresOn")
    select * from told order by "expiresOn", name`;
  return rows.map((row) => ({ ...row, personId: Number(row.personId) }) as ExpiringPaper);
}

const mostNames = 6;

function namesIn(papers: ExpiringPaper[]): string {
  const named = papers.slice(0, mostNames).map(({ name, expiresOn }) => `${name} (${formatDay(expiresOn)})`);
  const more = papers.length - named.length;
  return `${named.join(', ')}${more ? ` and ${more} more` : ''}`;
}
