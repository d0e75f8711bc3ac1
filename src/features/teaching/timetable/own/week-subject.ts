import { z } from 'zod';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { addDays, today } from '#kernel/dates.ts';
import type { Db } from '#kernel/database.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { day, id, queryParam } from '#kernel/schemas.ts';
import type { WeekProps } from '../timetable.pages.ts';
import { maySeeOwn } from '../timetable.policy.ts';
import { cachedWeek, type SubjectId, type WeekCache } from './cached-week.ts';
import { clock } from './clock.ts';
import { ownSubjects, readableSubject, subjectKinds, type Subject } from './subjects.queries.ts';
import { mondayOf } from './week-days.ts';

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
