import { sql } from 'drizzle-orm';
import { keptDays } from '#kernel/jobs/tidy-notifications.ts';
import { namePatterns, type Erasure } from '#kernel/personal-data/erasure.ts';
import { noticeSubject } from '#features/records/people/documents/notice-subject.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

/** Notifications about a person, which other people received. */
export const notificationPersonalData: PersonalData = {
  tables: [
    {
      table: 'notifications',
      people: ['student', 'employee', 'guardian'],
      namedBy: () => sql`false`,
      section: { omit: 'Belongs to the account that received it.' },
      erase: { keep: 'Deleted with what others received about the person.' },
      eraseMentions: deleteNotices,
      merge: { how: 'leave', why: 'Addresses of a merged record lead to the kept one.' },
      retention: { days: keptDays, job: 'notifications.tidy' },
    },
  ],
};

async function deleteNotices(erasure: Erasure): Promise<void> {
  const { tx, institutionId, kind, ids, found } = erasure;
  const pages = [...ids.map((id) => `/${kind.people}/${id}`), ...found.imports.map((id) => `/imports/${id}`)];
  await tx.execute(sql`delete from notifications n where institution_id = ${institutionId} and (
    exists (select from unnest(${sql.param(pages)}::text[]) page where n.href = page or starts_with(n.href, page || '/'))
    or exists (select from unnest(${sql.param(found.noticeSubjects)}::text[]) about where starts_with(n.subject, about))
    or exists (select from unnest(${sql.param(ids)}::bigint[]) id where n.subject like ${noticeSubject(kind.people)} || '%,' || id || ',%')
    -- Old ones name several people and link to none.
    or n.kind = 'papers.expiring' and n.subject is null
      and exists (select from unnest(${sql.param(namePatterns(erasure))}::text[]) name where n.title || ' ' || coalesce(n.body, '') ~ name))`);
}
