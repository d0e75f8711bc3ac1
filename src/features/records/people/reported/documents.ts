import { sql } from 'drizzle-orm';
import type { ReportJoin } from '#kernel/contracts/report.ts';
import { fieldsIn, todayIn } from '#kernel/contracts/report-fields.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { ReportedPerson } from './person.ts';

/** Documents with an expiry date: the next one that runs out, and how many have. */
export function documentParts({ subject, table }: ReportedPerson, group: string, needs: Permission) {
  const { day, text, number } = fieldsIn(subject, group, { needs, restriction: 'private', joins: ['papers'] });
  return {
    joins: [
      {
        subject,
        name: 'papers',
        sql: (context) => sql`left join lateral (
          select min(d.expires_on) as first, (array_agg(d.title order by d.expires_on, d.id))[1] as title,
            count(*) filter (where d.expires_on < ${todayIn(context, table.institutionId)})::int as expired
          from documents d where d.institution_id = ${table.institutionId} and d.${sql.raw(`${subject}_id`)} = ${table.id}
            and d.expires_on is not null and d.removed_at is null) papers on true`,
      },
    ] satisfies ReportJoin[],
    fields: [
      day('document_expires_on', 'Earliest document expiry', sql`papers.first`, { width: 16 }),
      text('document_that_expires', 'Document that expires first', sql`papers.title`, { width: 26 }),
      number('expired_documents', 'Expired documents', sql`papers.expired`, { width: 10, isSummed: true }),
    ],
  };
}
