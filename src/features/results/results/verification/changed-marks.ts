import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Entries } from '#features/results/assessment/compute/types.ts';
import { entryText } from '../cards/card-texts.ts';

interface ChangedCourse {
  seq: number;
  whose: string;
  course: string;
  parts: { key: string; name: string }[];
  published: Entries;
  stored: Entries;
}

interface ChangedMark {
  seq: number;
  words: string;
  /** For a result that was changed itself. */
  inWords: string;
}

/** Marks that are not what the current published results of these numbers were computed from. */
export async function changedMarks(db: Db, institutionId: number, from: number, to: number): Promise<ChangedMark[]> {
  const rows = await query<ChangedCourse>(db, changed(institutionId, from, to));
  return rows.flatMap(({ seq, whose, course, parts, published, stored }) =>
    [...new Set([...Object.keys(published), ...Object.keys(stored)])].flatMap((key): ChangedMark[] => {
      const [was, is] = [published[key] ?? null, stored[key] ?? null];
      if (was === is) return [];
      const part = parts.find((one) => one.key === key)?.name ?? key;
      const words = `The mark of ${whose} in ${course}, ${part} is ${entryText(is)}, but ${entryText(was)} was published (number ${seq}): it was changed outside a correction.`;
      return [{ seq, words, inWords: `It says ${course}, ${part} ${entryText(was)}; the mark is ${entryText(is)}.` }];
    }),
  );
}

const changed = (institutionId: number, from: number, to: number) => sql`
  select r.seq::int as seq, s.admission_number || ', ' || (r.content ->> 'term') || ', ' || (r.content ->> 'session') as whose,
    c.title as course, r.content -> 'components' as parts, coalesce(c.entries, '{}') as published,
    coalesce(m.entries, '{}') as stored
  from published_results r
  cross join lateral jsonb_to_recordset(r.content -> 'courses') as c (id bigint, title text, entries jsonb)
  join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
  left join lateral (select m.entries from marks m where (m.institution_id, m.student_id, m.term_id, m.course_id)
    = (r.institution_id, r.student_id, r.term_id, c.id) offset 0) m on true
  where r.institution_id = ${institutionId} and r.seq between ${from} and ${to} and r.replaced_at is null
    and coalesce(m.entries, '{}') <> coalesce(c.entries, '{}')
  order by r.seq, c.title`;
