import { sql } from 'drizzle-orm';
import type { Day } from '#kernel/dates.ts';
import { filled, prepared, query, type Db } from '#kernel/database.ts';
import { RevisionCache } from '#kernel/database/revision-cache.ts';
import { timetableBetween } from '../timetable.queries.ts';
import { shownWeek } from './shown-week.ts';
import { lessonsOfSubject, type Subject } from './subjects.queries.ts';
import type { ShownWeek } from './day-lines.ts';

/** Weeks as they were last read: those of all teachers, classes and rooms of a school of 20,000, with some 8 KB for each. */
export type WeekCache = RevisionCache<ShownWeek>;
export const weekCache = (): WeekCache => new RevisionCache(2000);

export type SubjectId = Pick<Subject, 'kind' | 'id' | 'institutionId'>;
type Days = { from: Day; until: Day };

const revision = prepared(
  sql`select coalesce(string_agg(c.id::text, ' ' order by c.id), '') as revision
    from timetable_changes c where c.institution_id = ${sql.placeholder('institutionId')}`,
);

/** A text that changes with every commit that changes what a week of the institution shows (docs/decisions/0028). */
async function revisionOf(db: Db, institutionId: number): Promise<string> {
  const [row] = await query<{ revision: string }>(db, filled(revision, { institutionId }));
  return row!.revision;
}

/** The week, if it is cached as it is today, or not cached at all; null if it has changed since. In one trip. */
export async function cachedWeek(db: Db, subject: SubjectId, days: Days, cache: WeekCache): Promise<ShownWeek | null> {
  const key = keyOf(subject, days);
  if (subject.kind === 'student' || !cache.has(key)) return freshWeek(db, subject, days, cache);
  return cache.find(key, await revisionOf(db, subject.institutionId)) ?? null;
}

export async function freshWeek(db: Db, subject: SubjectId, days: Days, cache: WeekCache): Promise<ShownWeek> {
  const read = async () => {
    const week = await timetableBetween(db, subject.institutionId, lessonsOfSubject(subject), days.from, days.until);
    return shownWeek(week, subject.kind);
  };
  // A student's depends on their electives too, which leave no change.
  if (subject.kind === 'student') return read();
  const [changes, week] = await Promise.all([revisionOf(db, subject.institutionId), read()]);
  cache.set(keyOf(subject, days), changes, week);
  return week;
}

const keyOf = ({ institutionId, kind, id }: SubjectId, { from, until }: Days) =>
  [institutionId, kind, id, from, until].join(' ');
