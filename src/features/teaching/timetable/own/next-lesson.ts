import { membershipIn, type Actor, institutionsInView } from '#kernel/actor.ts';
import type { CalendarEvent, CalendarSource } from '#kernel/contracts/calendar-source.ts';
import { addDays, today, type Day } from '#kernel/dates.ts';
import type { Db } from '#kernel/database.ts';
import { timetableBetween, type LessonsOf, lessonsBetween, type TaughtLesson } from '../timetable.queries.ts';
import { utcOf, clock } from './clock.ts';
import { lessonText } from './day-lines.ts';
import { sql } from 'drizzle-orm';
import { childrenOf } from '#features/people/students/students.policy.ts';
import type { HomeCard } from '#kernel/contracts/home-card.ts';

/** Apps ask several times a day; a whole session would be thousands of events in each answer. */
const days = { back: 14, ahead: 60 };

/** One’s own lessons and those of one’s children in one’s own calendar: what a substitute takes over, and no holidays. */
export const lessonSource: CalendarSource = {
  async load(db, actor, institutionIds, from, to) {
    const found = await Promise.all(
      institutionIds
        .filter((id) => membershipIn(actor, id)!.permissions.has('timetable.viewOwn'))
        .flatMap((id) => ownLessons(actor, id))
        .map((asked) => eventsOf(db, actor, asked, from, to)),
    );
    return found.flat();
  },
};

async function eventsOf(
  db: Db,
  actor: Actor,
  { institutionId, who, parameter, own }: OwnLessons,
  from: Day,
  to: Day,
): Promise<CalendarEvent[]> {
  const { timeZone } = membershipIn(actor, institutionId)!;
  const now = today(timeZone);
  const [first, last] = [addDays(now, -days.back), addDays(now, days.ahead)];
  const week = await timetableBetween(db, institutionId, who, from > first ? from : first, to < last ? to : last);
  const changed = new Map(week.days.map(({ day, publishedAt }) => [day, publishedAt]));
  const viewer = parameter === 'employee_id' ? 'employee' : 'student';
  return week.lessons.map((lesson) => {
    const { day, lessonId, partId, studentId, student, startsAt, endsAt, room } = lesson;
    const { title, about } = lessonText({ ...lesson, room: null }, viewer);
    return {
      key: ['lesson', lessonId, partId, ...(studentId === null ? [] : [studentId]), day].join('-'),
      institutionId,
      ...(viewer === 'employee'
        ? { title: `${title}, ${about}` }
        : { title: own === null ? `${student}: ${title}` : title, note: about || null }),
      place: room,
      when: { isAllDay: false, from: utcOf(day, startsAt, timeZone), to: utcOf(day, endsAt, timeZone) },
      changedAt: changed.get(day)!,
    };
  });
}

interface OwnLessons {
  institutionId: number;
  who: LessonsOf;
  /** In addresses. */
  parameter: 'employee_id' | 'student_id';
  /** The own record; null for children: each lesson says whose it is. */
  own: number | null;
}

/** Whose lessons are the reader’s own in an institution: the own ones, and those of all children. */
function ownLessons(actor: Actor, institutionId: number): OwnLessons[] {
  const { employeeIds, studentIds, guardianIds } = membershipIn(actor, institutionId)!;
  const children = sql`select * from ${childrenOf(institutionId, guardianIds)} c`;
  return [
    ...employeeIds.map((own): OwnLessons => ({
      institutionId,
      who: { employeeId: own },
      parameter: 'employee_id',
      own,
    })),
    ...studentIds.map((own): OwnLessons => ({ institutionId, who: { studentId: own }, parameter: 'student_id', own })),
    ...(guardianIds.length
      ? [{ institutionId, who: { studentId: children }, parameter: 'student_id' as const, own: null }]
      : []),
  ];
}

export interface NextLesson {
  /** For the link: 'employee_id' or 'student_id', and whose. */
  parameter: 'employee_id' | 'student_id';
  id: number;
  /** The child; null for oneself. */
  name: string | null;
  day: Day;
  startsAt: string;
  endsAt: string;
  title: string;
  about: string;
  isNow: boolean;
  isToday: boolean;
}

/** A long weekend lies between. */
const daysAhead = 7;

/** The lesson that is on or comes next, of the reader and of each child. */
async function nextLessons(db: Db, actor: Actor, wanted: number | undefined): Promise<{ rows: NextLesson[] } | null> {
  const asked = institutionsInView(actor, wanted, 'timetable.viewOwn').flatMap((id) => ownLessons(actor, id));
  const found = await Promise.all(
    asked.map(async ({ institutionId, who, parameter, own }) => {
      const { timeZone } = membershipIn(actor, institutionId)!;
      const now = { day: today(timeZone), time: clock(timeZone) };
      const lessons = await lessonsBetween(db, institutionId, who, now.day, addDays(now.day, daysAhead));
      return firstOfEach(lessons, now).map((lesson): NextLesson => {
        const id = (lesson.studentId ?? own)!;
        return {
          parameter,
          id,
          name: lesson.student,
          day: lesson.day,
          startsAt: lesson.startsAt,
          endsAt: lesson.endsAt,
          ...lessonText(lesson, parameter === 'employee_id' ? 'employee' : 'student'),
          isToday: lesson.day === now.day,
          isNow: lesson.day === now.day && lesson.startsAt <= now.time,
        };
      });
    }),
  );
  const rows = found.flat();
  return rows.length === 0 ? null : { rows };
}

/** The first lesson that is not over, of each student. */
function firstOfEach(lessons: TaughtLesson[], now: { day: Day; time: string }): TaughtLesson[] {
  const first = new Map<number | null, TaughtLesson>();
  for (const lesson of lessons)
    if ((lesson.day > now.day || lesson.endsAt > now.time) && !first.has(lesson.studentId))
      first.set(lesson.studentId, lesson);
  return [...first.values()];
}

export const nextLessonCard: HomeCard = {
  place: 5,
  may: ['timetable.viewOwn'],
  component: 'timetable/next-lesson',
  load: nextLessons,
};
