import { institutionsWhere, membershipIn, institutionsInView, type Actor } from '#kernel/actor.ts';
import type { ProfileTab } from '#kernel/contracts/profile-tab.ts';
import { addDays, today, type Day } from '#kernel/dates.ts';
import type { WeekProps } from '../timetable.pages.ts';
import { maySeeTimetable, maySeeOwn } from '../timetable.policy.ts';
import { timetableBetween, type TaughtLesson } from '../timetable.queries.ts';
import { type ShownWeek, lessonText, type Viewer } from './day-lines.ts';
import { sql } from 'drizzle-orm';
import { filled, prepared, query, type Db } from '#kernel/database.ts';
import { RevisionCache } from '#kernel/database/revision-cache.ts';
import { lessonsOfSubject, type Subject, ownSubjects, readableSubject, subjectKinds } from './subjects.queries.ts';
import type { TimetableDay } from '../bells/bells.ts';
import { z } from 'zod';
import { viewFields } from '#kernel/list/view-fields.ts';
import { day, id, queryParam } from '#kernel/schemas.ts';
import { mondayOf } from './week-days.ts';

/** Weeks as they were last read: those of all teachers, classes and rooms of a school of 20,000, with some 8 KB for each. */
type WeekCache = RevisionCache<ShownWeek>;
export const weekCache = (): WeekCache => new RevisionCache(2000);

type SubjectId = Pick<Subject, 'kind' | 'id' | 'institutionId'>;
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
async function cachedWeek(db: Db, subject: SubjectId, days: Days, cache: WeekCache): Promise<ShownWeek | null> {
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

export const noWeek: ShownWeek = { days: [], patterns: [], lessons: [] };

/** The lessons of some days in words, without what the heading says: the teacher’s own name on a teacher’s page. */
export function shownWeek(week: { days: TimetableDay[]; lessons: TaughtLesson[] }, viewer: Viewer): ShownWeek {
  const patterns = [...new Set(week.days.map(({ bells }) => bells))];
  return {
    days: week.days.map(({ day, closed, note, bells }) => ({ day, closed, note, pattern: patterns.indexOf(bells) })),
    patterns,
    lessons: week.lessons.map((lesson) => ({
      day: lesson.day,
      partId: lesson.partId,
      lessonId: lesson.lessonId,
      period: lesson.period,
      length: lesson.length,
      ...lessonText(lesson, viewer),
    })),
  };
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time of day in a time zone: 'HH:MM'. */
export function clock(timeZone: string): string {
  const known = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...hours });
  // Making one takes as long as a query.
  clocks.set(timeZone, known);
  return known.format();
}

const hours = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** A day and time of a zone in UTC: '2026-11-26T07:00:00Z'. */
export function utcOf(day: string, time: string, timeZone: string): string {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // What clocks show there at that moment of UTC says how far they are ahead; twice, for the night when they change.
  const first = wanted - aheadAt(wanted, timeZone);
  return new Date(wanted - aheadAt(first, timeZone)).toISOString().replace('.000', '');
}

const zones = new Map<string, Intl.DateTimeFormat>();

function aheadAt(moment: number, timeZone: string): number {
  const zone = zones.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, ...dayAndHours });
  zones.set(timeZone, zone);
  return Date.parse(`${zone.format(moment).replace(' ', 'T')}Z`) - moment;
}

const dayAndHours = { ...hours, year: 'numeric', month: '2-digit', day: '2-digit', second: '2-digit' } as const;

export type PersonWeek = Pick<WeekProps, 'today' | 'now'> & ShownWeek;

const people = ['student', 'employee'] as const;

/** The tab "Timetable" on the records of students and employees: the next seven days. */
export const timetableTabs: ProfileTab[] = people.map((of) => ({
  of,
  name: 'timetable',
  label: 'Timetable',
  place: 20,
  isRare: true,
  may: maySeeTimetable,
  component: 'timetable/person-week',
  load: async (db, actor, personId): Promise<PersonWeek> => {
    const who = of === 'student' ? { studentId: personId } : { employeeId: personId };
    const weeks = await Promise.all(
      institutionsWhere(actor, ...maySeeTimetable).map(async (id) => {
        const { timeZone } = membershipIn(actor, id)!;
        const from = today(timeZone);
        const week = await timetableBetween(db, id, who, from, addDays(from, 6));
        return { today: from, now: clock(timeZone), ...shownWeek(week, of) };
      }),
    );
    // The person is of one institution; elsewhere there are no lessons of theirs.
    return weeks.find(({ lessons }) => lessons.length > 0) ?? { ...weeks[0]!, ...noWeek };
  },
}));

export const WeekQuery = z.object({
  ...viewFields,
  day: queryParam(day),
  employee_id: queryParam(id),
  student_id: queryParam(id),
  batch_id: queryParam(id),
  room_id: queryParam(id),
});
export type WeekQuery = z.output<typeof WeekQuery>;

/**
 * The subjects, and in the same trip the week of the most likely one, or null if it has changed since it was cached. It
 * is shown only if the reader can see that subject.
 */
export async function readSubjects(db: Db, actor: Actor, query: WeekQuery, cache: WeekCache) {
  const likely = likelySubject(actor, query);
  const [asked, own, week] = await Promise.all([
    askedSubject(db, actor, query),
    ownSubjects(db, actor, query.institution_id),
    likely && cachedWeek(db, likely, weekOf(actor, likely.institutionId, query), cache),
  ]);
  return { asked, own, guessed: likely && week && { ...likely, week } };
}

export const sameSubject = (one: SubjectId, other: SubjectId) =>
  one.kind === other.kind && one.id === other.id && one.institutionId === other.institutionId;

/** The one in the address or the reader, where there is one institution it can be of. */
function likelySubject(actor: Actor, query: WeekQuery): SubjectId | null {
  const [institutionId, another] = institutionsInView(actor, query.institution_id, ...maySeeOwn);
  if (institutionId === undefined || another !== undefined) return null;
  const asked = subjectIn(query);
  if (asked) return { ...asked, institutionId };
  const { employeeIds, studentIds } = membershipIn(actor, institutionId)!;
  if (employeeIds.length > 0) return { kind: 'employee', id: employeeIds[0]!, institutionId };
  return studentIds.length > 0 ? { kind: 'student', id: studentIds[0]!, institutionId } : null;
}

function subjectIn(query: WeekQuery): Pick<Subject, 'kind' | 'id'> | null {
  const kind = subjectKinds.find((one) => query[`${one}_id`] !== undefined);
  return kind ? { kind, id: query[`${kind}_id`]! } : null;
}

/** The subject in the address, if the reader can see it. */
export function askedSubject(db: Db, actor: Actor, query: WeekQuery): Promise<Subject | null> {
  const asked = subjectIn(query);
  return asked ? readableSubject(db, actor, asked.kind, asked.id) : Promise.resolve(null);
}

/** The week around the day in the address, by the clock of the institution. */
export function weekOf(
  actor: Actor,
  institutionId: number | undefined,
  query: Pick<WeekQuery, 'institution_id' | 'day'>,
): Pick<WeekProps, 'day' | 'today' | 'now' | 'from' | 'until'> {
  const [anywhere] = institutionsInView(actor, query.institution_id, ...maySeeOwn);
  const { timeZone } = membershipIn(actor, institutionId ?? anywhere!)!;
  const now = today(timeZone);
  const wanted = query.day ?? now;
  const from = mondayOf(wanted);
  return { day: wanted, today: now, now: clock(timeZone), from, until: addDays(from, 6) };
}
